import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Synchronization
import Testing

/// The handler of `load(_:onEvent:)` may be the last that holds a view, and views cancel when they go.
@Suite(.timeLimit(.minutes(2))) @MainActor struct HandlerLifetimeTests {
  /// A view that cancels its task when it goes.
  private final class Cell {
    var task: MediaTask?
    let gone: Gone

    init(_ gone: Gone) { self.gone = gone }

    func show(_ event: MediaEvent) {}

    deinit {
      task?.cancel()
      gone.count.add(1, ordering: .relaxed)
    }
  }

  private final class Gone: Sendable {
    let count = Atomic(0)
    var isGone: Bool { count.load(ordering: .relaxed) == 1 }
  }

  /// Loads into a cell that its handler alone holds.
  private func load(with pipeline: MediaPipeline, _ gone: Gone) -> MediaTask {
    let cell = Cell(gone)
    let task = pipeline.load(.example()) { cell.show($0) }
    cell.task = task
    return task
  }

  @Test func aCellThatGoesWithItsHandlerAtTheEndMayCancel() async throws {
    let fixture = PipelineFixture()
    let gone = Gone()
    let task = load(with: fixture.pipeline, gone)
    fixture.serve(SampleFile.jpeg32x16)
    for _ in 0..<10_000 where !gone.isGone { await Task.yield() }
    #expect(gone.isGone)
    _ = try await task.value
  }

  @Test func aCellThatGoesWithItsHandlerOnCancelMayCancel() {
    let fixture = PipelineFixture()
    let gone = Gone()
    let task = load(with: fixture.pipeline, gone)
    task.cancel()
    #expect(gone.isGone)
    #expect(task.isCancelled)
    #expect(fixture.transport.activeTransfers.isEmpty)
  }
}
