import Foundation
import Locking
import OriginServer
import Testing

@testable import MediaTransport

@Suite(.serialized) struct HTTPSchedulingTests {
  private let origin: OriginServer

  init() throws { origin = try OriginServer() }

  @Test func urgentTransfersGoFirst() async throws {
    let transport = HTTPTransport.forTests { $0.limits.connectionsPerHost = 1 }
    let gate = OriginGate()
    origin.route("/held", OriginResponse(bytes: [1]).with { $0.gate = gate })
    origin.route("/q", OriginResponse(bytes: [1]))
    let held = Recorder()
    _ = transport.begin(origin.url("/held"), held)
    try await origin.wait { $0.requestsInFlight == 1 }
    var recorders: [Recorder] = []
    var transfers: [any TransportTransfer] = []
    for (name, priority) in [
      ("low", TransportPriority.low), ("normal1", .normal), ("high", .high), ("raised", .veryLow),
      ("normal2", .normal),
      ("lowered", .veryHigh),
    ] {
      let recorder = Recorder()
      recorders.append(recorder)
      transfers.append(transport.begin(origin.url("/q?" + name), recorder) { $0.priority = priority })
    }
    transfers[3].setPriority(.veryHigh)
    transfers[5].setPriority(.veryLow)
    gate.open()
    for recorder in recorders { #expect(recorder.result().summary != nil) }
    let order = origin.statistics.recorded.compactMap(\.query)
    #expect(order == ["raised", "high", "normal1", "normal2", "low", "lowered"])
    #expect(origin.statistics.connectionsOpened == 1)
  }

  @Test func anIconDoesNotWaitForPosters() async throws {
    let transport = HTTPTransport.forTests { $0.limits.connectionsPerHost = 2 }
    let gate = OriginGate()
    origin.route("/poster", OriginResponse(bytes: [1]).with { $0.gate = gate })
    origin.route("/icon", OriginResponse(bytes: [1]))
    let posters = (0..<3).map { _ in Recorder() }
    for poster in posters { _ = transport.begin(origin.url("/poster"), poster) { $0.priority = .veryHigh } }
    try await origin.wait { $0.requestsInFlight == 2 }
    for _ in 0..<3 {
      let icon = Recorder()
      _ = transport.begin(origin.url("/icon"), icon) { $0.isSmall = true }
      #expect(icon.result().summary != nil)
    }
    // The posters are still held; the origin counts an answer as ended a moment after it was read.
    try await origin.wait { $0.requestsInFlight == 2 }
    #expect(origin.statistics.peakConnectionsOpen == 3)
    gate.open()
    for poster in posters { #expect(poster.result().summary != nil) }
  }

  // FAULTS 31: back-pressure without a pause.
  @Test func closedAdmissionHoldsNewTransfersBackAndLetsRunningOnesGoOn() async throws {
    let transport = HTTPTransport.forTests()
    let gate = OriginGate()
    origin.route("/held", OriginResponse(bytes: [1, 2]).with { $0.gate = gate })
    origin.route("/moved", sequence: [.status(503), .redirect(to: "/held")])
    origin.route("/new", OriginResponse(bytes: [1]))
    let running = Recorder()
    let retried = Recorder()
    let waiting = Recorder()
    _ = transport.begin(origin.url("/held"), running)
    _ = transport.begin(origin.url("/moved"), retried)
    try await origin.wait { $0.requests(for: "/held") == 2 }
    transport.setAdmission(isOpen: false)
    _ = transport.begin(origin.url("/new"), waiting)
    gate.open()
    #expect(running.result().summary != nil)
    #expect(retried.result().summary?.attempts == 2)
    #expect(origin.statistics.requests(for: "/new") == 0)
    transport.setAdmission(isOpen: true)
    #expect(waiting.result().summary != nil)
  }

  @Test func retryAndRedirectGoOnWhileAdmissionIsClosed() async throws {
    let transport = HTTPTransport.forTests()
    let gate = OriginGate()
    origin.route("/a", sequence: [OriginResponse.status(503).with { $0.gate = gate }, .redirect(to: "/b")])
    origin.route("/b", OriginResponse(bytes: [1]))
    let recorder = Recorder()
    _ = transport.begin(origin.url("/a"), recorder)
    try await origin.wait { $0.requestsInFlight == 1 }
    transport.setAdmission(isOpen: false)
    gate.open()
    #expect(recorder.result().summary?.attempts == 2)
  }

  @Test func admissionClosedBeforeTheFirstTransferHolds() {
    let transport = HTTPTransport.forTests()
    origin.route("/a", OriginResponse(bytes: [1]))
    transport.setAdmission(isOpen: false)
    let recorder = Recorder()
    _ = transport.begin(origin.url("/a"), recorder)
    let other = HTTPTransport.forTests()
    #expect(other.fetch(origin.url("/a")).summary != nil)
    #expect(origin.statistics.requests == 1)
    transport.setAdmission(isOpen: true)
    #expect(recorder.result().summary != nil)
  }

  @Test func finishedTransferNeverDelaysTheNext() throws {
    let transport = HTTPTransport.forTests { $0.limits.connectionsPerHost = 1 }
    origin.route("/a", OriginResponse(bytes: [1]))
    let clock = ContinuousClock()
    let start = clock.now
    let recorders = (0..<500).map { _ in Recorder() }
    for recorder in recorders { _ = transport.begin(origin.url("/a"), recorder) }
    for recorder in recorders { #expect(recorder.result().summary != nil) }
    // Any poll with a fixed interval, of 10 ms say, would take 5 s.
    #expect(clock.now - start < .seconds(4))
    #expect(origin.statistics.connectionsOpened == 1)
  }
}

@Suite(.serialized) struct LoopLifetimeTests {
  private let origin: OriginServer

  init() throws {
    origin = try OriginServer()
    origin.route("/a", OriginResponse(bytes: [1]))
  }

  /// The thread that serves `transport`.
  private func thread(of transport: HTTPTransport) -> String {
    let thread = Lock("")
    let recorder = Recorder(onEnd: { thread.withLock { $0 = ProcessFacts.currentThread } })
    _ = transport.begin(origin.url("/a"), recorder)
    _ = recorder.result()
    return thread.withLock { $0 }
  }

  private func exists(_ thread: String) -> Bool {
    FileManager.default.fileExists(atPath: "/proc/self/task/\(thread)")
  }

  @Test func idleTransportDoesNotWakeUp() throws {
    let transport = HTTPTransport.forTests()
    let thread = thread(of: transport)
    // Asleep, for the last time, once the count stands still.
    var sleeps = try #require(ProcessFacts.sleeps(of: thread))
    #expect(
      ProcessFacts.wait {
        usleep(50_000)
        defer { sleeps = ProcessFacts.sleeps(of: thread) ?? 0 }
        return ProcessFacts.sleeps(of: thread) == sleeps
      })
    usleep(1_000_000)
    #expect(ProcessFacts.sleeps(of: thread) == sleeps)
    #expect(transport.fetch(origin.url("/a")).summary != nil)
  }

  @Test func idleTransportGivesItsThreadAndConnectionsBackAndBeginsAnew() {
    let transport = HTTPTransport.forTests { $0.idleLifetime = .milliseconds(30) }
    let first = thread(of: transport)
    #expect(ProcessFacts.wait { !exists(first) })
    #expect(ProcessFacts.connections(to: origin.port) == 0)
    #expect(transport.fetch(origin.url("/a")).summary != nil)
  }

  @Test func threadStartsWithTheFirstTransferOnly() {
    let before = ProcessFacts.threads(named: "media-http").count
    let transports = (0..<50).map { _ in HTTPTransport.forTests() }
    for transport in transports { transport.setAdmission(isOpen: true) }
    // Other tests of this process may end a thread meanwhile, none starts fifty.
    #expect(ProcessFacts.threads(named: "media-http").count < before + 50)
  }

  // FAULTS curl teardown (corelibs-foundation#5491, #5304)
  @Test func transportDroppedWhileTransfersRunServesThemAndEndsItsThread() async throws {
    let gate = OriginGate()
    origin.route("/held", OriginResponse(bytes: [1, 2]).with { $0.gate = gate })
    let recorder = Recorder()
    let first: String
    do {
      let transport = HTTPTransport.forTests()
      first = thread(of: transport)
      _ = transport.begin(origin.url("/held"), recorder)
      try await origin.wait { $0.requests(for: "/held") == 1 }
      // Nobody can open it again: what waits is served all the same.
      transport.setAdmission(isOpen: false)
    }
    gate.open()
    #expect(recorder.result().bytes == [1, 2])
    #expect(ProcessFacts.wait { !exists(first) })
    #expect(ProcessFacts.wait { ProcessFacts.connections(to: origin.port) == 0 })
  }

  // FAULTS curl teardown (corelibs-foundation#5491)
  @Test func lastReferenceMayGoOnTheLoopsThread() {
    final class Owner: TransportReceiver {
      let transport = Lock<HTTPTransport?>(nil)
      let onEnd: @Sendable () -> Void
      init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }
      func transportDidReceive(_ response: TransportResponse) {}
      func transportDidReceive(_ bytes: RawSpan) {}
      func transportDidFinish(_ summary: TransportSummary) {
        transport.withLock { $0 = nil }
        onEnd()
      }
      func transportDidFail(_ error: TransportError) {}
    }
    let thread = Lock("")
    do {
      let owner = Owner(onEnd: { thread.withLock { $0 = ProcessFacts.currentThread } })
      let transport = HTTPTransport.forTests()
      owner.transport.withLock { $0 = transport }
      _ = transport.start(TransportRequest(url: origin.url("/a")), receiver: owner)
    }
    #expect(ProcessFacts.wait { thread.withLock { $0 } != "" })
    #expect(ProcessFacts.wait { !exists(thread.withLock { $0 }) })
  }

  @Test func hundredTransportsComeAndGo() {
    for _ in 0..<100 {
      let transport = HTTPTransport.forTests()
      #expect(transport.fetch(origin.url("/a")).summary != nil)
    }
    #expect(ProcessFacts.wait { ProcessFacts.connections(to: origin.port) == 0 })
  }

  @Test func receiverMayStartAnotherTransfer() {
    let transport = HTTPTransport.forTests()
    let second = Recorder()
    let url = origin.url("/a")
    let first = Recorder(onEnd: { _ = transport.begin(url, second) })
    _ = transport.begin(url, first)
    #expect(second.result().summary != nil)
  }
}
