import LazyMediaTesting
import MediaCodecs
import MediaTransport
import MediaTransportTesting
import SeededRandom
import Testing

@testable import LazyMedia

@Suite(.timeLimit(.minutes(2))) struct DataCacheTests {
  private let small = DecodeTarget(size: PixelSize(width: 16, height: 16))

  /// A body of `count` bytes.
  private func body(_ count: Int) -> DataCache.Entry {
    let body = BodyBuffer()
    body.reserve(count)
    body.append([UInt8](repeating: 7, count: count).span.bytes)
    return DataCache.Entry(body: body)
  }

  private func key(_ name: String) -> FetchKey { MediaRequest.example(name).fetchKey }

  private func fixture(_ cache: DataCache? = DataCache()) -> PipelineFixture {
    PipelineFixture {
      $0.dataCache = cache
      $0.memoryCache = nil
    }
  }

  // MARK: The cache

  @Test func whatWasUsedLeastRecentlyLeavesFirst() {
    let cache = DataCache(byteLimit: 300)
    for name in ["a", "b", "c"] { cache.insert(body(100), for: key(name)) }
    #expect(cache.entry(for: key("a")) != nil)
    cache.insert(body(100), for: key("d"))
    #expect(cache.byteCount == 300)
    #expect(cache.entry(for: key("b")) == nil)
    for name in ["a", "c", "d"] { #expect(cache.entry(for: key(name)) != nil) }
  }

  @Test func aBodyThatCameInPiecesCountsTheMemoryThatItTakes() {
    let cache = DataCache()
    let body = BodyBuffer()
    body.append([UInt8](repeating: 7, count: 10).span.bytes)
    cache.insert(DataCache.Entry(body: body), for: key("a"))
    #expect(cache.byteCount == 64 << 10)
  }

  @Test func aBodyOverTheLimitIsNotKeptAndThrowsNothingOut() {
    let cache = DataCache(byteLimit: 300)
    cache.insert(body(100), for: key("a"))
    cache.insert(body(301), for: key("b"))
    #expect(cache.count == 1)
    #expect(cache.entry(for: key("a")) != nil)
  }

  @Test func theSameKeyReplacesAndRemoveAllEmpties() {
    let cache = DataCache(byteLimit: 300)
    cache.insert(body(100), for: key("a"))
    cache.insert(body(200), for: key("a"))
    #expect(cache.count == 1)
    #expect(cache.byteCount == 200)
    cache.removeAll()
    #expect(cache.count == 0)
    #expect(cache.byteCount == 0)
    #expect(cache.entry(for: key("a")) == nil)
  }

  @Test func randomUseKeepsToTheLimitAndToWhatWasUsedLast() throws {
    var random = SeededGenerator(seed: 5)
    let cache = DataCache(byteLimit: 1_000)
    // The plain form of the same rule: names by their last use, with their lengths.
    var model: [(name: String, count: Int)] = []
    for _ in 0..<5_000 {
      let name = "\(Int.random(in: 0..<20, using: &random))"
      let known = model.firstIndex { $0.name == name }
      if random.happens(60) {
        try #require((cache.entry(for: key(name)) != nil) == (known != nil))
        if let known { model.append(model.remove(at: known)) }
      } else {
        let count = Int.random(in: 1...400, using: &random)
        cache.insert(body(count), for: key(name))
        if let known { model.remove(at: known) }
        while model.reduce(count, { $0 + $1.count }) > 1_000 { model.removeFirst() }
        model.append((name, count))
      }
      try #require(cache.byteCount == model.reduce(0) { $0 + $1.count })
      try #require(cache.count == model.count)
    }
  }

  // MARK: In the pipeline

  // A26
  @Test func aKeptBodyServesAnotherSizeWithoutATransfer() async throws {
    let cache = DataCache()
    let fixture = fixture(cache)
    let first = fixture.pipeline.task(for: .example { $0.keepsData = true })
    fixture.serve(SampleFile.jpeg32x16)
    #expect(try await first.value.size.width == 32)
    #expect(first.metrics.source == .transport)
    #expect(cache.byteCount == SampleFile.jpeg32x16.count)
    let second = fixture.pipeline.task(for: .example(target: small))
    fixture.executor.runAll()
    #expect(try await second.value.size.width == 16)
    #expect(second.metrics.source == .data)
    #expect(second.metrics.attempts == 0)
    #expect(second.metrics.bytes == 0)
    #expect(fixture.transport.transfers.count == 1)
  }

  @Test func aKeptBodyTellsTheSizeBeforeItIsDecoded() async throws {
    let fixture = fixture()
    let first = fixture.pipeline.task(for: .example { $0.keepsData = true })
    fixture.serve(SampleFile.jpeg32x16)
    _ = try await first.value
    let second = fixture.pipeline.task(for: .example())
    var events = second.events.makeAsyncIterator()
    guard case .size(let info)? = await events.next() else {
      Issue.record("the size is told first")
      return
    }
    #expect(info.displaySize == PixelSize(width: 32, height: 16))
    #expect(fixture.executor.priorities.count == 1)
    second.cancel()
    #expect(fixture.executor.priorities.isEmpty)
  }

  @Test func aRequestThatDoesNotAskKeepsNothing() async throws {
    let cache = DataCache()
    let fixture = fixture(cache)
    let task = fixture.pipeline.task(for: .example())
    fixture.serve(SampleFile.jpeg32x16)
    _ = try await task.value
    #expect(cache.count == 0)
  }

  @Test func requestsThatDifferInKeepingShareAndOneThatAsksIsEnough() async throws {
    let cache = DataCache()
    let fixture = fixture(cache)
    let plain = fixture.pipeline.task(for: .example())
    let keeping = fixture.pipeline.task(for: .example { $0.keepsData = true })
    fixture.serve(SampleFile.jpeg32x16)
    let pixels = (try await plain.value.pixels, try await keeping.value.pixels)
    #expect(pixels.0 === pixels.1)
    #expect(fixture.transport.transfers.count == 1)
    #expect(cache.count == 1)
  }

  @Test func aBodyWhoseDecodeFailedIsNotKept() async {
    let cache = DataCache()
    let fixture = fixture(cache)
    let task = fixture.pipeline.task(for: .example { $0.keepsData = true })
    fixture.serve(Array(SampleFile.jpeg32x16.dropLast(40)))
    #expect(await task.failure()?.code == "truncated")
    #expect(cache.count == 0)
  }

  @Test func aPartialPictureIsNotKeptEither() async throws {
    let cache = DataCache()
    let fixture = fixture(cache)
    let task = fixture.pipeline.task(
      for: .example {
        $0.keepsData = true
        $0.allowsPartial = true
      })
    fixture.serve(Array(SampleFile.jpeg16x96.dropLast(SampleFile.jpeg16x96.count / 4)))
    #expect(try await task.value.goodRows != nil)
    #expect(cache.count == 0)
  }

  @Test func aKeptBodyThatDoesNotDecodeIsDroppedAndFetchedOnceMoreForAllWhoWait() async throws {
    let cache = DataCache()
    let fixture = fixture(cache)
    cache.insert(body(500), for: key("a.jpg"))
    let full = fixture.pipeline.task(for: .example())
    let scaled = fixture.pipeline.task(for: .example(target: small))
    let left = fixture.pipeline.task(
      for: .example(target: DecodeTarget(size: PixelSize(width: 8, height: 8))))
    left.cancel()
    #expect(fixture.transport.transfers.isEmpty)
    fixture.executor.runAll()
    #expect(cache.count == 0)
    #expect(fixture.transport.transfers.count == 1)
    fixture.serve(SampleFile.jpeg32x16)
    #expect(try await full.value.size.width == 32)
    #expect(try await scaled.value.size.width == 16)
    #expect(full.metrics.source == .transport)
    #expect(fixture.transport.transfers.count == 1)
  }

  @Test func theSecondFetchThatFailsTooIsAFailure() async {
    let cache = DataCache()
    let fixture = fixture(cache)
    cache.insert(body(500), for: key("a.jpg"))
    let task = fixture.pipeline.task(for: .example())
    fixture.executor.runAll()
    fixture.serve([UInt8](repeating: 7, count: 500))
    #expect(await task.failure()?.code == "notAnImage")
    #expect(fixture.transport.transfers.count == 1)
  }

  @Test func aFetchBegunAgainIsAsUrgentAsWhoeverWaitsAndIsStoppedByTheLastWhoLeaves() throws {
    let cache = DataCache()
    let fixture = fixture(cache)
    cache.insert(body(500), for: key("a.jpg"))
    let low = fixture.pipeline.task(for: .example { $0.priority = .low })
    let high = fixture.pipeline.task(for: .example { $0.priority = .high })
    fixture.executor.runAll()
    let transfer = try #require(fixture.transport.transfers.first)
    #expect(transfer.priority == .high)
    high.cancel()
    #expect(transfer.priority == .low)
    low.cancel()
    #expect(transfer.isCancelled)
  }

  @Test func aBodyThatIsKeptBetweenLookAndJoinIsNotFetchedAgain() async throws {
    let clock = InterruptingClock()
    let fixture = PipelineFixture {
      $0.memoryCache = nil
      $0.now = clock.now
    }
    let first = fixture.pipeline.task(for: .example { $0.keepsData = true })
    clock.interrupt { fixture.serve(SampleFile.jpeg32x16) }
    let second = fixture.pipeline.task(for: .example())
    fixture.executor.runAll()
    #expect(try await first.value.size.width == 32)
    #expect(fixture.transport.transfers.count == 1)
    try #require(second.metrics.source == .data)
    #expect(try await second.value.size.width == 32)
  }

  @Test func withoutADataCacheEveryDecodeHasItsTransfer() async throws {
    let fixture = fixture(nil)
    let first = fixture.pipeline.task(for: .example { $0.keepsData = true })
    fixture.serve(SampleFile.jpeg32x16)
    _ = try await first.value
    fixture.pipeline.task(for: .example())
    #expect(fixture.transport.transfers.count == 2)
  }
}
