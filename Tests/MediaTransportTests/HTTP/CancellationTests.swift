import CMemoryFacts
import Foundation
import Locking
import OriginServer
import SeededRandom
import Testing

@testable import MediaTransport

@Suite(.serialized) struct CancellationTests {
  private let origin: OriginServer

  init() throws { origin = try OriginServer() }

  @Test func nothingIsToldAfterCancel() async throws {
    let transport = HTTPTransport.forTests()
    let gate = OriginGate()
    origin.route("/a", OriginResponse(bytes: OriginResponse.pattern(200_000)).with { $0.gate = gate })
    let recorder = Recorder()
    let transfer = transport.begin(origin.url("/a"), recorder)
    try await origin.wait { $0.requestsInFlight == 1 }
    transfer.cancel()
    transfer.cancel()
    // The connection is closed at once: its answer has not begun.
    try await origin.wait { $0.connectionsOpen == 0 }
    gate.open()
    // What is asked after it is served, so the loop has seen all that came before.
    origin.route("/b", OriginResponse(bytes: [1]))
    #expect(transport.fetch(origin.url("/b")).summary != nil)
    #expect(recorder.now.responses.isEmpty)
    #expect(recorder.now.terminals == 0)
  }

  @Test func queuedTransferThatIsCancelledIsNeverSent() async throws {
    let transport = HTTPTransport.forTests { $0.limits.connectionsPerHost = 1 }
    let gate = OriginGate()
    origin.route("/held", OriginResponse(bytes: [1]).with { $0.gate = gate })
    origin.route("/queued", OriginResponse(bytes: [1]))
    let first = Recorder()
    let second = Recorder()
    let third = Recorder()
    _ = transport.begin(origin.url("/held"), first)
    let queued = transport.begin(origin.url("/queued?2"), second)
    _ = transport.begin(origin.url("/queued?3"), third)
    try await origin.wait { $0.requestsInFlight == 1 }
    queued.cancel()
    gate.open()
    #expect(third.result().summary != nil)
    #expect(origin.statistics.recorded.map(\.query) == [nil, "3"])
    #expect(second.now.terminals == 0)
  }

  @Test func receiverMayCancelFromWithinACall() async throws {
    let transport = HTTPTransport.forTests()
    let gate = OriginGate()
    origin.route(
      "/a",
      OriginResponse(bytes: OriginResponse.pattern(200_000)).with {
        $0.bodyGates = [OriginBodyGate(after: 9, gate)]
      })
    let handle = Lock<(any TransportTransfer)?>(nil)
    let recorder = Recorder(onResponse: { _ in handle.withLock { $0 }?.cancel() })
    transport.setAdmission(isOpen: false)
    let transfer = transport.begin(origin.url("/a"), recorder)
    handle.withLock { $0 = transfer }
    transport.setAdmission(isOpen: true)
    try await origin.wait { $0.connectionsOpened == 1 && $0.connectionsOpen == 0 }
    gate.open()
    #expect(recorder.now.responses.count == 1)
    #expect(recorder.now.bytes.isEmpty)
    #expect(recorder.now.terminals == 0)
  }

  @Test func cancelAfterTheEndDoesNothing() {
    let transport = HTTPTransport.forTests()
    origin.route("/a", OriginResponse(bytes: [1]))
    let recorder = Recorder()
    let transfer = transport.begin(origin.url("/a"), recorder)
    #expect(recorder.result().summary != nil)
    transfer.cancel()
    transfer.setPriority(.low)
    #expect(transport.fetch(origin.url("/a")).summary != nil)
    #expect(recorder.now.terminals == 1)
  }

  @Test func cancelReleasesTheReceiverAtOnce() async throws {
    let transport = HTTPTransport.forTests()
    origin.route("/a", .hang)
    weak var released: Recorder?
    var transfer: (any TransportTransfer)?
    do {
      let recorder = Recorder()
      released = recorder
      transfer = transport.begin(origin.url("/a"), recorder)
    }
    try await origin.wait { $0.requestsInFlight == 1 }
    #expect(released != nil)
    transfer?.cancel()
    #expect(released == nil)
  }

  @Test func endReleasesTheReceiver() {
    let transport = HTTPTransport.forTests()
    origin.route("/a", OriginResponse(bytes: [1]))
    weak var released: Recorder?
    let transfer: any TransportTransfer
    do {
      let recorder = Recorder()
      released = recorder
      transfer = transport.begin(origin.url("/a"), recorder)
      _ = recorder.result()
    }
    #expect(ProcessFacts.wait { released == nil })
    withExtendedLifetime(transfer) {}
  }

  /// Begins a transfer of `length` bytes and cancels it after 10,000; the rest waits behind `gate`.
  private func cancelMidway(
    of length: Int, behind gate: OriginGate, over transport: HTTPTransport
  ) -> Recorder {
    origin.route(
      "/a",
      OriginResponse(bytes: OriginResponse.pattern(length)).with {
        $0.bodyGates = [OriginBodyGate(after: 10_000, gate)]
      })
    let recorder = Recorder()
    let transfer = transport.begin(origin.url("/a"), recorder)
    #expect(ProcessFacts.wait { recorder.now.bytes.count == 10_000 })
    transfer.cancel()
    return recorder
  }

