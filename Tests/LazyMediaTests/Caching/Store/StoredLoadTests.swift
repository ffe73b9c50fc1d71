import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransport
import MediaTransportTesting
import Testing

/// What a pipeline does with a store.
@Suite(.timeLimit(.minutes(2))) struct StoredLoadTests {
  private let key = "http://origin.example/a.jpg"

  @Test func aFreshAnswerIsServedWithoutATransfer() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    #expect(world.store.keys == [key])
    world.advance(seconds: 59)
    let task = world.load()
    #expect(try await task.value.size == PixelSize(width: 32, height: 16))
    #expect(world.transport.transfers.count == 1)
    #expect(task.metrics.source == .disk)
    #expect(task.metrics.bytes == 0)
    #expect(world.pipeline.metrics.diskHits == 1)
  }

  @Test func aStoredSizeIsToldBeforeThePicture() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    let task = world.load()
    #expect(await task.eventNames() == [.size, .progress, .finished])
  }

  // FAULTS 36
  @Test func aStaleAnswerIsConfirmedAndItsHeadReplaced() async throws {
    let world = StoreFixture()
    try await world.fill(
      SampleFile.jpeg32x16, [.cacheControl("max-age=60, must-revalidate"), .etag("one")])
    world.advance(seconds: 61)
    let task = world.load()
    #expect(world.transfer?.request.headers.contains(HTTPField("If-None-Match", "\"one\"")) == true)
    #expect(world.transfer?.request.acceptsNotModified == true)
    world.answer([], status: 304, [.cacheControl("max-age=1000")])
    #expect(try await task.value.size.width == 32)
    #expect(task.metrics.source == .disk)
    #expect(world.pipeline.metrics.revalidations == 1)
    // Fresh again, for as long as the 304 said.
    world.advance(seconds: 999)
    #expect(try await world.load().value.size.width == 32)
    #expect(world.transport.transfers.count == 2)
    world.advance(seconds: 2)
    _ = world.load()
    #expect(world.transport.transfers.count == 3)
  }

  @Test func aChangedFileTakesThePlaceOfTheStoredOne() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=0"), .etag("one")])
    let task = world.load()
    world.answer(SampleFile.png4x2, [.cacheControl("max-age=60"), .etag("two")])
    #expect(try await task.value.size == PixelSize(width: 4, height: 2))
    #expect(world.store.body(for: key) == SampleFile.png4x2)
    #expect(try await world.load().value.size == PixelSize(width: 4, height: 2))
    #expect(world.transport.transfers.count == 2)
  }

  @Test func aStaleAnswerIsServedAtOnceWhereTheServerIsAskedMeanwhile() async throws {
    let world = StoreFixture()
    try await world.fill(
      SampleFile.jpeg32x16, [.cacheControl("max-age=60, stale-while-revalidate=600"), .etag("one")])
    world.advance(seconds: 100)
    let tasks = [world.load(), world.load()]
    for task in tasks { #expect(try await task.value.size.width == 32) }
    // One question for both.
    #expect(world.transport.transfers.count == 2)
    #expect(world.transfer?.request.priority == .veryLow)
    world.answer(SampleFile.png4x2, [.cacheControl("max-age=60"), .etag("two")])
    #expect(try await world.load().value.size == PixelSize(width: 4, height: 2))
    #expect(world.transport.transfers.count == 2)
  }

  @Test func aConfirmationInTheBackgroundMakesTheAnswerFreshAgain() async throws {
    let world = StoreFixture()
    try await world.fill(
      SampleFile.jpeg32x16, [.cacheControl("max-age=60, stale-while-revalidate=600"), .etag("one")])
    world.advance(seconds: 100)
    _ = try await world.load().value
    world.answer([], status: 304)
    world.advance(seconds: 59)
    #expect(try await world.load().value.size.width == 32)
    #expect(world.transport.transfers.count == 2)
  }

  @Test func aStaleAnswerStandsForAServerThatFails() async throws {
    let world = StoreFixture()
    try await world.fill(
      SampleFile.jpeg32x16, [.cacheControl("max-age=60, stale-if-error=600"), .etag("one")])
    world.advance(seconds: 100)
    let task = world.load()
    world.transfer?.fail(.badStatus, phase: .headers, status: 503)
    world.settle()
    #expect(try await task.value.size.width == 32)
    world.advance(seconds: 600)
    let late = world.load()
    world.transfer?.fail(.badStatus, phase: .headers, status: 503)
    world.settle()
    #expect(await late.failure()?.status == 503)
  }

  // FAULTS 38
  @Test func aPageIsNeverStored() async throws {
    let world = StoreFixture()
    let page = Array("<!DOCTYPE html><html><body>502 Bad Gateway</body></html>".utf8)
    let task = world.load()
    world.answer(page, [.cacheControl("max-age=60")])
    #expect(await task.failure()?.code == "unsupportedFormat")
    let storing = world.pipeline.store(.example())
    world.settle()
    world.answer(page, [.cacheControl("max-age=60")])
    try await storing.finish()
    #expect(world.store.keys == [])
  }

  // FAULTS 38, 40
  @Test func aStoredFileThatGivesNoPictureIsFetchedOnceMoreAndReplaced() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    world.store.corrupt(key, with: Array(SampleFile.jpeg32x16.prefix(200)))
    let task = world.load()
    #expect(world.transport.transfers.count == 2)
    #expect(world.transfer?.request.headers == [])
    world.answer(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    #expect(try await task.value.size.width == 32)
    #expect(world.store.body(for: key) == SampleFile.jpeg32x16)
    // A file that is bad at its origin too is fetched once, not for ever.
    world.store.corrupt(key, with: Array(SampleFile.jpeg32x16.prefix(200)))
    let bad = world.load()
    world.answer(Array(SampleFile.jpeg32x16.prefix(200)), [.cacheControl("max-age=60")])
    #expect(await bad.failure()?.phase == .decode)
    #expect(world.transport.transfers.count == 3)
    #expect(world.store.keys == [])
  }

  // FAULTS 28
  @Test(arguments: [TransportError.Code.truncated, .connectionFailed])
  func aBodyThatBrokeOffIsNotStored(code: TransportError.Code) async throws {
    let world = StoreFixture()
    let task = world.load()
    world.transfer?.respond(headers: [.cacheControl("max-age=60")], expectedBytes: 1_000)
    world.transfer?.send(SampleFile.jpeg32x16)
    world.transfer?.fail(code, phase: .body, status: 200)
    world.settle()
    #expect(await task.failure()?.code == code.rawValue)
    #expect(world.store.keys == [])
  }

  @Test func whatMayNotBeStoredIsNot() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("no-store, max-age=60")])
    #expect(world.store.keys == [])
    _ = world.load()
    #expect(world.transport.transfers.count == 2)
  }

  @Test func aReloadTakesNothingFromTheStoreAndReplacesIt() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    let task = world.load(.example { $0.cachePolicy = .reload })
    world.answer(SampleFile.png4x2, [.cacheControl("max-age=60")])
    #expect(try await task.value.size.width == 4)
    #expect(world.store.body(for: key) == SampleFile.png4x2)
  }

  @Test func aReloadReplacesThePictureInMemory() async throws {
    let world = StoreFixture { $0.memoryCache = MemoryCache(byteLimit: 1 << 20) }
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    let request = MediaRequest.example { $0.cachePolicy = .reload }
    #expect(world.pipeline.cachedImage(for: request) == nil)
    let task = world.load(request)
    world.answer(SampleFile.png4x2, [.cacheControl("max-age=60")])
    _ = try await task.value
    #expect(world.pipeline.cachedImage(for: .example())?.size.width == 4)
  }

  @Test func onlyTheStoreIsAskedWhereTheRequestSaysSo() async throws {
    let world = StoreFixture()
    let request = MediaRequest.example { $0.cachePolicy = .onlyIfCached }
    #expect(await world.load(request).failure()?.code == "notCached")
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    world.advance(seconds: 1_000)
    #expect(try await world.load(request).value.size.width == 32)
    #expect(world.transport.transfers.count == 1)
  }

  @Test func aStaleAnswerIsServedUnaskedWhereTheRequestSaysSo() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    world.advance(seconds: 1_000)
    let request = MediaRequest.example { $0.cachePolicy = .cacheFirst }
    #expect(try await world.load(request).value.size.width == 32)
    _ = world.load(.example("b.jpg") { $0.cachePolicy = .cacheFirst })
    #expect(world.transport.transfers.count == 2)
  }

  @Test func answersThatVaryAreKeptApart() async throws {
    let world = StoreFixture()
    let german = MediaRequest.example { $0.headers = [HTTPField("Accept-Language", "de")] }
    let english = MediaRequest.example { $0.headers = [HTTPField("Accept-Language", "en")] }
    let fields = [HTTPField.cacheControl("max-age=60"), HTTPField("Vary", "Accept-Language")]
    try await world.fill(SampleFile.jpeg32x16, fields, german)
    try await world.fill(SampleFile.png4x2, fields, english)
    #expect(world.transport.transfers.count == 2)
    #expect(try await world.load(german).value.size.width == 32)
    #expect(try await world.load(english).value.size.width == 4)
    #expect(world.transport.transfers.count == 2)
  }

  @Test func aStoreThatFailsHoldsUpNothing() async throws {
    let world = StoreFixture()
    world.store.failure = MediaStoreError(.failed, "scripted")
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    #expect(world.pipeline.metrics.storeFailures == 2)
  }

  // FAULTS 7, 12
  @Test func aTaskCancelledWhileTheStoreIsAskedReadsAndFetchesNothing() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    let reads = world.store.reads.count
    let task = world.pipeline.task(for: .example())
    task.cancel()
    world.settle()
    #expect(world.store.reads.count == reads)
    #expect(world.transport.transfers.count == 1)
    #expect(task.isCancelled)
  }

  // FAULTS 6, 11
  @Test func tasksShareOneLookup() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    let reads = world.store.reads.count
    let tasks = (0..<3).map { _ in world.pipeline.task(for: .example()) }
    tasks[0].cancel()
    world.settle()
    for task in tasks[1...] { #expect(try await task.value.size.width == 32) }
    #expect(world.store.reads.count == reads + 1)
  }

  @Test func lookupsWaitWhileTooMuchIsHeld() async throws {
    let world = StoreFixture { $0.heldBytesLimit = 100 }
    for name in ["a.jpg", "b.jpg", "c.jpg"] {
      try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")], .example(name))
    }
    let reads = world.store.reads.count
    let tasks = ["a.jpg", "b.jpg", "c.jpg"].map { world.pipeline.task(for: .example($0)) }
    while world.fixture.storeExecutor.runNext() {}
    // What was with the executor already goes on; nothing more is read until that is decoded.
    let more = world.pipeline.task(for: .example("a.jpg", target: nil) { $0.pixelFormat = .bgra8 })
    let late = world.pipeline.task(for: .example("d.jpg"))
    while world.fixture.storeExecutor.runNext() {}
    #expect(world.store.reads.count == reads + 3)
    world.settle()
    for task in tasks + [more] { #expect(try await task.value.size.width == 32) }
    #expect(world.store.reads.count == reads + 4)
    late.cancel()
    #expect(world.pipeline.metrics.bytesHeldNow == 0)
  }

  @Test func whatAFartherStoreHasIsCopiedToTheNearer() async throws {
    let far = InMemoryStore(level: .shared)
    let filler = StoreFixture(store: far)
    try await filler.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    let near = InMemoryStore()
    let world = StoreFixture { $0.stores = [near, far] }
    let task = world.load()
    #expect(try await task.value.size.width == 32)
    #expect(task.metrics.source == .shared)
    #expect(near.body(for: key) == SampleFile.jpeg32x16)
    let again = world.load()
    _ = try await again.value
    #expect(again.metrics.source == .disk)
  }

  @Test func whatIsForOneUserDoesNotReachASharedStore() async throws {
    let far = InMemoryStore(level: .shared)
    let near = InMemoryStore()
    let world = StoreFixture { $0.stores = [near, far] }
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("private, max-age=60")])
    #expect(near.keys == [key])
    #expect(far.keys == [])
  }

  @Test func whatOneUserWasGivenIsNotForAnother() async throws {
    let world = StoreFixture()
    let one = MediaRequest.example { $0.headers = [HTTPField("Authorization", "Bearer one")] }
    let two = MediaRequest.example { $0.headers = [HTTPField("Authorization", "Bearer two")] }
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")], one)
    try await world.fill(SampleFile.png4x2, [.cacheControl("max-age=60")], two)
    #expect(try await world.load(one).value.size.width == 32)
    #expect(try await world.load(two).value.size.width == 4)
    #expect(!world.store.keys.contains { $0.contains("Bearer") })
  }

  @Test func aURLWithAPasswordReachesNoSharedStore() async throws {
    let far = InMemoryStore(level: .shared)
    let near = InMemoryStore()
    let world = StoreFixture { $0.stores = [near, far] }
    let request = MediaRequest(url: "http://me:secret@origin.example/a.jpg")
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("public, max-age=60")], request)
    #expect(far.keys == [])
    #expect(near.keys.count == 1)
    #expect(!near.keys.contains { $0.contains("secret") })
  }

  // FAULTS 38
  @Test func aPageInThePlaceOfAFileLeavesWhatIsStored() async throws {
    let world = StoreFixture()
    try await world.fill(
      SampleFile.jpeg32x16, [.cacheControl("max-age=0, stale-if-error=600"), .etag("one")])
    _ = world.load()
    world.answer(Array("<html>log in</html>".utf8), [.cacheControl("no-store")])
    #expect(world.store.keys == [key])
  }

  @Test func aStoredFileOverTheLimitIsRefused() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    let task = world.load(.example { $0.maximumBytes = 100 })
    #expect(await task.failure()?.code == "tooLarge")
  }

  @Test func anEntryThatWentMeanwhileIsFetched() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=0"), .etag("one")])
    let task = world.load()
    try world.store.remove(key, tag: nil)
    world.answer([], status: 304)
    #expect(world.transport.transfers.count == 3)
    world.answer(SampleFile.png4x2, [.cacheControl("max-age=60")])
    #expect(try await task.value.size.width == 4)
  }

  @Test func aConditionOfTheCallersOwnIsForTheServer() async throws {
    let world = StoreFixture()
    try await world.fill(SampleFile.jpeg32x16, [.cacheControl("max-age=60")])
    let task = world.load(.example { $0.headers = [HTTPField("If-None-Match", "\"x\"")] })
    #expect(world.transport.transfers.count == 2)
    world.transfer?.fail(.badStatus, phase: .headers, status: 304)
    #expect(await task.failure()?.status == 304)
  }
}
