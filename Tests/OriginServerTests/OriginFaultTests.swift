import OriginServer
import Testing

@Suite struct OriginFaultTests {
  private let body = [UInt8](repeating: 7, count: 40_000)

  /// A request that is refused, and how; a long one is told by how it begins and its length.
  struct BadRequest: Sendable, CustomTestStringConvertible {
    var text: String
    var status: Int

    var testDescription: String {
      let bytes = text.utf8.count
      let beginning =
        bytes <= 100
        ? text.debugDescription : "\(String(text.prefix(24)).debugDescription)… of \(bytes) bytes"
      return "\(beginning): \(status)"
    }
  }

  private func exchange(_ response: OriginResponse) throws -> (bytes: [UInt8], end: RawClient.End?) {
    let origin = try OriginServer()
    origin.route("/a", response)
    let client = RawClient(port: origin.port)
    client.get("/a")
    return (client.readToEnd(), client.end)
  }

  private func bodyBytes(_ bytes: [UInt8]) -> Int { bytes.count { $0 == 7 } }

  @Test(arguments: [(OriginEnding.close, RawClient.End.closed), (.reset, .reset)])
  func aTruncatedBodyEndsAfterExactlySoManyBytes(ending: OriginEnding, end: RawClient.End) throws {
    let cut = OriginFault.cut(.withinBody(after: 1234), ending: ending)
    let (bytes, observed) = try exchange(OriginResponse(bytes: body).with { $0.fault = cut })
    #expect(String(decoding: bytes, as: UTF8.self).contains("Content-Length: 40000"))
    #expect(bodyBytes(bytes) == 1234)
    #expect(observed == end)
  }

  @Test(arguments: [(OriginEnding.close, RawClient.End.closed), (.reset, .reset)])
  func aCutBeforeTheHeadBringsNothing(ending: OriginEnding, end: RawClient.End) throws {
    let (bytes, observed) = try exchange(OriginResponse(fault: .cut(.beforeHead, ending: ending)))
    #expect(bytes.isEmpty)
    #expect(observed == end)
  }

  @Test(arguments: [(OriginEnding.close, RawClient.End.closed), (.reset, .reset)])
  func aCutWithinTheHeadBringsItsFirstBytes(ending: OriginEnding, end: RawClient.End) throws {
    let (bytes, observed) = try exchange(
      OriginResponse(fault: .cut(.withinHead(after: 12), ending: ending)))
    #expect(bytes == Array("HTTP/1.1 200".utf8))
    #expect(observed == end)
  }

  @Test func aStalledBodyStaysOpenUntilTheClientLeaves() async throws {
    let origin = try OriginServer()
    let fault = OriginFault.cut(.withinBody(after: 100), ending: .stall)
    origin.route("/a", OriginResponse(bytes: body).with { $0.fault = fault })
    let client = RawClient(port: origin.port)
    client.get("/a")
    #expect(bodyBytes(client.read(atLeast: 100)) <= 100)
    #expect(origin.statistics.requestsInFlight == 1)
    client.close()
    try await origin.wait { $0.connectionsOpen == 0 && $0.requestsInFlight == 0 }
    #expect(origin.statistics.responsesAborted == 1)
    #expect(origin.statistics.bytesAborted == origin.statistics.bytesWritten)
  }

  @Test func onlyTheBytesOfAbortedResponsesCountAsAborted() async throws {
    let origin = try OriginServer()
    origin.route("/whole", OriginResponse(bytes: body))
    let fault = OriginFault.cut(.withinBody(after: 100), ending: .stall)
    origin.route("/part", OriginResponse(bytes: body).with { $0.fault = fault })
    let client = RawClient(port: origin.port)
    client.get("/whole")
    #expect(client.response()?.status == 200)
    try await origin.wait { $0.responsesCompleted == 1 }
    let whole = origin.statistics.bytesWritten
    client.get("/part")
    _ = client.read(atLeast: 100)
    client.close()
    try await origin.wait { $0.connectionsOpen == 0 }
    #expect(origin.statistics.bytesAborted == origin.statistics.bytesWritten - whole)
    #expect(origin.statistics.bytesAborted >= 100)
    origin.resetStatistics()
    #expect(origin.statistics.bytesAborted == 0)
  }

