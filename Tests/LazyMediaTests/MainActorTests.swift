import Dispatch
import Glibc
import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransport
import MediaTransportTesting
import Testing

@Suite(.timeLimit(.minutes(2))) @MainActor struct MainActorTests {
  /// Runs the main actor until `condition` holds; the bound only ends a test that would fail.
  private func turns(until condition: () -> Bool) async {
    for _ in 0..<10_000 where !condition() { await Task.yield() }
  }

  // FAULTS 18
  @Test func aMemoryHitIsHandedOverInTheSameTurn() async throws {
    let fixture = PipelineFixture()
    let first = fixture.pipeline.task(for: .example())
    fixture.serve(SampleFile.jpeg32x16)
    _ = try await first.value
    var names: [EventName] = []
    fixture.pipeline.load(.example()) { names.append(EventName($0)) }
    #expect(names == [.size, .finished])
  }

  // FAULTS 27
  @Test func aMemoryHitEndsExactlyOnce() async throws {
    let fixture = PipelineFixture()
    let first = fixture.pipeline.task(for: .example())
    fixture.serve(SampleFile.jpeg32x16)
    _ = try await first.value
    var ends = 0
    let task = fixture.pipeline.load(.example()) { if case .finished = $0 { ends += 1 } }
    _ = try await task.value
    for _ in 0..<100 { await Task.yield() }
    #expect(ends == 1)
  }

  // FAULTS 17
  @Test func handlersRunOnTheMainActorWhicheverThreadDecoded() async throws {
    let fixture = PipelineFixture { $0.decodeExecutor = BackgroundThreads(count: 2) }
    var names: [EventName] = []
    fixture.pipeline.load(.example()) { event in
      MainActor.assertIsolated()
      names.append(EventName(event))
    }
    let transfer = try #require(fixture.transport.transfers.first)
    DispatchQueue.global().async { transfer.complete(SampleFile.jpeg32x16) }
    await turns { names.last == .finished }
    #expect(names.first == .size)
    #expect(names.last == .finished)
  }

  // FAULTS 1
  @Test func nothingIsHandedOverAfterCancelThoughItWasQueued() async throws {
    let fixture = PipelineFixture()
    var names: [EventName] = []
    let task = fixture.pipeline.load(.example()) { names.append(EventName($0)) }
    fixture.serve(SampleFile.jpeg32x16)
    // The events wait for the main actor, which this test holds.
    task.cancel()
    for _ in 0..<100 { await Task.yield() }
    #expect(names == [])
    // It had ended before: the picture was ready.
    #expect(!task.isCancelled)
  }

  @Test func aHandlerThatCancelsHearsNothingMore() async throws {
    let fixture = PipelineFixture()
    var names: [EventName] = []
    var task: MediaTask?
    task = fixture.pipeline.load(.example()) { event in
      names.append(EventName(event))
      task?.cancel()
    }
    let transfer = try #require(fixture.transport.transfers.first)
    transfer.respond(expectedBytes: SampleFile.jpeg32x16.count)
    transfer.send(SampleFile.jpeg32x16)
    await turns { !names.isEmpty }
    for _ in 0..<100 { await Task.yield() }
    #expect(names == [.size])
    #expect(transfer.isCancelled)
  }
}
