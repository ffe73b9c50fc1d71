import LazyMedia
import LazyMediaTesting
import MediaTransportTesting

/// A slot whose display is recorded, over a pipeline that the test plays by hand.
@MainActor struct SlotFixture {
  let scheduler = ManualMainScheduler()
  let pipeline: PipelineFixture
  let display = RecordingDisplay()
  let slot: MediaSlot

  init() {
    let scheduler = scheduler
    pipeline = PipelineFixture { $0.mainScheduler = scheduler }
    slot = MediaSlot(display: display, pipeline: pipeline.pipeline)
  }

  /// Runs decodes and turns until nothing waits.
  func settle() {
    repeat { pipeline.executor.runAll() } while scheduler.runTurn() || pipeline.executor.runNext()
  }

  /// Answers the transfer of `request`, whole.
  func serve(_ request: MediaRequest, _ bytes: [UInt8]) {
    pipeline.transport.transfer(for: request.url)?.complete(bytes)
    settle()
  }

  /// Loads a picture into the memory cache.
  func fill(_ request: MediaRequest, _ bytes: [UInt8]) -> MediaImage? {
    let task = pipeline.pipeline.load(request) { _ in }
    serve(request, bytes)
    task.cancel()
    return pipeline.pipeline.cachedImage(for: request)
  }
}
