import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransportTesting
import Testing

@MainActor @Suite(.timeLimit(.minutes(2))) struct MediaPrefetcherTests {
  private let scheduler = ManualMainScheduler()
  private let fixture: PipelineFixture
  private let prefetcher: MediaPrefetcher
  private let requests = (0..<4).map { MediaRequest.example("\($0).jpg") }

  init() {
    let scheduler = scheduler
    fixture = PipelineFixture { $0.mainScheduler = scheduler }
    prefetcher = MediaPrefetcher(pipeline: fixture.pipeline)
  }

  private func serveAll() {
    for transfer in fixture.transport.activeTransfers { transfer.complete(SampleFile.jpeg32x16) }
    fixture.executor.runAll()
    scheduler.runAll()
  }

  @Test func whatIsPrefetchedIsInMemoryWhenItIsShown() {
    prefetcher.start(requests)
    scheduler.runAll()
    #expect(fixture.transport.transfers.map(\.request.url) == requests.map(\.url))
    #expect(fixture.transport.transfers.map(\.priority) == [.low, .low, .low, .low])
    #expect(prefetcher.count == 4)
    serveAll()
    #expect(prefetcher.count == 0)
    for request in requests { #expect(fixture.pipeline.cachedImage(for: request) != nil) }
  }

  // FAULTS "prefetch cancel window"
  @Test func whatIsStartedAndStoppedInOneTurnCostsNoRequest() {
    prefetcher.start(requests)
    prefetcher.stop(requests)
    prefetcher.start([requests[0]])
    prefetcher.stopAll()
    #expect(prefetcher.count == 0)
    scheduler.runAll()
    #expect(fixture.transport.transfers.isEmpty)
    // Started, stopped and started again, it is loaded once.
    prefetcher.start(requests)
    prefetcher.stop(requests)
    prefetcher.start([requests[1]])
    prefetcher.start([requests[1]])
    scheduler.runAll()
    #expect(fixture.transport.transfers.map(\.request.url) == [requests[1].url])
  }

  // FAULTS "prefetch inversion"
  @Test func aCellThatAppearsJoinsTheTransferAndRaisesIt() throws {
    prefetcher.start(requests)
    scheduler.runAll()
    let slot = MediaSlot(pipeline: fixture.pipeline)
    slot.load(requests[2])
    #expect(fixture.transport.transfers.count == 4)
    let transfer = try #require(fixture.transport.transfer(for: requests[2].url))
    #expect(transfer.priorities == [.low, .high])
    prefetcher.stop(requests)
    #expect(fixture.transport.activeTransfers.map(\.request.url) == [requests[2].url])
    serveAll()
    guard case .image = slot.content else {
      Issue.record("nothing is shown")
      return
    }
  }

  // FAULTS "prefetch inversion"
  @Test func aCellThatAppearsWhileThePictureWaitsToBeDecodedRaisesTheDecode() {
    prefetcher.start(requests)
    scheduler.runAll()
    for transfer in fixture.transport.activeTransfers { transfer.complete(SampleFile.jpeg32x16) }
    #expect(fixture.executor.priorities == [.low, .low, .low, .low])
    let slot = MediaSlot(pipeline: fixture.pipeline)
    slot.load(requests[1])
    #expect(fixture.executor.priorities == [.low, .high, .low, .low])
  }

  @Test func aCellOfAnotherSizeJoinsTheTransferToo() throws {
    prefetcher.start([requests[0]])
    scheduler.runAll()
    let slot = MediaSlot(pipeline: fixture.pipeline)
    var request = requests[0]
    request.target = DecodeTarget(size: PixelSize(width: 8, height: 8))
    slot.load(request)
    #expect(fixture.transport.transfers.map(\.priorities) == [[.low, .high]])
  }

  @Test func whatFailedOrWasStoppedCanBeStartedAgain() {
    prefetcher.start([requests[0]])
    scheduler.runAll()
    fixture.transport.transfers.last?.fail(.connectionFailed)
    #expect(prefetcher.count == 0)
    prefetcher.start([requests[0]])
    scheduler.runAll()
    prefetcher.stop([requests[0]])
    prefetcher.start([requests[0]])
    scheduler.runAll()
    #expect(fixture.transport.transfers.count == 3)
    #expect(fixture.transport.activeTransfers.count == 1)
  }

  @Test func anOlderEndDoesNotForgetANewerStart() throws {
    prefetcher.start([requests[0]])
    scheduler.runAll()
    prefetcher.stop([requests[0]])
    prefetcher.start([requests[0]])
    scheduler.runAll()
    #expect(prefetcher.count == 1)
    prefetcher.stop([requests[0]])
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  @Test func aPrefetcherThatIsLetGoStopsWhatItBegan() {
    var prefetcher: MediaPrefetcher? = MediaPrefetcher(pipeline: fixture.pipeline)
    prefetcher?.start([requests[0]])
    scheduler.runAll()
    prefetcher?.start([requests[1]])
    prefetcher = nil
    scheduler.runAll()
    #expect(fixture.transport.transfers.count == 1)
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  @Test func whatIsInMemoryOrHasNoURLIsNotAskedFor() {
    prefetcher.start([requests[0]])
    scheduler.runAll()
    serveAll()
    prefetcher.start([requests[0], MediaRequest(url: "")])
    scheduler.runAll()
    #expect(fixture.transport.transfers.count == 1)
    #expect(prefetcher.count == 0)
  }

  @Test func itsPicturesDoNotOutliveTheCache() throws {
    prefetcher.start([requests[0]])
    scheduler.runAll()
    serveAll()
    weak let pixels = fixture.pipeline.cachedImage(for: requests[0])?.pixels
    #expect(pixels != nil)
    fixture.transport.forgetTransfers()
    fixture.cache.removeAll()
    #expect(pixels == nil)
  }
}
