import OriginServer
import Synchronization
import Testing

@Suite struct OriginTimingTests {
  private let body = [UInt8](repeating: 7, count: 40_000)

  // MARK: - Gates

  @Test func aGatedResponseIsSentAfterItsRelease() async throws {
    let origin = try OriginServer()
    let gate = OriginGate()
    origin.route("/a", OriginResponse(bytes: body).with { $0.gate = gate })
    let client = RawClient(port: origin.port)
    client.get("/a")
    try await origin.wait { _ in gate.waitingCount == 1 }
    #expect(origin.statistics.bytesWritten == 0)
    gate.release()
    #expect(client.response()?.body == body)
    #expect(gate.arrivalCount == 1)
  }

  @Test func aReleaseLetsTheOldestOfThoseThatWaitGo() async throws {
    let origin = try OriginServer()
    let gate = OriginGate()
    origin.route("/a", OriginResponse(text: "a").with { $0.gate = gate })
    let clients = (0..<3).map { _ in RawClient(port: origin.port) }
    for (index, client) in clients.enumerated() {
      client.get("/a")
      try await origin.wait { _ in gate.waitingCount == index + 1 }
    }
    gate.release(2)
    #expect(clients[0].response()?.status == 200)
    #expect(clients[1].response()?.status == 200)
    #expect(gate.waitingCount == 1)
    gate.open()
    #expect(clients[2].response()?.status == 200)
  }

  @Test func aReleaseMadeEarlyIsKept() throws {
    let origin = try OriginServer()
    let gate = OriginGate()
    origin.route("/a", OriginResponse(text: "a").with { $0.gate = gate })
    gate.release()
    let client = RawClient(port: origin.port)
    client.get("/a")
    #expect(client.response()?.status == 200)
  }

  @Test func aGateWithinTheBodyHoldsTheRestBack() async throws {
    let origin = try OriginServer()
    let gate = OriginGate()
    origin.route(
      "/a", OriginResponse(bytes: body).with { $0.bodyGates = [OriginBodyGate(after: 1000, gate)] })
    let client = RawClient(port: origin.port)
    client.get("/a")
    try await origin.wait { _ in gate.waitingCount == 1 }
    let sent = origin.statistics.bytesWritten
    let first = client.read(atLeast: sent)
    #expect(first.count { $0 == 7 } == 1000)
    gate.release()
    #expect(client.read(atLeast: 39_000).count == 39_000)
  }

  @Test func aClientThatLeavesAGateIsForgotten() async throws {
    let origin = try OriginServer()
    let gate = OriginGate()
    origin.route("/a", OriginResponse(text: "a").with { $0.gate = gate })
    let client = RawClient(port: origin.port)
    client.get("/a")
    try await origin.wait { _ in gate.waitingCount == 1 }
    client.close()
    try await origin.wait { $0.connectionsOpen == 0 && gate.waitingCount == 0 }
    #expect(origin.statistics.responsesAborted == 1)
    #expect(origin.statistics.requestsInFlight == 0)
  }

  // MARK: - Time

