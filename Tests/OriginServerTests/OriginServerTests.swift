import OriginServer
import Testing

@Suite struct OriginServerTests {
  private let body = (0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }

  private func client(_ origin: OriginServer) -> RawClient { RawClient(port: origin.port) }

  // MARK: - Right answers

  @Test func aRouteIsAnsweredWithStatusFieldsAndBody() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(bytes: body, contentType: "image/jpeg"))
    let client = client(origin)
    client.get("/a")
    let response = try #require(client.response())
    #expect(response.status == 200)
    #expect(response.body == body)
    #expect(response.value(of: "Content-Type") == "image/jpeg")
    #expect(response.value(of: "Content-Length") == "50000")
  }

  @Test func anUnknownPathIsAnsweredWith404() throws {
    let origin = try OriginServer()
    let client = client(origin)
    client.get("/nothing")
    #expect(client.response()?.status == 404)
  }

  @Test func aRouteThatIsReplacedWhileItRunsIsAnsweredTheNewWay() throws {
    let origin = try OriginServer()
    let client = client(origin)
    origin.route("/a", OriginResponse(text: "one"))
    client.get("/a")
    #expect(client.response()?.body == Array("one".utf8))
    origin.route("/a", OriginResponse(text: "two"))
    client.get("/a")
    #expect(client.response()?.body == Array("two".utf8))
    origin.removeRoute("/a")
    client.get("/a")
    #expect(client.response()?.status == 404)
  }

  @Test func pathsBelowAPrefixShareAHandlerUnlessTheyHaveARoute() throws {
    let origin = try OriginServer()
    origin.route(below: "/") { OriginResponse(text: "all \($0.path)") }
    origin.route(below: "/t/") { OriginResponse(text: "below \($0.path)") }
    origin.route("/t/own", OriginResponse(text: "own"))
    let client = client(origin)
    for (path, text) in [
      ("/t/a?x=1", "below /t/a"), ("/t/", "below /t/"), ("/t", "all /t"), ("/t/own", "own"), ("/", "all /"),
    ] {
      client.get(path)
      #expect(client.response()?.body == Array(text.utf8))
    }
  }

  @Test func aConnectionIsKeptForFurtherRequests() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(bytes: body))
    let client = client(origin)
    for _ in 0..<20 {
      client.get("/a")
      #expect(client.response()?.body == body)
    }
    #expect(origin.statistics.connectionsOpened == 1)
    #expect(origin.statistics.requests(for: "/a") == 20)
    #expect(origin.statistics.recorded.map(\.ordinal) == Array(1...20))
  }

  @Test func pipelinedRequestsAreAnsweredInOrderHoweverMany() throws {
    let origin = try OriginServer()
    origin.route("/n") { OriginResponse(text: $0.query ?? "") }
    let client = client(origin)
    let count = 5000
    client.send((0..<count).map { "GET /n?\($0) HTTP/1.1\r\nHost: test\r\n\r\n" }.joined())
    for index in 0..<count { #expect(client.response()?.body == Array("\(index)".utf8)) }
  }

  @Test func aRequestSentByteByByteIsUnderstood() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(text: "ok"))
    let client = client(origin)
    for byte in "GET /a HTTP/1.1\r\nHost: test\r\n\r\n".utf8 { client.send([byte]) }
    #expect(client.response()?.status == 200)
  }

  @Test func aHeadRequestBringsTheLengthButNoBody() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(bytes: body))
    let client = client(origin)
    client.get("/a", method: "HEAD")
    let response = try #require(client.response(hasBody: false))
    #expect(response.value(of: "Content-Length") == "50000")
    client.get("/a")
    #expect(client.response()?.body == body)
  }

  @Test func aRequestBodyIsReadAndRecorded() throws {
    let origin = try OriginServer()
    origin.route("/event", .status(204))
    let client = client(origin)
    client.send("POST /event HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\n\r\nhello")
    #expect(client.response()?.status == 204)
    #expect(origin.statistics.recorded.first?.body == Array("hello".utf8))
  }

  @Test func aClientThatExpectsContinueIsToldToGoOn() throws {
    let origin = try OriginServer()
    origin.route("/event", .status(204))
    let client = client(origin)
    client.send("POST /event HTTP/1.1\r\nHost: test\r\nContent-Length: 5\r\nExpect: 100-continue\r\n\r\n")
    #expect(client.response()?.status == 100)
    client.send("hello")
    #expect(client.response()?.status == 204)
  }

  @Test func aSequenceIsAnsweredInOrderAndItsLastResponseRepeated() throws {
    let origin = try OriginServer()
    origin.route("/a", sequence: [.status(503), .status(503), OriginResponse(text: "ok")])
    let client = client(origin)
    let statuses = (0..<4).map { _ in
      client.get("/a")
      return client.response()?.status
    }
    #expect(statuses == [503, 503, 200, 200])
  }

  @Test func aRedirectNamesItsTarget() throws {
    let origin = try OriginServer()
    origin.route("/a", .redirect(to: origin.url("/b"), status: 307))
    let client = client(origin)
    client.get("/a")
    let response = try #require(client.response())
    #expect(response.status == 307)
    #expect(response.value(of: "Location") == "http://127.0.0.1:\(origin.port)/b")
  }

  @Test func interimResponsesComeBeforeTheFinalOne() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(text: "ok").with { $0.interim = [103] })
    let client = client(origin)
    client.get("/a")
    #expect(client.response()?.status == 103)
    #expect(client.response()?.body == Array("ok".utf8))
  }

  @Test func anAbsoluteTargetIsServedByItsPathAndRecordedAsSent() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(text: "ok"))
    let client = client(origin)
    client.get("http://example.org/a?x=1")
    #expect(client.response()?.status == 200)
    #expect(origin.statistics.recorded.first?.target == "http://example.org/a?x=1")
  }

  // MARK: - Connections

  @Test func aResponseThatClosesSaysSo() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(bytes: body, contentType: nil).with { $0.persistence = .close })
    let client = client(origin)
    client.get("/a")
    #expect(client.response()?.value(of: "Connection") == "close")
    _ = client.readToEnd()
    #expect(client.end == .closed)
  }

  @Test func anUnannouncedCloseIsNotSaid() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(bytes: body).with { $0.persistence = .closeUnannounced })
    let client = client(origin)
    client.get("/a")
    #expect(client.response()?.value(of: "Connection") == nil)
    _ = client.readToEnd()
    #expect(client.end == .closed)
  }

  @Test func aClientThatAsksToCloseGetsAClose() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(text: "ok"))
    let client = client(origin)
    client.get("/a", ["Connection: close"])
    #expect(client.response()?.status == 200)
    _ = client.readToEnd()
    #expect(client.end == .closed)
  }

  @Test func aConnectionClosesAfterItsLastRequest() throws {
    var configuration = OriginConfiguration()
    configuration.requestsPerConnection = 2
    let origin = try OriginServer(configuration)
    origin.route("/a", OriginResponse(text: "ok"))
    let client = client(origin)
    client.get("/a")
    #expect(client.response()?.value(of: "Connection") == nil)
    client.get("/a")
    #expect(client.response()?.value(of: "Connection") == "close")
    _ = client.readToEnd()
    #expect(client.end == .closed)
  }

  @Test func openConnectionsCanBeClosedOrReset() async throws {
    let origin = try OriginServer()
    for (withReset, end) in [(false, RawClient.End.closed), (true, .reset)] {
      let client = client(origin)
      try await origin.wait { $0.connectionsOpen == 1 }
      origin.closeConnections(withReset: withReset)
      _ = client.readToEnd()
      #expect(client.end == end)
      try await origin.wait { $0.connectionsOpen == 0 }
    }
  }

  @Test func stoppingClosesConnectionsAndThePort() throws {
    let origin = try OriginServer()
    let client = client(origin)
    origin.route("/a", .hang)
    client.get("/a")
    try origin.blockingWait { $0.requestsInFlight == 1 }
    origin.stop()
    origin.stop()
    _ = client.readToEnd()
    #expect(client.end != nil && client.end != .timedOut)
    #expect(RawClient(port: origin.port).end == .reset)
  }

  @Test func aPortInUseIsATypedError() throws {
    let origin = try OriginServer()
    var configuration = OriginConfiguration()
    configuration.port = origin.port
    #expect(throws: OriginError.self) { try OriginServer(configuration) }
  }
}
