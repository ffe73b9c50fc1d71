import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransport
import OriginServer
import SeededRandom
import Testing

/// Requests started and cancelled at random moments, over real sockets and real decode threads.
@Suite(.serialized, .timeLimit(.minutes(2))) @MainActor struct CancellationStormTests {
  private final class Viewer {
    var task: MediaTask?
    var isCancelled = false
    var isEnded = false
  }

  /// Starts `count` requests, some 32 at once, and cancels two in three of them. Returns events that came
  /// after a cancel or an end, and how many requests ended with their picture.
  private func storm(_ count: Int, over origin: OriginServer, seed: UInt64) async -> (wrong: Int, loaded: Int)
  {
    var random = SeededGenerator(seed: seed)
    var configuration = MediaPipelineConfiguration()
    configuration.memoryCache = nil
    let pipeline = MediaPipeline(configuration: configuration)
    var viewers: [Viewer] = []
    var wrong = 0
    var loaded = 0
    for index in 0..<count {
      let viewer = Viewer()
      var request = MediaRequest(url: origin.url("/\(index % 40)"))
      request.priority = MediaPriority.allCases.randomElement(using: &random) ?? .normal
      viewer.task = pipeline.load(request) { event in
        if viewer.isCancelled || viewer.isEnded { wrong += 1 }
        switch event {
        case .finished:
          viewer.isEnded = true
          loaded += 1
        case .failed: viewer.isEnded = true
        case .size, .progress, .preview: break
        }
      }
      viewers.append(viewer)
      for _ in 0..<Int.random(in: 0..<4, using: &random) { await Task.yield() }
      viewers.removeAll { $0.isEnded }
      // Two in three are cancelled; the rest fills the places, and then the oldest is waited for, so that the others
      // are met at every stage.
      if random.happens(66), let position = viewers.indices.randomElement(using: &random) {
        let victim = viewers.remove(at: position)
        victim.isCancelled = true
        victim.task?.cancel()
        victim.task = nil
      } else if viewers.count >= 32 {
        _ = try? await viewers[0].task?.value
      }
    }
    for viewer in viewers { _ = try? await viewer.task?.value }
    for _ in 0..<100_000 where viewers.contains(where: { !$0.isEnded }) { await Task.yield() }
    return (wrong, loaded)
  }

  // FAULTS "start-and-cancel storms", "curl teardown"
  @Test func tenThousandCancelledRequestsLeaveNothingBehindAndTellNothing() async throws {
    let origin = try OriginServer()
    for index in 0..<40 {
      let file = SampleFile.padded(SampleFile.jpeg32x16, toAtLeast: index * 10_000)
      origin.route(
        "/\(index)", OriginResponse(bytes: file).with { $0.latency = .milliseconds(index % 4) })
    }
    let seed = UInt64.random(in: 0...UInt64.max)
    let (wrong, loaded) = await storm(10_000, over: origin, seed: seed)
    #expect(wrong == 0, "seed \(seed)")
    #expect(loaded > 1_000, "seed \(seed)")
    // The pipeline is gone; its thread has closed every connection that it had.
    try await origin.wait { $0.connectionsOpen == 0 && $0.requestsInFlight == 0 }
  }
}
