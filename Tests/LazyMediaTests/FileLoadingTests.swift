import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import Testing

@Suite(.timeLimit(.minutes(2))) @MainActor struct FileLoadingTests {

  /// A pipeline with its turns, and what its handlers heard.
  @MainActor private final class Loads {
    let scheduler = ManualMainScheduler()
    let cache = DataCache()
    let fixture: PipelineFixture
    var events: [String] = []
    var file: MediaFile?
    var failure: MediaError?

    init(limit: Int = 1 << 20) {
      let (scheduler, cache) = (scheduler, cache)
      fixture = PipelineFixture {
        $0.mainScheduler = scheduler
        $0.dataCache = cache
        $0.fileByteLimit = limit
      }
    }

    var transport: ScriptedTransport { fixture.transport }

    @discardableResult
    func load(_ request: MediaRequest = .example("a.webm"), as name: String = "") -> MediaFileTask {
      fixture.pipeline.loadFile(request) { [self] event in
        switch event {
        case .progress(let received, let expected):
          events.append(name + "\(received)/\(expected.map(String.init) ?? "?")")
        case .finished(let file):
          self.file = file
          events.append(name + "finished")
        case .failed(let error):
          failure = error
          events.append(name + "failed")
        }
      }
    }
  }

  private func bytes(_ file: MediaFile) -> [UInt8] { file.withUnsafeBytes { Array($0) } }

  @Test func aFileComesWholeAfterItsProgress() throws {
    let loads = Loads()
    loads.load()
    let transfer = try #require(loads.transport.transfers.first)
    let file = SampleVideo.mp4(byteCount: 1_000)
    transfer.respond(expectedBytes: 1_000)
    transfer.send(Array(file[..<400]))
    loads.scheduler.runAll()
    #expect(loads.events == ["400/1000"])
    transfer.send(Array(file[400...]))
    transfer.finish()
    loads.scheduler.runAll()
    #expect(loads.events == ["400/1000", "1000/1000"])
    // The check waits for the decode executor.
    #expect(loads.fixture.executor.priorities == [.normal])
    loads.fixture.executor.runAll()
    #expect(loads.events.count == 2)
    loads.scheduler.runAll()
    #expect(loads.events == ["400/1000", "1000/1000", "finished"])
    let loaded = try #require(loads.file)
    #expect(bytes(loaded) == file)
    #expect(loaded.info.container == .mp4)
  }

  @Test func aFileOfUnknownLengthIsOneStretchOfMemoryAllTheSame() throws {
    let loads = Loads()
    loads.load()
    let transfer = try #require(loads.transport.transfers.first)
    let file = SampleVideo.mp4(byteCount: 300_000)
    transfer.respond()
    transfer.send(file, inPiecesOf: 10_000)
    transfer.finish()
    loads.fixture.executor.runAll()
    loads.scheduler.runAll()
    #expect(loads.events == ["300000/?", "finished"])
    #expect(try bytes(#require(loads.file)) == file)
  }

  @Test func equalRequestsShareOneTransferAndTheLastWhoLeavesStopsIt() throws {
    let loads = Loads()
    let first = loads.load(as: "first ")
    let second = loads.load(.example("a.webm") { $0.priority = .high }, as: "second ")
    let transfer = try #require(loads.transport.transfers.first)
    #expect(loads.transport.transfers.count == 1)
    #expect(transfer.priority == .high)
    transfer.respond(expectedBytes: 1_000)
    transfer.send(SampleVideo.mp4(byteCount: 10))
    second.cancel()
    #expect(transfer.isActive)
    #expect(transfer.priority == .normal)
    first.cancel()
    #expect(transfer.isCancelled)
    loads.scheduler.runAll()
    #expect(loads.events == [])
  }

  @Test func whoJoinsLateIsToldHowMuchHasComeAndGetsTheSameFile() throws {
    let loads = Loads()
    loads.load(as: "first ")
    let transfer = try #require(loads.transport.transfers.first)
    transfer.respond(expectedBytes: 1_000)
    transfer.send(Array(SampleVideo.mp4(byteCount: 1_000)[..<500]))
    loads.scheduler.runAll()
    loads.load(as: "second ")
    loads.scheduler.runAll()
    #expect(loads.events == ["first 500/1000", "second 500/1000"])
    transfer.send(Array(SampleVideo.mp4(byteCount: 1_000)[500...]))
    transfer.finish()
    loads.fixture.executor.runAll()
    loads.scheduler.runAll()
    #expect(
      loads.events.dropFirst(2) == [
        "first 1000/1000", "first finished", "second 1000/1000", "second finished",
      ])
  }

  // A27
  @Test func nothingIsToldAfterCancelThoughTheFileWasReady() {
    let loads = Loads()
    let task = loads.load()
    loads.fixture.serve(SampleVideo.mp4(byteCount: 100))
    #expect(loads.scheduler.queued == 1)
    task.cancel()
    loads.scheduler.runAll()
    #expect(loads.events == [])
  }

  @Test func aHandlerThatCancelsHearsNothingMore() throws {
    let loads = Loads()
    var task: MediaFileTask?
    var count = 0
    task = loads.fixture.pipeline.loadFile(.example("a.webm")) { _ in
      count += 1
      task?.cancel()
    }
    loads.fixture.serve(SampleVideo.mp4(byteCount: 100))
    loads.scheduler.runAll()
    #expect(count == 1)
  }

  @Test func aCheckThatWaitsIsWithdrawnWhenNobodyWaits() throws {
    let loads = Loads()
    let task = loads.load()
    try #require(loads.transport.transfers.first).complete(SampleVideo.mp4(byteCount: 100))
    #expect(loads.fixture.executor.priorities.count == 1)
    task.cancel()
    #expect(loads.fixture.executor.priorities.isEmpty)
  }

  @Test func whatIsNoVideoFailsAndIsNotKept() {
    let loads = Loads()
    loads.load(.example("a.webm") { $0.keepsData = true })
    loads.fixture.serve(SampleFile.jpeg32x16)
    loads.scheduler.runAll()
    #expect(loads.failure?.phase == .decode)
    #expect(loads.failure?.code == "notAVideo")
    #expect(loads.failure?.status == 200)
    #expect(loads.failure?.url == "http://origin.example/a.webm")
    #expect(loads.cache.count == 0)
    #expect(loads.transport.activeTransfers.isEmpty)
  }

  @Test func anEmptyFileAndABrokenTransferAreFailures() {
    let loads = Loads()
    loads.load()
    loads.fixture.serve([])
    loads.scheduler.runAll()
    #expect(loads.failure?.code == "notAVideo")
    loads.load()
    loads.transport.activeTransfers.last?.fail(.badStatus, phase: .headers, status: 404)
    loads.scheduler.runAll()
    #expect(loads.failure?.status == 404)
    #expect(loads.events.filter { $0 == "failed" }.count == 2)
  }

  @Test func theLimitOfFilesIsTheirOwn() throws {
    let loads = Loads(limit: 12_345)
    loads.load()
    #expect(loads.transport.transfers.first?.request.maximumBytes == 12_345)
  }

  @Test func aKeptFileIsHandedOverInTheSameTurn() throws {
    let loads = Loads()
    loads.load(.example("a.webm") { $0.keepsData = true })
    loads.fixture.serve(SampleVideo.mp4(byteCount: 1_000))
    loads.scheduler.runAll()
    #expect(loads.cache.byteCount == 1_000)
    loads.events = []
    let task = loads.load()
    #expect(loads.events == ["finished"])
    #expect(loads.transport.transfers.count == 1)
    task.cancel()
    loads.scheduler.runAll()
    #expect(loads.events == ["finished"])
    // Shared, not copied.
    let addresses = [try #require(loads.file)].map { $0.withUnsafeBytes { $0.baseAddress } }
    loads.load()
    #expect(addresses == [try #require(loads.file).withUnsafeBytes { $0.baseAddress }])
  }

  @Test func aFileThatNobodyAskedToKeepIsFetchedAnew() {
    let loads = Loads()
    loads.load()
    loads.fixture.serve(SampleVideo.mp4(byteCount: 100))
    loads.scheduler.runAll()
    loads.load()
    #expect(loads.transport.transfers.count == 2)
  }

  @Test func aKeptPictureThatIsWantedAsAVideoIsFetchedOnceMore() {
    let loads = Loads()
    loads.fixture.pipeline.task(for: .example("a.webm") { $0.keepsData = true })
    loads.fixture.serve(SampleFile.jpeg32x16)
    #expect(loads.cache.count == 1)
    loads.load()
    loads.fixture.executor.runAll()
    #expect(loads.cache.count == 0)
    #expect(loads.transport.transfers.count == 2)
    loads.fixture.serve(SampleVideo.mp4(byteCount: 100))
    loads.scheduler.runAll()
    #expect(loads.events.last == "finished")
  }

  @Test func aHandlerIsLetGoAtTheEnd() {
    final class View {}
    let loads = Loads()
    var view: View? = View()
    weak let gone = view
    let task = loads.fixture.pipeline.loadFile(.example("a.webm")) { [view] _ in _ = view }
    view = nil
    #expect(gone != nil)
    loads.fixture.serve(SampleVideo.mp4(byteCount: 100))
    loads.scheduler.runAll()
    #expect(gone == nil)
    _ = task
  }
}