  @Test func aResponseIsNotSentBeforeItsLatency() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(text: "a").with { $0.latency = .milliseconds(60) })
    let client = RawClient(port: origin.port)
    let elapsed = ContinuousClock().measure {
      client.get("/a")
      _ = client.response()
    }
    #expect(elapsed >= .milliseconds(60))
  }

  @Test func latenciesOfManyConnectionsPassTogether() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(text: "a").with { $0.latency = .milliseconds(100) })
    let clients = (0..<100).map { _ in RawClient(port: origin.port) }
    let elapsed = ContinuousClock().measure {
      for client in clients { client.get("/a") }
      for client in clients { #expect(client.response()?.status == 200) }
    }
    // One after the other would be 10 s.
    #expect(elapsed < .seconds(5))
    #expect(origin.statistics.peakRequestsInFlight >= 2)
  }

  @Test func aThrottledBodyTakesItsTime() throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(bytes: body).with { $0.pacing = .bytesPerSecond(200_000) })
    let client = RawClient(port: origin.port)
    var response: RawClient.Response?
    let elapsed = ContinuousClock().measure {
      client.get("/a")
      response = client.response()
    }
    #expect(response?.body == body)
    #expect(elapsed >= .milliseconds(195))
  }

  @Test func aTrickledBodyTakesItsPauses() throws {
    let origin = try OriginServer()
    let pacing = OriginPacing.trickle(bytes: 10_000, pause: .milliseconds(20))
    origin.route("/a", OriginResponse(bytes: body).with { $0.pacing = pacing })
    let client = RawClient(port: origin.port)
    var response: RawClient.Response?
    let elapsed = ContinuousClock().measure {
      client.get("/a")
      response = client.response()
    }
    #expect(response?.body == body)
    #expect(elapsed >= .milliseconds(60))
  }

  // MARK: - Link

  @Test func theLinkIsSharedByAllConnections() throws {
    var configuration = OriginConfiguration()
    configuration.linkBytesPerSecond = 1_000_000
    let origin = try OriginServer(configuration)
    origin.route("/a", OriginResponse(bytes: body))
    let clients = (0..<5).map { _ in RawClient(port: origin.port) }
    let elapsed = ContinuousClock().measure {
      for client in clients { client.get("/a") }
      for client in clients { #expect(client.response()?.body == body) }
    }
    // 200,000 bytes less the 20 ms worth that may have been saved up.
    #expect(elapsed >= .milliseconds(175))
  }

  @Test func aSmallResponseOnABusyLinkIsNotHeldUpByALargeOne() async throws {
    let origin = try OriginServer()
    origin.setLink(bytesPerSecond: 5_000_000)
    let gate = OriginGate()
    origin.route(
      "/large", OriginResponse(bytes: [UInt8](repeating: 1, count: 1_000_000)).with { $0.gate = gate })
    origin.route(
      "/small", OriginResponse(bytes: [UInt8](repeating: 2, count: 20_000)).with { $0.gate = gate })
    let (large, small) = (RawClient(port: origin.port), RawClient(port: origin.port))
    large.get("/large")
    try await origin.wait { _ in gate.waitingCount == 1 }
    small.get("/small")
    try await origin.wait { _ in gate.waitingCount == 2 }
    // Read on the origin's thread at the moment at which the small one is done, however busy the machine is.
    let written = Atomic<Int>(0)
    async let isDone: Void = origin.wait { statistics in
      gate.open()
      guard statistics.responsesCompleted >= 1 else { return false }
      _ = written.compareExchange(expected: 0, desired: statistics.bytesWritten, ordering: .relaxed)
      return true
    }
    #expect(small.response()?.body.count == 20_000)
    try await isDone
    #expect(origin.statistics.requests == 2)
    // A share of the link each, and at most a burst of what was saved up.
    #expect(written.load(ordering: .relaxed) < 200_000)
    origin.setLink(bytesPerSecond: nil)
    #expect(large.response()?.body.count == 1_000_000)
  }

  // MARK: - Waiting

  @Test func aConditionThatNeverComesTrueTimesOut() async throws {
    let origin = try OriginServer()
    await #expect(throws: OriginError.self) {
      try await origin.wait(timeout: .milliseconds(10)) { $0.requests == 1 }
    }
    #expect(throws: OriginError.self) {
      try origin.blockingWait(timeout: .milliseconds(10)) { $0.requests == 1 }
    }
  }

  @Test func whoWaitsIsToldThatTheOriginStopped() async throws {
    let origin = try OriginServer()
    async let outcome: OriginError? = {
      do throws(OriginError) {
        try await origin.wait { $0.requests == 1 }
        return nil
      } catch { return error }
    }()
    origin.stop()
    #expect(await outcome == .stopped)
    #expect(throws: OriginError.stopped) { try origin.blockingWait { $0.requests == 0 } }
  }

  @Test func countsOfThePastCanBeReset() async throws {
    let origin = try OriginServer()
    origin.route("/a", OriginResponse(text: "a"))
    let client = RawClient(port: origin.port)
    client.get("/a")
    _ = client.response()
    try await origin.wait { $0.responsesCompleted == 1 }
    origin.resetStatistics()
    #expect(origin.statistics.requests == 0)
    #expect(origin.statistics.recorded.isEmpty)
    #expect(origin.statistics.connectionsOpen == 1)
  }
}
