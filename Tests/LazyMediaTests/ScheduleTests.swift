import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransport
import MediaTransportTesting
import SeededRandom
import Testing

/// Random schedules of starts, joins, cancels, priority changes, bytes, ends, failures and decode steps, each from a
/// seed, against the real pipeline.
@Suite(.timeLimit(.minutes(2))) @MainActor struct ScheduleTests {
  /// A source: three kinds of file of different sizes, so that a wrong picture is seen.
  private struct Source {
    let url: String
    let file: [UInt8]
    let size: PixelSize
  }

  private static let sources: [Source] = (0..<9).map { index in
    let (file, size) =
      switch index % 3 {
      case 0: (SampleFile.png4x2, PixelSize(width: 4, height: 2))
      case 1: (SampleFile.jpeg32x16, PixelSize(width: 32, height: 16))
      default: (SampleFile.progressiveJPEG48x48, PixelSize(width: 48, height: 48))
      }
    return Source(url: "http://origin.example/\(index)", file: file, size: size)
  }

  /// One view's task and what it heard.
  private final class Viewer {
    let source: Source
    let expected: PixelSize
    var task: MediaTask?
    var isCancelled = false
    var ends = 0
    var violations: [String] = []

    init(source: Source, expected: PixelSize) {
      self.source = source
      self.expected = expected
    }

    func hear(_ event: MediaEvent) {
      if isCancelled { violations.append("an event after cancel") }
      if ends > 0 { violations.append("an event after the end") }
      switch event {
      case .finished(let image):
        ends += 1
        if image.size != expected { violations.append("\(image.size) for \(source.url), not \(expected)") }
      case .failed:
        ends += 1
      case .size(let info):
        if info.storedSize != source.size { violations.append("the size of another file") }
      case .preview(let preview):
        if preview.pixels.size != expected { violations.append("a preview of another file") }
      case .progress(let received, let expected):
        if let expected, received > expected { violations.append("more bytes than there are") }
      }
    }
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8] as [UInt64])
  func everyScheduleKeepsThePromises(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed)
    let fixture = PipelineFixture { $0.memoryCache = seed % 2 == 0 ? nil : MemoryCache(byteLimit: 20_000) }
    var viewers: [Viewer] = []
    var sent: [ObjectIdentifier: Int] = [:]
    let box = DecodeTarget(size: PixelSize(width: 8, height: 8))

    for _ in 0..<1_500 {
      let live = viewers.filter { $0.ends == 0 && !$0.isCancelled }
      switch Int.random(in: 0..<100, using: &random) {
      case ..<25 where live.count < 30:
        guard let source = Self.sources.randomElement(using: &random) else { continue }
        let isSmall = random.happens(30)
        var request = MediaRequest(url: source.url, target: isSmall ? box : nil)
        request.makesPreviews = random.happens(30)
        request.priority = MediaPriority.allCases.randomElement(using: &random) ?? .normal
        let viewer = Viewer(source: source, expected: isSmall ? fitted(source.size) : source.size)
        viewers.append(viewer)
        viewer.task = fixture.pipeline.load(request) { [weak viewer] in viewer?.hear($0) }
      case ..<40:
        guard let viewer = live.randomElement(using: &random) else { continue }
        viewer.isCancelled = true
        viewer.task?.cancel()
      case ..<45:
        live.randomElement(using: &random)?.task?.priority =
          MediaPriority.allCases.randomElement(using: &random) ?? .normal
      case ..<80:
        advance(fixture, &sent, &random)
      case ..<95:
        fixture.executor.runNext()
      default:
        await Task.yield()
      }
    }

    // Everything that still runs is brought to its end.
    while !fixture.transport.activeTransfers.isEmpty || !fixture.executor.priorities.isEmpty {
      advance(fixture, &sent, &random)
      fixture.executor.runAll()
    }
    for viewer in viewers where !viewer.isCancelled {
      _ = try? await viewer.task?.value
      for _ in 0..<10_000 where viewer.ends == 0 { await Task.yield() }
    }

    for viewer in viewers {
      #expect(viewer.violations == [], "seed \(seed)")
      #expect(viewer.ends == 1 || viewer.isCancelled, "seed \(seed): a task has not ended")
    }
    #expect(fixture.transport.isAdmissionOpen)
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  private func fitted(_ size: PixelSize) -> PixelSize {
    switch size.width {
    case 4: size
    case 32: PixelSize(width: 8, height: 4)
    default: PixelSize(width: 8, height: 8)
    }
  }

  /// Takes one step in one transfer that runs.
  private func advance(
    _ fixture: PipelineFixture, _ sent: inout [ObjectIdentifier: Int], _ random: inout SeededGenerator
  ) {
    guard let transfer = fixture.transport.activeTransfers.randomElement(using: &random),
      let source = Self.sources.first(where: { $0.url == transfer.request.url })
    else { return }
    let id = ObjectIdentifier(transfer)
    guard let offset = sent[id] else {
      if random.happens(8) {
        transfer.fail(.connectionFailed)
      } else {
        transfer.respond(expectedBytes: random.happens(70) ? source.file.count : nil)
        sent[id] = 0
      }
      return
    }
    if offset == source.file.count {
      sent[id] = nil
      transfer.finish()
    } else if random.happens(5) {
      sent[id] = nil
      transfer.fail(.truncated, phase: .body)
    } else {
      let end = min(source.file.count, offset + Int.random(in: 1...600, using: &random))
      sent[id] = end
      transfer.send(Array(source.file[offset..<end]))
    }
  }
}
