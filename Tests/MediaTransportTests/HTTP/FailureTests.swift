import OriginServer
import Testing

@testable import MediaTransport

@Suite struct HTTPFailureTests {
  private let origin: OriginServer
  private let transport = HTTPTransport.forTests()

  init() throws { origin = try OriginServer() }

  private func response(_ bytes: Int = 10_000, _ change: (inout OriginResponse) -> Void) -> OriginResponse {
    OriginResponse(bytes: OriginResponse.pattern(bytes)).with(change)
  }

  // MARK: - Truncation

  // FAULTS 29, 28
  @Test(arguments: [OriginEnding.close, .reset])
  func bodyThatEndsEarlyIsTruncatedAndNotRetried(ending: OriginEnding) throws {
    origin.route("/a", response { $0.fault = .cut(.withinBody(after: 4_000), ending: ending) })
    let record = transport.fetch(origin.url("/a"))
    let error = try #require(record.error)
    #expect(error.code == .truncated)
    #expect(error.phase == .body)
    #expect(error.status == 200)
    #expect(error.curlCode != nil)
    #expect(error.attempt == 1)
    #expect(record.bytes == Array(OriginResponse.pattern(10_000).prefix(4_000)))
    #expect(origin.statistics.requests == 1)
  }

  // FAULTS 29
  @Test func bodyShorterThanDeclaredIsTruncated() {
    origin.route("/a", response { $0.framing = .declaredLength(10_001) })
    #expect(transport.fetch(origin.url("/a")).error?.code == .truncated)
  }

  @Test func bodyLongerThanDeclaredEndsWhereItWasDeclaredTo() {
    origin.route("/a", response { $0.framing = .declaredLength(9_999) })
    let record = transport.fetch(origin.url("/a"))
    #expect(record.summary?.bytes == 9_999)
    #expect(record.bytes == Array(OriginResponse.pattern(10_000).prefix(9_999)))
  }

  @Test(arguments: OriginChunkFault.allCases)
  func brokenChunksAreAnError(fault: OriginChunkFault) throws {
    origin.route("/a", response { $0.framing = .malformedChunked(fault) })
    let error = try #require(transport.fetch(origin.url("/a")).error)
    #expect([.truncated, .protocolError].contains(error.code), "\(error)")
    #expect(error.phase == .body)
  }

  // MARK: - Status

  // FAULTS 38 (status)
  @Test(arguments: [400, 401, 403, 404, 408, 410, 416, 451])
  func bodyOfAnErrorIsNotDeliveredAndNotRetried(status: Int) throws {
    origin.route("/a", .status(status))
    let record = transport.fetch(origin.url("/a"))
    let error = try #require(record.error)
    #expect(error.code == .badStatus)
    #expect(error.status == status)
    #expect(error.phase == .headers)
    #expect(error.attempt == 1)
    #expect(error.message.contains("\(status)"))
    #expect(record.responses.isEmpty)
    #expect(record.bytes.isEmpty)
    #expect(origin.statistics.requests == 1)
  }

  @Test func connectionIsKeptAfterASmallErrorBodyAndClosedAfterALargeOne() throws {
    origin.route("/small", response(30_000) { $0.status = 404 })
    origin.route("/chunked", response(30_000) { ($0.status, $0.framing) = (404, .chunked(size: 1_000)) })
    origin.route("/large", response(8_000_000) { $0.status = 404 })
    for path in ["/small", "/chunked", "/small"] {
      #expect(transport.fetch(origin.url(path)).error?.status == 404)
    }
    #expect(origin.statistics.connectionsOpened == 1)
    #expect(transport.fetch(origin.url("/large")).error?.status == 404)
    try origin.blockingWait { $0.connectionsOpen == 0 }
  }

  @Test func errorIsToldBeforeItsBodyHasCome() {
    let gate = OriginGate()
    origin.route("/a", response { ($0.status, $0.bodyGates) = (404, [OriginBodyGate(after: 10, gate)]) })
    #expect(transport.fetch(origin.url("/a")).error?.status == 404)
    gate.open()
  }

  // MARK: - Retries

  @Test func statusThatPassesIsTriedAgain() {
    origin.route("/a", sequence: [.status(503), .status(429), OriginResponse(bytes: [1])])
    let record = transport.fetch(origin.url("/a"))
    #expect(record.bytes == [1])
    #expect(record.summary?.attempts == 3)
    #expect(record.responses.count == 1)
  }

  @Test func retriesEnd() {
    origin.route("/a", .status(500))
    let error = transport.fetch(origin.url("/a")).error
    #expect(error?.attempt == 3)
    #expect(error?.status == 500)
    #expect(origin.statistics.requests == 3)
    _ = transport.fetch(origin.url("/a")) { $0.retryPolicy = .never }
    #expect(origin.statistics.requests == 4)
  }

