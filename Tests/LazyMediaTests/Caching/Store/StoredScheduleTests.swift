import LazyMedia
import LazyMediaTesting
import Locking
import MediaCodecs
import MediaTransport
import MediaTransportTesting
import SeededRandom
import Testing

/// Random schedules of loads, cancels, lookups, answers, breaks and changes at the server, each from a seed, against the
/// real pipeline with a store. What is shown and what is stored is one version of a file, whole.
@Suite(.timeLimit(.minutes(2))) @MainActor struct StoredScheduleTests {
  /// A server whose files change, and which answers conditions and ranges as it should.
  private struct Server {
    static let shapes = [
      (SampleFile.jpeg32x16, PixelSize(width: 32, height: 16)),
      (SampleFile.jpeg16x96, PixelSize(width: 16, height: 96)),
      (SampleFile.progressiveJPEG48x48, PixelSize(width: 48, height: 48)),
    ]
    /// The version of each file.
    var versions = [Int](repeating: 0, count: 5)
    private var files: [[Int]: [UInt8]] = [:]

    /// Every byte but those of the picture tells which version it is of.
    mutating func file(_ index: Int, _ version: Int) -> [UInt8] {
      if let file = files[[index, version]] { return file }
      let file = Self.make(index, version)
      files[[index, version]] = file
      return file
    }

    private static func make(_ index: Int, _ version: Int) -> [UInt8] {
      let picture = shapes[(index + version) % shapes.count].0
      var file = Array(picture[..<2])
      for _ in 0..<(1 + index) {
        file += [0xFF, 0xFE, 0x40, 0x00]
        file += repeatElement(UInt8(version % 251), count: 0x4000 - 2)
      }
      return file + picture[2...]
    }

    static func size(_ index: Int, _ version: Int) -> PixelSize { shapes[(index + version) % shapes.count].1 }
  }

  /// An answer under way.
  private struct Answer {
    let file: [UInt8]
    var position: Int
  }

  private final class Viewer {
    let index: Int
    var task: MediaTask?
    var isCancelled = false
    var ends = 0
    var wrong: [String] = []

    init(index: Int) { self.index = index }
  }

  @MainActor private final class Run {
    let store = InMemoryStore()
    let scheduler = ManualMainScheduler()
    let fixture: PipelineFixture
    var random: SeededGenerator
    var server = Server()
    var viewers: [Viewer] = []
    var storing: [StoreTask] = []
    var answers: [ObjectIdentifier: Answer] = [:]
    let seconds: Clock
    var shown = 0
    var wrong: [String] = []

    final class Clock: Sendable {
      let now = Lock(1_800_000_000)
    }

    init(seed: UInt64) {
      random = SeededGenerator(seed: seed)
      let clock = Clock()
      seconds = clock
      let (store, scheduler) = (store, scheduler)
      fixture = PipelineFixture { configuration in
        configuration.stores = [store]
        configuration.mainScheduler = scheduler
        configuration.unixTime = { clock.now.withLock { $0 } }
        configuration.memoryCache = nil
      }
    }

    func step() {
      switch Int.random(in: 0..<100, using: &random) {
      case 0..<20: begin()
      case 20..<30: cancel()
      case 30..<45: fixture.storeExecutor.runNext()
      case 45..<55: fixture.executor.runNext()
      case 55..<60: _ = scheduler.runTurn()
      case 60..<95: serve()
      case 95..<97: server.versions[Int.random(in: 0..<5, using: &random)] += 1
      case 97: seconds.now.withLock { $0 += 50 }
      case 98:
        store.failure = store.failure == nil ? MediaStoreError(.failed, "scripted") : nil
      default:
        if let key = store.keys.randomElement(using: &random) { store.corrupt(key, with: [1, 2, 3]) }
      }
    }

    private func begin() {
      let index = Int.random(in: 0..<5, using: &random)
      var request = MediaRequest.example("\(index)")
      request.priority = MediaPriority.allCases.randomElement(using: &random) ?? .normal
      request.cachePolicy =
        random.happens(80) ? .normal : CachePolicy.allCases.randomElement(using: &random) ?? .normal
      if random.happens(15) {
        storing.append(fixture.pipeline.store(request))
        return
      }
      let viewer = Viewer(index: index)
      viewer.task = fixture.pipeline.load(request) { [self] event in
        if viewer.isCancelled || viewer.ends > 0 { viewer.wrong.append("told after the end") }
        switch event {
        case .finished(let image):
          viewer.ends += 1
          shown += 1
          let sizes = (0...server.versions[index]).map { Server.size(index, $0) }
          if !sizes.contains(image.size) { viewer.wrong.append("a wrong picture") }
        case .failed(let error):
          viewer.ends += 1
          if error.phase == .decode { viewer.wrong.append("bytes that give no picture: \(error)") }
        case .size, .progress, .preview: break
        }
      }
      viewers.append(viewer)
    }

    private func cancel() {
      if random.happens(20), let task = storing.randomElement(using: &random) { return task.cancel() }
      guard let viewer = viewers.randomElement(using: &random) else { return }
      viewer.isCancelled = true
      viewer.task?.cancel()
    }

    private func serve() {
      guard let transfer = fixture.transport.activeTransfers.randomElement(using: &random) else { return }
      let id = ObjectIdentifier(transfer)
      guard let answer = answers[id] else { return answerHead(of: transfer) }
      if random.happens(15) {
        answers[id] = nil
        transfer.fail(.connectionFailed, phase: .body, status: 200)
      } else if answer.position == answer.file.count {
        answers[id] = nil
        transfer.finish()
      } else {
        let end = min(answer.file.count, answer.position + Int.random(in: 1...40_000, using: &random))
        answers[id]?.position = end
        transfer.send(Array(answer.file[answer.position..<end]))
      }
    }

    private func answerHead(of transfer: ScriptedTransfer) {
      let request = transfer.request
      guard let index = request.url.last?.wholeNumberValue else { return }
      let tag = "\"\(server.versions[index])\""
      let file = server.file(index, server.versions[index])
      let control = ["max-age=60", "no-cache", "no-store", "max-age=10, stale-while-revalidate=100"]
      let fields = [
        HTTPField("ETag", tag), HTTPField("Cache-Control", control.randomElement(using: &random) ?? ""),
      ]
      func field(_ name: String) -> String? { request.headers.first { $0.name == name }?.value }
      if random.happens(5) {
        transfer.fail(.badStatus, phase: .headers, status: 503)
      } else if field("If-None-Match") == tag {
        transfer.respond(status: 304, headers: fields, expectedBytes: 0)
        answers[ObjectIdentifier(transfer)] = Answer(file: [], position: 0)
      } else if let range = request.byteRange, field("If-Range") == tag {
        let place = "bytes \(range.lowerBound)-\(file.count - 1)/\(file.count)"
        transfer.respond(
          status: 206, headers: fields + [HTTPField("Content-Range", place)],
          expectedBytes: file.count - range.lowerBound)
        answers[ObjectIdentifier(transfer)] = Answer(file: file, position: range.lowerBound)
      } else {
        transfer.respond(headers: fields, expectedBytes: file.count)
        answers[ObjectIdentifier(transfer)] = Answer(file: file, position: 0)
      }
    }

    /// Lets everything come to its end, then looks at what is left.
    func finish() {
      store.failure = nil
      var turns = 0
      while turns < 100_000 {
        turns += 1
        if fixture.storeExecutor.runNext() || fixture.executor.runNext() || scheduler.runTurn() { continue }
        guard !fixture.transport.activeTransfers.isEmpty else { break }
        serve()
      }
      for (number, viewer) in viewers.enumerated() {
        wrong += viewer.wrong.map { "viewer \(number): \($0)" }
        if viewer.ends != 1, !viewer.isCancelled {
          wrong.append("viewer \(number) ended \(viewer.ends) times")
        }
      }
      let metrics = fixture.pipeline.metrics
      if metrics.fetchesNow != 0 || metrics.decodesNow != 0 || metrics.bytesHeldNow != 0 {
        wrong.append("left: \(metrics)")
      }
      for key in store.keys {
        guard let index = key.last?.wholeNumberValue, let body = store.body(for: key), body != [1, 2, 3]
        else {
          continue
        }
        let isWhole = (0...server.versions[index]).contains { server.file(index, $0) == body }
        if !isWhole { wrong.append("\(key) is stored mixed or cut") }
      }
    }
  }

  @Test(arguments: 0..<40)
  func whatIsShownAndStoredIsOneVersionWhole(round: UInt64) {
    let seed = round &+ 7_000
    let run = Run(seed: seed)
    for _ in 0..<1_000 { run.step() }
    run.finish()
    #expect(run.wrong.isEmpty, "seed \(seed): \(run.wrong.prefix(5))")
    #expect(run.shown > 5, "seed \(seed)")
  }
}