  // The design: before the headers close; after them drain if at most 32 KiB remain, else close.
  @Test func littleThatRemainsIsDrainedAndTheConnectionKept() async throws {
    // With one connection, the next request waits until the rest is drained.
    let transport = HTTPTransport.forTests { $0.limits.connectionsPerHost = 1 }
    let gate = OriginGate()
    let recorder = cancelMidway(of: 40_000, behind: gate, over: transport)
    gate.open()
    origin.route("/b", OriginResponse(bytes: [1]))
    #expect(transport.fetch(origin.url("/b")).summary != nil)
    #expect(recorder.now.bytes.count == 10_000)
    #expect(recorder.now.terminals == 0)
    #expect(origin.statistics.connectionsOpened == 1)
  }

  @Test func muchThatRemainsClosesTheConnection() async throws {
    let transport = HTTPTransport.forTests()
    let gate = OriginGate()
    _ = cancelMidway(of: 90_000, behind: gate, over: transport)
    try await origin.wait { $0.connectionsOpen == 0 }
    gate.open()
    // Not because the transport went.
    withExtendedLifetime(transport) {}
  }

  @Test func drainThatTakesTooLongIsGivenUp() async throws {
    let transport = HTTPTransport.forTests()
    let gate = OriginGate()
    _ = cancelMidway(of: 20_000, behind: gate, over: transport)
    try await origin.wait { $0.connectionsOpen == 0 }
    gate.open()
    withExtendedLifetime(transport) {}
  }

  @Test func cancelWhileResolvingHoldsNobodyUp() {
    let transport = HTTPTransport.forTests()
    origin.route("/a", OriginResponse(bytes: [1]))
    for index in 0..<5 { transport.begin("http://nobody\(index).invalid/", Recorder()).cancel() }
    #expect(transport.fetch(origin.url("/a")).summary != nil)
  }

  @Test func cancelDuringBackoffEndsIt() async throws {
    let transport = HTTPTransport.forTests { $0.idleLifetime = .zero }
    origin.route("/a", .status(503))
    let recorder = Recorder()
    let transfer = transport.begin(origin.url("/a"), recorder) { $0.retryPolicy.baseDelay = .seconds(10) }
    try await origin.wait { $0.responsesCompleted == 1 }
    transfer.cancel()
    #expect(ProcessFacts.wait { ProcessFacts.connections(to: origin.port) == 0 })
    #expect(recorder.now.terminals == 0)
  }

  // FAULTS 8
  @Test func tenThousandStartedAndCancelledLeaveNothing() throws {
    let bytes = OriginResponse.pattern(60_000)
    origin.route("/small", OriginResponse(bytes: Array(bytes.prefix(300))))
    origin.route("/large", OriginResponse(bytes: bytes))
    origin.route("/chunked", OriginResponse(bytes: bytes).with { $0.framing = .chunked(size: 999) })
    origin.route("/missing", .status(404))
    origin.route("/moved", .redirect(to: "/small"))
    origin.route("/busy", .status(503))
    let paths = ["/small", "/large", "/chunked", "/missing", "/moved", "/busy"]
    var random = SeededGenerator(seed: 42)
    let transport = HTTPTransport.forTests { $0.idleLifetime = .milliseconds(20) }

    func storm(_ count: Int) {
      var running: [(any TransportTransfer, Recorder, Bool)] = []
      func check(_ entry: (transfer: any TransportTransfer, recorder: Recorder, isCancelled: Bool)) {
        let record = entry.isCancelled ? entry.recorder.now : entry.recorder.result(within: 60)
        #expect(record.terminals <= 1)
        #expect(record.terminals == 1 || entry.isCancelled)
        #expect(record.callsAfterEnd == 0)
      }
      for index in 0..<count {
        let recorder = Recorder(keepsBytes: false)
        let path = paths.randomElement(using: &random) ?? ""
        let transfer = transport.begin(origin.url(path), recorder) {
          $0.priority = TransportPriority.allCases.randomElement(using: &random) ?? .normal
        }
        running.append((transfer, recorder, false))
        // Some at once, some while they run, some not at all.
        if Int.random(in: 0..<4, using: &random) > 0 {
          let victim = Int.random(in: max(0, running.count - 40)..<running.count, using: &random)
          let before = running[victim].1.now.terminals
          running[victim].0.cancel()
          running[victim].2 = true
          // A terminal call that had begun may end; none begins.
          if before == 1 { #expect(running[victim].1.now.terminals == 1) }
        }
        if index % 500 == 499 {
          running.forEach(check)
          running = []
        }
      }
      running.forEach(check)
      #expect(ProcessFacts.wait { ProcessFacts.connections(to: origin.port) == 0 })
    }

    storm(1_000)
    let before = cmemoryfacts_heap_bytes()
    storm(10_000)
    let after = cmemoryfacts_heap_bytes()
    // The origin keeps a record of each request; what the transport holds would be far more.
    #expect(after < before + 12_000_000)
    #expect(ProcessFacts.connections(to: origin.port) == 0)
  }
}
