import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import OriginServer
import Testing

/// Ten thousand pictures started and given up within one turn: a list that is thrown from end to end.
@MainActor @Suite(.serialized, .timeLimit(.minutes(2))) struct StormTests {
  private let count = 10_000

  private func throughOneSlot(_ pipeline: MediaPipeline, _ url: (Int) -> String) {
    let slot = MediaSlot(pipeline: pipeline)
    for index in 0..<count { slot.load(MediaRequest(url: url(index))) }
    slot.prepareForReuse()
  }

  private func throughThePrefetcher(_ pipeline: MediaPipeline, _ url: (Int) -> String) {
    let prefetcher = MediaPrefetcher(pipeline: pipeline)
    let requests = (0..<count).map { MediaRequest(url: url($0)) }
    for request in requests { prefetcher.start([request]) }
    for request in requests { prefetcher.stop([request]) }
  }

  // FAULTS "start-and-cancel storms"
  @Test func aStormThroughASlotLeavesNoTransfer() {
    let fixture = PipelineFixture { $0.mainScheduler = ManualMainScheduler() }
    throughOneSlot(fixture.pipeline) { "http://origin.example/\($0)" }
    #expect(fixture.transport.transfers.count == count)
    #expect(fixture.transport.activeTransfers.isEmpty)
    #expect(fixture.executor.submissions == 0)
  }

  // FAULTS "start-and-cancel storms"
  @Test func aStormThroughThePrefetcherStartsNoTransfer() {
    let scheduler = ManualMainScheduler()
    let fixture = PipelineFixture { $0.mainScheduler = scheduler }
    throughThePrefetcher(fixture.pipeline) { "http://origin.example/\($0)" }
    scheduler.runAll()
    #expect(fixture.transport.transfers.isEmpty)
  }

  /// Takes every place of the origin's host until the gate opens.
  private func hold(_ origin: OriginServer, with pipeline: MediaPipeline) async throws -> (
    gate: OriginGate, tasks: [MediaTask]
  ) {
    let gate = OriginGate()
    var tasks: [MediaTask] = []
    for index in 0..<TransportLimits().connectionsPerHost {
      origin.route("/held\(index)", OriginResponse(bytes: SampleFile.jpeg32x16).with { $0.gate = gate })
      tasks.append(pipeline.task(for: MediaRequest(url: origin.url("/held\(index)"))))
    }
    let held = tasks.count
    try await origin.wait { $0.requestsInFlight == held }
    return (gate, tasks)
  }

  // FAULTS "start-and-cancel storms"
  @Test func aStormBehindAFullQueueReachesNoServer() async throws {
    let origin = try OriginServer()
    let pipeline = MediaPipeline()
    let (gate, tasks) = try await hold(origin, with: pipeline)
    throughOneSlot(pipeline) { origin.url("/\($0)") }
    throughThePrefetcher(pipeline) { origin.url("/\($0)") }
    gate.open()
    for task in tasks { _ = try await task.value }
    // One more shows that the queue was worked through.
    origin.route("/last", OriginResponse(bytes: SampleFile.jpeg32x16))
    _ = try await pipeline.image(for: MediaRequest(url: origin.url("/last")))
    #expect(origin.statistics.requests == tasks.count + 1)
  }

  /// How many of a storm's transfers begin before they are cancelled is up to the threads: as a place is free, the first
  /// begins at once. It is told, for whoever wants to know.
  @Test func aStormWithFreePlacesLeavesNothingBehindAtTheServer() async throws {
    let origin = try OriginServer()
    do {
      let pipeline = MediaPipeline()
      origin.route("/last", OriginResponse(bytes: SampleFile.jpeg32x16))
      throughThePrefetcher(pipeline) { origin.url("/\($0)") }
      _ = try await pipeline.image(for: MediaRequest(url: origin.url("/last")))
      #expect(origin.statistics.requests == 1)
      throughOneSlot(pipeline) { origin.url("/\($0)") }
      _ = try await pipeline.image(for: MediaRequest(url: origin.url("/last?again")))
      let reached = origin.statistics.requests - 2
      print("of \(count) requests started and cancelled in one turn, \(reached) reached the origin")
      // A free place takes a load at once, and most are given up before it has.
      #expect(reached < count / 2)
    }
    try await origin.wait { $0.connectionsOpen == 0 && $0.requestsInFlight == 0 }
  }
}
