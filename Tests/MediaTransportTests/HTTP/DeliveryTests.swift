import Foundation
import OriginServer
import Testing

@testable import MediaTransport

@Suite struct HTTPDeliveryTests {
  private let origin: OriginServer
  private let transport = HTTPTransport.forTests()

  init() throws { origin = try OriginServer() }

  /// What a server sends first; a long one is told by how it begins and its length.
  struct RawHead: Sendable, CustomTestStringConvertible {
    var text: String

    var testDescription: String {
      let bytes = text.utf8.count
      return bytes <= 100
        ? text.debugDescription : "\(String(text.prefix(24)).debugDescription)… of \(bytes) bytes"
    }
  }

  @Test func bodyArrivesWholeWithItsHead() {
    let bytes = OriginResponse.pattern(300_000)
    origin.route("/a", OriginResponse(bytes: bytes, contentType: "image/jpeg"))
    let record = transport.fetch(origin.url("/a"))
    #expect(record.bytes == bytes)
    #expect(record.responses.count == 1)
    #expect(record.responses.first?.status == 200)
    #expect(record.responses.first?.expectedBytes == 300_000)
    #expect(record.responses.first?.header("content-type") == "image/jpeg")
    #expect(record.responses.first?.effectiveURL == origin.url("/a"))
    #expect(record.summary?.bytes == 300_000)
    #expect(record.summary?.attempts == 1)
  }

  @Test func momentsComeInOrder() throws {
    origin.route("/a", OriginResponse(bytes: [1]))
    let timings = try #require(transport.fetch(origin.url("/a")).summary).timings
    let resolve = try #require(timings.resolve)
    let connect = try #require(timings.connect)
    let firstByte = try #require(timings.firstByte)
    let lastByte = try #require(timings.lastByte)
    #expect(.zero <= resolve && resolve <= connect && connect <= firstByte && firstByte <= lastByte)
    // The second one needs no connection.
    let again = try #require(transport.fetch(origin.url("/a")).summary).timings
    #expect(again.connect == nil)
    #expect(again.resolve == nil)
    #expect(again.firstByte != nil)
  }

