import MediaTransport
import SeededRandom
import Testing

@testable import LazyMedia

@Suite struct StoredResponseTests {
  private func made(_ answer: TransportResponse, _ request: String...) -> StoredResponse? {
    StoredResponse(
      answer: answer, requestFields: [HTTPField](lines: request), requestTime: 10, responseTime: 11)
  }

  // MARK: - What is stored (RFC 9111, section 3)

  // RFC 9111, section 3
  @Test func onlyWholeAnswersAreStored() throws {
    let head = try #require(made(answer(200, "ETag: \"a\"")))
    #expect(head == StoredResponse(fields: [HTTPField("ETag", "\"a\"")], requestTime: 10, responseTime: 11))
    for status in [nil, 201, 203, 204, 206, 304, 404] {
      #expect(made(answer(status, "Cache-Control: max-age=9")) == nil)
    }
  }

  // RFC 9111, section 5.2.2.5 and 5.2.1.5
  @Test func noStoreOfAnswerOrRequestIsObeyed() {
    #expect(made(answer(200, "Cache-Control: max-age=9, no-store")) == nil)
    #expect(made(answer(200, "Cache-Control: max-age=9"), "Cache-Control: no-store") == nil)
  }

  // RFC 9111, section 5.2.2.3
  @Test func noStoreForThoseWhoDoNotUnderstandIsNotForThisCache() {
    #expect(made(answer(200, "Cache-Control: max-age=9, no-store, must-understand")) != nil)
  }

  // RFC 9111, sections 3.5 and 5.2.2.7
  @Test func aPrivateCacheStoresWhatIsPrivate() throws {
    let open = try #require(made(answer(200, "Cache-Control: max-age=9")))
    let secret = try #require(made(answer(200, "Cache-Control: private"), "Authorization: Basic YQ=="))
    let authorized = [HTTPField("authorization", "Basic YQ==")]
    #expect(open.mayBeShared(requestFields: []))
    #expect(!open.mayBeShared(requestFields: authorized))
    #expect(!secret.mayBeShared(requestFields: []))
    let shared = try #require(made(answer(200, "Cache-Control: public"), "Authorization: Basic YQ=="))
    #expect(shared.mayBeShared(requestFields: authorized))
  }

  // RFC 9111, section 4.1
  @Test func whatVariesWithEverythingIsNotStored() {
    #expect(made(answer(200, "Vary: *")) == nil)
    #expect(made(answer(200, "Vary: Accept", "Vary: x, *")) == nil)
    #expect(made(answer(200, "Vary: Accept")) != nil)
  }

  // RFC 9111, section 3.1
  @Test func fieldsOfTheConnectionAndOfTheSentBodyAreNotStored() throws {
    let head = try #require(
      made(
        answer(
          200, "Connection: close, X-Hop", "x-hop: 1", "Keep-Alive: timeout=5", "Transfer-Encoding: chunked",
          "Content-Encoding: gzip", "Content-Length: 5", "Set-Cookie: a=b", "Content-Type: image/png",
          "ETag: W/\"a\"", "Last-Modified: x", "Proxy-Authenticate: Basic", "Upgrade: h2c", "Trailer: x")))
    #expect(head.fields.map(\.name) == ["Content-Type", "ETag", "Last-Modified"])
  }

  // RFC 9111, section 5.2.2.4
  @Test func fieldsThatNoCacheNamesAreNotStored() throws {
    let head = try #require(made(answer(200, "X-User: 1", "Cache-Control: max-age=9, no-cache=\"x-user\"")))
    #expect(head.fields.map(\.name) == ["Cache-Control"])
  }

  // MARK: - Conditions (RFC 9111, section 4.3.1)

  // RFC 9111, section 4.3.1
  @Test func bothValidatorsAreSent() {
    let date = httpDate(784_111_777)
    #expect(
      stored("ETag: W/\"a\"", "Last-Modified: \(date)").conditionalFields == [
        HTTPField("If-None-Match", "W/\"a\""), HTTPField("If-Modified-Since", date),
      ])
    #expect(stored("ETag: unquoted", "Last-Modified: long ago").conditionalFields.isEmpty)
  }

  // RFC 9110, section 8.8.3
  @Test(arguments: ["a", "\"", "w/\"a\"", "W/a", "\"a", "\"a\"b\"", "\"a b\"", "W/ \"a\"", ""])
  func whatIsNoEntityTagIsNone(text: String) {
    #expect(EntityTag(text) == nil)
  }

  // RFC 9110, section 8.8.3.2
  @Test func entityTagsCompareAsTheRFCsTableSays() throws {
    let (weak, strong) = (try #require(EntityTag("W/\"1\"")), try #require(EntityTag("\"1\"")))
    let other = try #require(EntityTag("W/\"2\""))
    #expect(!weak.stronglyEquals(weak) && weak.weaklyEquals(weak))
    #expect(!weak.weaklyEquals(other))
    #expect(!weak.stronglyEquals(strong) && weak.weaklyEquals(strong))
    #expect(strong.stronglyEquals(strong) && strong.weaklyEquals(strong))
    #expect(EntityTag("\"\"")?.text == "\"\"")
  }

  // MARK: - Bytes

  private let sample = StoredResponse(
    status: 200,
    fields: [HTTPField("ETag", "\"é\""), HTTPField("X", ""), HTTPField("Cache-Control", "max-age=10")],
    requestTime: 5, responseTime: 1 << 40)

  @Test func whatIsWrittenIsRead() {
    #expect(StoredResponse(sample.encode()) == sample)
    let marker = StoredResponse(markerOf: ["accept", "x"], requestTime: 1, responseTime: 2)
    #expect(StoredResponse(marker.encode()) == marker)
    #expect(CacheKey.varyingNames(marker.fields) == ["accept", "x"])
  }

  @Test func otherVersionsAndOtherBytesAreNoAnswer() {
    var bytes = sample.encode()
    #expect(StoredResponse(bytes + [0]) == nil)
    for count in 0..<bytes.count { #expect(StoredResponse(Array(bytes.prefix(count))) == nil) }
    bytes[3] = 2
    #expect(StoredResponse(bytes) == nil)
    #expect(StoredResponse([]) == nil)
  }

  @Test func anyBytesAreAnAnswerOrNone() {
    var random = SeededGenerator(seed: 3)
    let whole = sample.encode()
    var accepted = 0
    for _ in 0..<50_000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let place = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: bytes[place] = .random(in: 0...255, using: &random)
        case 1: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: bytes.insert(.random(in: 0...255, using: &random), at: place)
        default: if bytes.count > 1 { bytes.remove(at: place) }
        }
      }
      guard let read = StoredResponse(bytes) else { continue }
      accepted += 1
      // What is read is what would be written.
      #expect((read.encode() == bytes) == true)
    }
    #expect(accepted > 100)
  }
}
