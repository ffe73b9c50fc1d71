import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import Testing

/// Files that are stored before anybody wants their pictures.
@Suite(.timeLimit(.minutes(2))) struct StoringTests {
  private let key = "http://origin.example/a.jpg"

  private func store(_ world: StoreFixture, _ priority: MediaPriority = .low) -> StoreTask {
    let task = world.pipeline.store(.example { $0.priority = priority })
    world.settle()
    return task
  }

  @Test func aFileIsStoredWithoutADecode() async throws {
    let world = StoreFixture()
    let task = store(world)
    world.answer(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    try await task.finish()
    #expect(world.store.body(for: key) == SampleFile.jpeg32x16)
    #expect(world.fixture.executor.submissions == 0)
    #expect(world.pipeline.metrics.fetchesNow == 0)
    #expect(world.pipeline.metrics.bytesHeldNow == 0)
  }

  @Test func whatIsStoredAndFreshIsNotFetched() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    try await store(world).finish()
    #expect(world.transport.transfers.count == 1)
  }

  // FAULTS "prefetch inversion"
  @Test func aPictureThatIsWantedMeanwhileSharesTheTransferAndRaisesIt() async throws {
    let world = StoreFixture()
    let storing = store(world)
    #expect(world.transfer?.priority == .low)
    let task = world.load(.example { $0.priority = .high })
    #expect(world.transport.transfers.count == 1)
    #expect(world.transfer?.priority == .high)
    storing.cancel()
    #expect(world.transfer?.isActive == true)
    world.answer(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    #expect(try await task.value.size.width == 32)
    await #expect(throws: CancellationError.self) { try await storing.finish() }
  }

  @Test func aPictureThatIsGivenUpLeavesTheStoringItsTransfer() async throws {
    let world = StoreFixture()
    let storing = store(world)
    let task = world.load(.example { $0.priority = .high })
    task.cancel()
    #expect(world.transfer?.priority == .low)
    world.answer(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    try await storing.finish()
    #expect(world.store.keys == [key])
    #expect(world.pipeline.metrics.decodesNow == 0)
  }

  @Test func theTransferStopsWithTheLastWhoWantsIt() {
    let world = StoreFixture()
    let tasks = [store(world), store(world)]
    tasks[0].cancel()
    #expect(world.transfer?.isActive == true)
    tasks[1].cancel()
    tasks[1].cancel()
    #expect(world.transfer?.isCancelled == true)
  }

  @Test func whoStopsWaitingStopsTheTransfer() async {
    let world = StoreFixture()
    let task = store(world)
    let waiting = Task { try await task.finish() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(world.transfer?.isCancelled == true)
  }

  @Test func aFileThatIsHandedToTheStoresAlreadyIsNotWaitedFor() async throws {
    let world = StoreFixture()
    let picture = world.load()
    world.transfer?.complete(SampleFile.jpeg32x16, headers: [.cacheControl("max-age=60")])
    // Its decode waits.
    try await world.pipeline.store(.example()).finish()
    world.settle()
    _ = try await picture.value
    #expect(world.pipeline.metrics.fetchesNow == 0)
    #expect(world.pipeline.metrics.bytesHeldNow == 0)
  }

  @Test func whatWaitsToBeWrittenIsFound() async throws {
    let world = StoreFixture()
    let storing = world.pipeline.store(.example())
    world.settle()
    world.transfer?.complete(SampleFile.jpeg32x16, headers: [.cacheControl("max-age=60")])
    try await storing.finish()
    let task = world.pipeline.task(for: .example { $0.priority = .veryHigh })
    world.fixture.storeExecutor.runMostUrgent()
    world.fixture.executor.runAll()
    #expect(try await task.value.size.width == 32)
    #expect(world.transport.transfers.count == 1)
    #expect(world.store.keys == [])
    world.settle()
    #expect(world.store.keys == [key])
  }

  @Test func whatWaitedToBeWrittenWhenTheServerWasAskedIsServed() async throws {
    let world = StoreFixture()
    let storing = world.pipeline.store(.example())
    world.settle()
    let fields = [HTTPField.cacheControl("no-cache"), .etag("one")]
    world.transfer?.complete(SampleFile.jpeg32x16, headers: fields)
    try await storing.finish()
    let task = world.pipeline.task(for: .example { $0.priority = .veryHigh })
    world.fixture.storeExecutor.runMostUrgent()
    world.settle()
    world.answer([], status: 304)
    #expect(try await task.value.size.width == 32)
    #expect(world.transport.transfers.count == 2)
  }

  @Test func aFailureIsToldToWhoStores() async throws {
    let world = StoreFixture()
    let task = store(world)
    world.transfer?.fail(.badStatus, phase: .headers, status: 404)
    await #expect(throws: MediaError.self) { try await task.finish() }
  }

  @Test func whatIsFetchedIsStoredBeforeTheEndIsAwaited() async throws {
    let store = InMemoryStore()
    let fixture = PipelineFixture { configuration in
      configuration.stores = [store]
      configuration.storeExecutor = BackgroundThreads(count: 2)
    }
    for index in 0..<50 {
      let task = fixture.pipeline.store(.example("\(index)"))
      while fixture.transport.transfers.count <= index { await Task.yield() }
      fixture.transport.transfers[index].complete(SampleFile.jpeg32x16)
      try await task.finish()
    }
    await fixture.pipeline.finishStoring()
    #expect(store.keys.count == 50)
  }
}
