import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransportTesting
import Testing

/// Prefetching files into the stores, not pictures into memory.
@MainActor @Suite(.timeLimit(.minutes(2))) struct StoringPrefetcherTests {
  private let scheduler = ManualMainScheduler()
  private let world: StoreFixture
  private let prefetcher: MediaPrefetcher
  private let requests = (0..<4).map { MediaRequest.example("\($0).jpg") }

  init() {
    let scheduler = scheduler
    world = StoreFixture {
      $0.mainScheduler = scheduler
      $0.memoryCache = MemoryCache(byteLimit: 1 << 20)
    }
    prefetcher = MediaPrefetcher(pipeline: world.pipeline, destination: .stores)
  }

  private func runTurns() {
    scheduler.runAll()
    world.settle()
  }

  private func serveAll() {
    for transfer in world.transport.activeTransfers {
      transfer.complete(SampleFile.jpeg32x16, headers: [.cacheControl("max-age=60")])
    }
    world.settle()
    scheduler.runAll()
  }

  @Test func whatIsPrefetchedIsStoredAndNotDecoded() {
    prefetcher.start(requests)
    runTurns()
    #expect(world.transport.transfers.map(\.request.url) == requests.map(\.url))
    #expect(world.transport.transfers.map(\.priority) == [.low, .low, .low, .low])
    #expect(prefetcher.count == 4)
    serveAll()
    #expect(prefetcher.count == 0)
    #expect(world.store.keys == requests.map(\.url))
    #expect(world.fixture.executor.submissions == 0)
    #expect(world.pipeline.metrics.bytesHeldNow == 0)
    for request in requests { #expect(world.pipeline.cachedImage(for: request) == nil) }
  }

  @Test func whatIsStoredAlreadyIsNotFetched() async throws {
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")], requests[0])
    prefetcher.start([requests[0]])
    runTurns()
    #expect(world.transport.transfers.count == 1)
    #expect(prefetcher.count == 0)
  }

  // FAULTS "prefetch cancel window"
  @Test func whatIsStartedAndStoppedInOneTurnCostsNoRequest() {
    prefetcher.start(requests)
    prefetcher.stop(requests)
    prefetcher.start([requests[0]])
    prefetcher.stopAll()
    #expect(prefetcher.count == 0)
    runTurns()
    #expect(world.transport.transfers.isEmpty)
    #expect(world.store.reads.isEmpty)
    // Started, stopped and started again, it is fetched once.
    prefetcher.start(requests)
    prefetcher.stop(requests)
    prefetcher.start([requests[1]])
    prefetcher.start([requests[1]])
    runTurns()
    #expect(world.transport.transfers.map(\.request.url) == [requests[1].url])
  }

  // FAULTS "prefetch inversion"
  @Test func aCellThatAppearsJoinsTheTransferAndRaisesIt() throws {
    prefetcher.start(requests)
    runTurns()
    let slot = MediaSlot(pipeline: world.pipeline)
    slot.load(requests[2])
    runTurns()
    #expect(world.transport.transfers.count == 4)
    let transfer = try #require(world.transport.transfer(for: requests[2].url))
    #expect(transfer.priorities == [.low, .high])
    prefetcher.stop(requests)
    #expect(world.transport.activeTransfers.map(\.request.url) == [requests[2].url])
    serveAll()
    guard case .image = slot.content else {
      Issue.record("nothing is shown")
      return
    }
    #expect(world.store.keys == [requests[2].url])
  }

  @Test func aCellThatIsScrolledAwayLeavesThePrefetchItsTransfer() throws {
    prefetcher.start([requests[0]])
    runTurns()
    let slot = MediaSlot(pipeline: world.pipeline)
    slot.load(requests[0])
    slot.prepareForReuse()
    #expect(world.transport.transfers.map(\.priorities) == [[.low, .high, .low]])
    serveAll()
    #expect(world.store.keys == [requests[0].url])
  }

  @Test func anotherSizeOfTheSameFileIsTheSame() {
    var other = requests[0]
    other.target = DecodeTarget(size: PixelSize(width: 8, height: 8))
    prefetcher.start([requests[0], other])
    #expect(prefetcher.count == 1)
    runTurns()
    #expect(world.transport.transfers.count == 1)
    prefetcher.stop([other])
    #expect(world.transport.transfers.last?.isCancelled == true)
  }

  @Test func whatFailedOrWasStoppedCanBeStartedAgain() {
    prefetcher.start([requests[0]])
    runTurns()
    world.transfer?.fail(.connectionFailed)
    #expect(prefetcher.count == 0)
    prefetcher.start([requests[0]])
    runTurns()
    prefetcher.stop([requests[0]])
    prefetcher.start([requests[0]])
    runTurns()
    #expect(world.transport.transfers.count == 3)
    #expect(world.transport.activeTransfers.count == 1)
    #expect(prefetcher.count == 1)
  }

  @Test func aPrefetcherThatIsLetGoStopsWhatItBegan() {
    var prefetcher: MediaPrefetcher? = MediaPrefetcher(pipeline: world.pipeline, destination: .stores)
    prefetcher?.start([requests[0]])
    runTurns()
    prefetcher?.start([requests[1]])
    prefetcher = nil
    runTurns()
    #expect(world.transport.transfers.count == 1)
    #expect(world.transport.activeTransfers.isEmpty)
  }

  @Test func withoutStoresNothingIsFetchedForThem() {
    let scheduler = scheduler
    let fixture = PipelineFixture { $0.mainScheduler = scheduler }
    let prefetcher = MediaPrefetcher(pipeline: fixture.pipeline, destination: .stores)
    prefetcher.start(requests)
    scheduler.runAll()
    #expect(fixture.transport.transfers.isEmpty)
    #expect(prefetcher.count == 0)
  }
}