  @Test func waitThatTheServerAsksForIsNotCutShort() {
    origin.route("/a", .status(503, fields: [OriginField("Retry-After", "3600")]))
    origin.route("/b", .status(503, fields: [OriginField("Retry-After", "Fri, 31 Dec 9999 23:59:59 GMT")]))
    #expect(transport.fetch(origin.url("/a")).error?.attempt == 1)
    #expect(transport.fetch(origin.url("/b")).error?.attempt == 1)
    origin.route(
      "/c", sequence: [.status(503, fields: [OriginField("Retry-After", "0")]), OriginResponse(bytes: [1])])
    #expect(transport.fetch(origin.url("/c")).summary?.attempts == 2)
  }

  @Test(arguments: [OriginCut.beforeHead, .withinHead(after: 20)], [OriginEnding.close, .reset])
  func connectionThatBreaksBeforeTheAnswerIsTriedAgain(cut: OriginCut, ending: OriginEnding) {
    origin.route(
      "/a", sequence: [response { $0.fault = .cut(cut, ending: ending) }, OriginResponse(bytes: [1, 2])])
    let record = transport.fetch(origin.url("/a"))
    #expect(record.bytes == [1, 2])
    #expect(record.responses.count == 1)
  }

  @Test func refusedConnectionIsTriedAgainThenFails() throws {
    let port = try OriginServer().port
    let error = try #require(transport.fetch("http://127.0.0.1:\(port)/").error)
    #expect(error.code == .connectionFailed)
    #expect(error.phase == .connect)
    #expect(error.attempt == 3)
    #expect(error.curlCode == 7)
    #expect(error.message.contains("127.0.0.1"))
  }

  @Test func unknownHostIsAnUnresolvedHost() throws {
    let error = try #require(
      transport.fetch("http://nobody.invalid/") { $0.retryPolicy = .never }.error)
    #expect(error.code == .unresolvedHost)
    #expect(error.phase == .resolve)
    #expect(error.message.contains("nobody.invalid"))
  }

  // MARK: - Certificates

  @Test func missingBundleIsAnErrorThatTellsWhatToDo() throws {
    let transport = HTTPTransport.forTests { $0.caBundlePath = "/nonexistent.pem" }
    let error = try #require(transport.fetch(origin.url("/a").replacing("http:", with: "https:")).error)
    #expect(error.code == .tlsFailed)
    #expect(error.phase == .tls)
    #expect(error.attempt == 1)
    #expect(error.message.contains("/nonexistent.pem"))
    #expect(
      error.message.hasSuffix("; install the package ca-certificates, or name a bundle of certificates"))
  }

  // MARK: - Limits

  @Test func bodyOverTheLimitIsRefusedByItsLength() throws {
    let gate = OriginGate()
    origin.route("/a", response(1_001) { $0.bodyGates = [OriginBodyGate(after: 1, gate)] })
    let record = transport.fetch(origin.url("/a")) { $0.maximumBytes = 1_000 }
    #expect(record.error?.code == .tooLarge)
    #expect(record.error?.phase == .headers)
    #expect(record.responses.isEmpty)
    gate.open()
    #expect(transport.fetch(origin.url("/a")) { $0.maximumBytes = 1_001 }.summary?.bytes == 1_001)
  }

  @Test func bodyOfUnknownLengthIsStoppedAtTheLimit() throws {
    origin.route("/a", response(2_000_000) { $0.framing = .chunked(size: 10_000) })
    let record = transport.fetch(origin.url("/a")) { $0.maximumBytes = 100_000 }
    #expect(record.error?.code == .tooLarge)
    #expect(record.error?.phase == .body)
    #expect(record.bytes.count <= 100_000)
    try origin.blockingWait { $0.connectionsOpen == 0 }
  }

  @Test func limitIsOnDecodedBytes() throws {
    var response = OriginResponse(bytes: GzipBomb.bytes)
    response.fields.append(OriginField("Content-Encoding", "gzip"))
    origin.route("/a", response)
    let record = transport.fetch(origin.url("/a")) { $0.maximumBytes = 1 << 20 }
    #expect(record.error?.code == .tooLarge)
    #expect(record.bytes.count <= 1 << 20)
  }
}

/// 64 MiB of zeros in some 64 KiB, made of stored deflate blocks' opposite: one block of the longest matches.
enum GzipBomb {
  static let bytes: [UInt8] = {
    // Header; one fixed-Huffman block: a literal zero, then matches of length 258 at distance 1.
    var bits = BitWriter()
    bits.append(1, count: 1)
    bits.append(1, count: 2)
    bits.appendReversed(0x30, count: 8)
    for _ in 0..<260_000 {
      bits.appendReversed(0b1100_0101, count: 8)
      bits.appendReversed(0, count: 5)
    }
    bits.append(0, count: 7)
    return [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3] + bits.bytes
  }()

  private struct BitWriter {
    var bytes: [UInt8] = []
    private var used = 0

    mutating func append(_ value: Int, count: Int) {
      for index in 0..<count { put(value >> index & 1) }
    }

    // Huffman codes are packed from their most significant bit.
    mutating func appendReversed(_ value: Int, count: Int) {
      for index in (0..<count).reversed() { put(value >> index & 1) }
    }

    private mutating func put(_ bit: Int) {
      if used % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(bit << (used % 8))
      used += 1
    }
  }
}