  @Test func oneConnectionServesOneAfterTheOther() {
    origin.route("/a", OriginResponse(bytes: OriginResponse.pattern(5_000)))
    for _ in 0..<20 { #expect(transport.fetch(origin.url("/a")).summary?.bytes == 5_000) }
    #expect(origin.statistics.connectionsOpened == 1)
    #expect(origin.statistics.requests == 20)
  }

  @Test func connectionThatWasClosedMeanwhileIsReplaced() throws {
    origin.route("/a", OriginResponse(bytes: [1]).with { $0.persistence = .closeUnannounced })
    for _ in 0..<5 { #expect(transport.fetch(origin.url("/a")).summary?.attempts == 1) }
  }

  @Test(arguments: [OriginFraming.chunked(size: 1), .chunked(size: 7_000), .closeDelimited])
  func bodyWithoutLengthArrivesWhole(framing: OriginFraming) {
    let bytes = OriginResponse.pattern(20_000)
    origin.route("/a", OriginResponse(bytes: bytes).with { $0.framing = framing })
    let record = transport.fetch(origin.url("/a"))
    #expect(record.bytes == bytes)
    #expect(record.responses.first?.expectedBytes == nil)
  }

  @Test(arguments: [200, 204, 205])
  func answerWithoutBodyFinishesWithNothing(status: Int) {
    origin.route("/a", OriginResponse(status: status))
    let record = transport.fetch(origin.url("/a"))
    #expect(record.summary?.bytes == 0)
    #expect(record.responses.first?.status == status)
    #expect(record.responses.first?.expectedBytes == 0)
  }

  // FAULTS 35
  @Test func encodedBodyIsDecodedAndItsLengthUnknown() throws {
    let encoded = try #require(Data(base64Encoded: Self.gzip))
    var response = OriginResponse(bytes: Array(encoded))
    response.fields.append(OriginField("Content-Encoding", "gzip"))
    origin.route("/a", response)
    let record = transport.fetch(origin.url("/a"))
    #expect(record.bytes == Array(String(repeating: "picture", count: 1_000).utf8))
    #expect(record.responses.first?.expectedBytes == nil)
    #expect(record.summary?.bytes == 7_000)
    #expect(origin.statistics.recorded.first?.value(of: "Accept-Encoding")?.contains("gzip") == true)
  }

  @Test func brokenEncodingIsAProtocolError() {
    for (encoding, bytes) in [("gzip", OriginResponse.pattern(500)), ("unheard-of", [1, 2, 3])] {
      var response = OriginResponse(bytes: bytes)
      response.fields.append(OriginField("Content-Encoding", encoding))
      origin.route("/a", response)
      #expect(transport.fetch(origin.url("/a")).error?.code == .protocolError)
    }
  }

  @Test func requestCarriesItsFieldsAndTheUserAgent() {
    origin.route("/a", OriginResponse(bytes: [1]))
    let transport = HTTPTransport.forTests { $0.userAgent = "Test/1" }
    _ = transport.fetch(origin.url("/a")) {
      $0.headers = [HTTPField("X-One", "1"), HTTPField("X-Empty", ""), HTTPField("Accept", "image/png")]
    }
    let request = origin.statistics.recorded.first
    #expect(request?.method == "GET")
    #expect(request?.value(of: "User-Agent") == "Test/1")
    #expect(request?.value(of: "X-One") == "1")
    #expect(request?.value(of: "X-Empty") == "")
    #expect(request?.fields.filter { $0.name == "Accept" }.map(\.value) == ["image/png"])
    // Fields of one request are not those of the next.
    _ = transport.fetch(origin.url("/a"))
    #expect(origin.statistics.recorded.last?.value(of: "X-One") == nil)
  }

  @Test func fieldThatWouldEndTheHeaderIsRefused() {
    origin.route("/a", OriginResponse(bytes: [1]))
    let record = transport.fetch(origin.url("/a")) { $0.headers = [HTTPField("A", "b\r\nHost: evil")] }
    #expect(record.error?.code == .invalidHeader)
    #expect(origin.statistics.requests == 0)
  }

  @Test func interimAnswersAreNotDelivered() {
    origin.route("/a", OriginResponse(bytes: [1, 2]).with { $0.interim = [103, 103] })
    let record = transport.fetch(origin.url("/a"))
    #expect(record.responses.map(\.status) == [200])
    #expect(record.bytes == [1, 2])
  }

  // FAULTS 36 (coil#1839)
  @Test func headerBytesOutsideASCIIDoNoHarm() {
    let head =
      Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\nX-Name: ".utf8) + [0xE9, 0xFF] + Array("\r\n\r\nok".utf8)
    origin.route("/a", OriginResponse(fault: .rawHead(head, ending: .close)))
    let record = transport.fetch(origin.url("/a"))
    #expect(record.bytes == Array("ok".utf8))
    #expect(record.responses.first?.header("x-name") == "\u{E9}\u{FF}")
  }

  @Test(
    arguments: [
      "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
      "HTTP/1.1 206 Partial Content\r\nContent-Range: bytes 0-1/9\r\nContent-Length: 2\r\n\r\nab",
      "HTTP/1.1 200 OK\r\nContent-Length: -7\r\n\r\n", "nonsense\r\n\r\n", "HTTP/9.9 200 OK\r\n\r\n",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
      "HTTP/1.1 200 OK\r\nX: " + String(repeating: "y", count: 300_000) + "\r\n\r\n",
      "HTTP/1.1 200 OK\r\n" + String(repeating: "A: bcdefghijklmnopqrstuvwxyz\r\n", count: 12_000) + "\r\n",
    ].map(RawHead.init))
  func answerThatCannotBeTrustedIsAnError(head: RawHead) throws {
    origin.route("/a", OriginResponse(fault: .rawHead(Array(head.text.utf8), ending: .close)))
    let record = transport.fetch(origin.url("/a")) { $0.retryPolicy = .never }
    let error = try #require(record.error)
    #expect([.protocolError, .connectionFailed, .other].contains(error.code), "\(error)")
    #expect(record.responses.isEmpty)
  }

  @Test func userAndPasswordAreSentButNotTold() {
    origin.route("/a", OriginResponse(bytes: [1]))
    origin.route("/b", .status(403))
    let base = origin.baseURL.replacing("http://", with: "http://user:secret@")
    let record = transport.fetch(base + "/a")
    #expect(origin.statistics.recorded.first?.value(of: "Authorization") == "Basic dXNlcjpzZWNyZXQ=")
    #expect(record.responses.first?.effectiveURL == origin.url("/a"))
    #expect(transport.fetch(base + "/b").error?.url == origin.url("/b"))
  }

  @Test(arguments: [
    "", "nonsense", "http://", "http://a:99999/", "ftp://127.0.0.1/a", "gopher://127.0.0.1/",
    "javascript:alert(1)",
  ])
  func textThatIsNoURLFailsAfterStartHasReturned(url: String) throws {
    let thread = pthread_self()
    let recorder = Recorder(onEnd: { #expect(pthread_self() != thread) })
    _ = transport.begin(url, recorder)
    let error = try #require(recorder.result().error)
    #expect(error.phase == .request)
    #expect(error.code == .invalidURL || error.code == .schemeNotAllowed)
    #expect(!error.message.isEmpty)
  }

  @Test func receiverMayExitTheProcess() async {
    await #expect(processExitsWith: .exitCode(3)) {
      let origin = try OriginServer()
      origin.route("/a", OriginResponse(bytes: [1]))
      let transport = HTTPTransport.forTests()
      let recorder = Recorder(onBytes: { _ in exit(3) })
      _ = transport.begin(origin.url("/a"), recorder)
      _ = recorder.result()
      exit(1)
    }
  }

  @Test func hostWithoutConnectionsTakesNoMoreThanItsShare() async throws {
    let gate = OriginGate()
    origin.route("/a", OriginResponse(bytes: [1]).with { $0.gate = gate })
    let recorders = (0..<20).map { _ in Recorder() }
    for recorder in recorders { _ = transport.begin(origin.url("/a"), recorder) }
    try await origin.wait { $0.requestsInFlight == 6 }
    gate.open()
    for recorder in recorders { #expect(recorder.result().summary != nil) }
    #expect(origin.statistics.peakConnectionsOpen == 6)
    #expect(origin.statistics.connectionsOpened == 6)
  }

  @Test func connectionsHaveALimitInAll() async throws {
    let others = try (0..<4).map { _ in try OriginServer() }
    let gate = OriginGate()
    for origin in others { origin.route("/a", OriginResponse(bytes: [1]).with { $0.gate = gate }) }
    let transport = HTTPTransport.forTests { $0.limits.totalConnections = 3 }
    let recorders = (0..<16).map { _ in Recorder() }
    for (index, recorder) in recorders.enumerated() {
      _ = transport.begin(others[index % 4].url("/a"), recorder)
    }
    try await others[2].wait { $0.requestsInFlight >= 1 }
    #expect(others.map(\.statistics.connectionsOpen).reduce(0, +) <= 3)
    gate.open()
    for recorder in recorders { #expect(recorder.result().summary != nil) }
  }

  // 7,000 bytes: "picture", 1,000 times.
  static let gzip =
    "H4sIAAAAAAACA+3FMQ0AMAgAMLELxz5CwD8KcNA+zf96KlKSJEmSJEmSJEnS3QLUyBo+WBsAAA=="
}