  @Test func aHangingRouteNeverAnswers() async throws {
    let origin = try OriginServer()
    origin.route("/a", .hang)
    let client = RawClient(port: origin.port)
    client.get("/a")
    try await origin.wait { $0.requestsInFlight == 1 }
    #expect(origin.statistics.bytesWritten == 0)
    client.close()
    try await origin.wait { $0.connectionsOpen == 0 }
  }

  @Test func garbageIsSentInPlaceOfTheHead() throws {
    let garbage: [UInt8] = [0x00, 0xFF, 0x0D, 0x0A, 0x80, 0x41]
    let (bytes, end) = try exchange(OriginResponse(fault: .rawHead(garbage, ending: .close)))
    #expect(bytes == garbage)
    #expect(end == .closed)
  }

  @Test(arguments: [100_000, 39_999, 0])
  func aDeclaredLengthIsSentHoweverWrong(length: Int) throws {
    let (bytes, end) = try exchange(
      OriginResponse(bytes: body).with { $0.framing = .declaredLength(length) })
    #expect(String(decoding: bytes, as: UTF8.self).contains("Content-Length: \(length)\r\n"))
    #expect(bodyBytes(bytes) == 40_000)
    #expect(end == .closed)
  }

  @Test func aBodyWithoutLengthEndsWithTheConnection() throws {
    let (bytes, end) = try exchange(OriginResponse(bytes: body).with { $0.framing = .closeDelimited })
    #expect(!String(decoding: bytes, as: UTF8.self).contains("Content-Length"))
    #expect(bodyBytes(bytes) == 40_000)
    #expect(end == .closed)
  }

  @Test(arguments: [1, 7, 4096, 1_000_000])
  func aChunkedBodyIsReadBackWhole(size: Int) throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(bytes: body).with { $0.framing = .chunked(size: size) })
    let client = RawClient(port: origin.port)
    client.get("/a")
    #expect(client.response()?.body == body)
    client.get("/a")
    #expect(client.response()?.body == body)
  }

  @Test(arguments: OriginChunkFault.allCases)
  func aMalformedChunkedBodyIsMalformed(fault: OriginChunkFault) throws {
    let small = [UInt8](repeating: 7, count: 4)
    let (bytes, end) = try exchange(
      OriginResponse(bytes: small).with { $0.framing = .malformedChunked(fault) })
    let text = String(decoding: bytes, as: UTF8.self)
    let coded =
      switch fault {
      case .unterminated: "4\r\n\u{7}\u{7}\u{7}\u{7}\r\n"
      case .badLength: "xyz\r\n\u{7}\u{7}\u{7}\u{7}\r\n0\r\n\r\n"
      case .lengthTooLarge: "3ec\r\n\u{7}\u{7}\u{7}\u{7}"
      case .missingLineEnd: "4\r\n\u{7}\u{7}\u{7}\u{7}0\r\n\r\n"
      case .hugeLength: "fffffffffffffffff\r\n\u{7}\u{7}\u{7}\u{7}\r\n0\r\n\r\n"
      }
    #expect(text.hasSuffix("\r\n\r\n" + coded))
    #expect(end == .closed)
  }

  @Test(
    arguments: [
      ("GET\r\n\r\n", 400), ("GET /a HTTP/2.0\r\n\r\n", 505), ("G(T /a HTTP/1.1\r\n\r\n", 400),
      ("GET a HTTP/1.1\r\n\r\n", 400), ("GET /a HTTP/1.1\r\nNo Colon\r\n\r\n", 400),
      ("GET /a HTTP/1.1\r\nContent-Length: -1\r\n\r\n", 400),
      ("GET /a HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
      ("GET /a HTTP/1.1\r\nContent-Length: 2000000\r\n\r\n", 413),
      ("GET /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
      ("GET /" + String(repeating: "a", count: 20_000) + " HTTP/1.1\r\n\r\n", 431),
      (String(repeating: "a", count: 40_000), 431),
      ("GET /a HTTP/1.1\r\n" + String(repeating: "a: b\r\n", count: 200) + "\r\n", 431),
    ].map(BadRequest.init))
  func aBadRequestIsRefusedAndTheConnectionClosed(request: BadRequest) throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(text: "ok"))
    let client = RawClient(port: origin.port)
    client.send(request.text)
    #expect(client.response()?.status == request.status)
    _ = client.readToEnd()
    #expect(client.end == .closed)
    #expect(origin.statistics.malformedRequests == 1)
    #expect(origin.statistics.requests == 0)
  }
}
