import LazyMedia
import LazyMediaTesting
import MediaCodecs
import Testing

/// What a memory cache keeps and what it lets go.
@Suite struct MemoryCacheLimitTests {
  private func request(_ number: Int) -> MediaRequest { .example("\(number).jpg") }

  /// The numbers of those that are found, of 0 to `count`.
  private func found(_ count: Int, in cache: MemoryCache) -> [Int] {
    (0..<count).filter { cache.image(for: request($0)) != nil }
  }

  @Test func aPictureMayTakeAllThatTheShardsHaveTogether() throws {
    let cache = MemoryCache(byteLimit: 4_000)
    for number in 0..<10 { cache.insert(try .row(100), for: request(number)) }
    cache.insert(try .row(1_000), for: request(10))
    #expect(cache.byteCount == 4_000)
    #expect(found(11, in: cache) == [10])
  }

  @Test func theLimitInBytesHoldsOverAllShards() throws {
    let cache = MemoryCache(byteLimit: 10_000)
    for number in 0..<1_000 {
      cache.insert(try .row(1 + number * 37 % 400), for: request(number))
      #expect(cache.byteCount <= 10_000)
    }
    #expect(cache.byteCount > 8_400)
    #expect(cache.count == found(1_000, in: cache).count)
  }

  @Test func theLimitOfPicturesHolds() throws {
    let cache = MemoryCache(entryLimit: 5)
    for number in 0..<50 {
      cache.insert(try .row(1), for: request(number))
      #expect(cache.count <= 5)
    }
    #expect(found(50, in: cache) == [45, 46, 47, 48, 49])
    #expect(MemoryCache(entryLimit: 0).insert(try .row(1), for: request(0)).size.width == 1)
  }

  @Test func nothingIsKeptWhereNoPictureMayBe() throws {
    let cache = MemoryCache(entryLimit: 0)
    cache.insert(try .row(1), for: request(0))
    #expect(cache.count == 0)
    #expect(cache.image(for: request(0)) == nil)
  }

  @Test func picturesSeenOnceLeaveInTheOrderOfTheirComing() throws {
    let cache = MemoryCache(byteLimit: 40 * 4)
    for number in 0..<100 { cache.insert(try .row(1), for: request(number)) }
    #expect(found(100, in: cache) == Array(60..<100))
  }

  @Test func aFlingThroughAThousandPicturesLeavesWhatIsInUse() throws {
    let cache = MemoryCache(byteLimit: 200 * 40)
    for number in 0..<50 { cache.insert(try .row(10), for: request(number)) }
    #expect(found(50, in: cache).count == 50)
    for number in 1_000..<2_000 { cache.insert(try .row(10), for: request(number)) }
    #expect(found(50, in: cache) == Array(0..<50))
  }

  @Test func aSecondFlingLeavesItToo() throws {
    let cache = MemoryCache(byteLimit: 200 * 40)
    for number in 0..<50 { cache.insert(try .row(10), for: request(number)) }
    for fling in 1...20 {
      #expect(found(50, in: cache) == Array(0..<50))
      for number in 0..<1_000 { cache.insert(try .row(10), for: request(fling * 1_000 + number)) }
    }
  }

  @Test func aPictureThatComesBackSoonIsNotTakenForNew() throws {
    let cache = MemoryCache(byteLimit: 100 * 4)
    for number in 0..<110 { cache.insert(try .row(1), for: request(number)) }
    // Evicted a moment ago: wanted again after all.
    cache.insert(try .row(1), for: request(9))
    for number in 1_000..<2_000 { cache.insert(try .row(1), for: request(number)) }
    #expect(cache.image(for: request(9)) != nil)
  }

  @Test func whatIsNotUsedAnyMoreLeavesInTheEnd() throws {
    let cache = MemoryCache(byteLimit: 20 * 4)
    for number in 0..<20 { cache.insert(try .row(1), for: request(number)) }
    #expect(found(20, in: cache).count == 20)
    for round in 1...20 {
      for number in 0..<20 { cache.insert(try .row(1), for: request(round * 100 + number)) }
      for number in 0..<20 { _ = cache.image(for: request(round * 100 + number)) }
    }
    #expect(found(20, in: cache) == [])
  }

  @Test func aNewPictureTakesThePlaceOfTheOld() throws {
    let cache = MemoryCache(byteLimit: 4_000)
    cache.insert(try .row(10), for: request(0))
    cache.insert(try .row(20), for: request(0))
    #expect(cache.count == 1)
    #expect(cache.byteCount == 80)
    #expect(cache.image(for: request(0))?.size.width == 20)
    // Too large to be kept; what it replaces is old.
    cache.insert(try .row(2_000), for: request(0))
    #expect(cache.image(for: request(0)) == nil)
    #expect(cache.byteCount == 0)
  }

  @Test func trimmingKeepsWhatFits() throws {
    let cache = MemoryCache(byteLimit: 4_000)
    for number in 0..<100 { cache.insert(try .row(10), for: request(number)) }
    for number in 40..<50 { _ = cache.image(for: request(number)) }
    cache.trim(toBytes: 400)
    #expect(cache.byteCount == 400)
    // One may make room for the newest: a tenth belongs to those.
    #expect(found(100, in: cache).count { (40..<50).contains($0) } >= 9)
    cache.trim(toBytes: 4_000)
    #expect(cache.count == 10)
    cache.trim(toBytes: -1)
    #expect(cache.count == 0)
    #expect(cache.byteCount == 0)
  }

  @Test func aPictureIsNotGivenOnceItsTimeIsOver() throws {
    let clock = ManualClock()
    let cache = MemoryCache(timeToLive: .seconds(60), now: { clock.now })
    cache.insert(try .row(1), for: request(0))
    clock.now = .seconds(30)
    cache.insert(try .row(1), for: request(1))
    clock.now = .seconds(60) - .nanoseconds(1)
    #expect(cache.image(for: request(0)) != nil)
    clock.now = .seconds(60)
    #expect(cache.image(for: request(0)) == nil)
    #expect(cache.image(for: request(1)) != nil)
    #expect(cache.count == 1)
    #expect(cache.byteCount == 4)
    // Put in again, it has its time again.
    cache.insert(try .row(1), for: request(0))
    clock.now = .seconds(119)
    #expect(cache.image(for: request(0)) != nil)
  }

  @Test func storageOfEvictedPicturesIsUsedAgain() throws {
    let pool = PixelBufferPool(byteLimit: 1 << 20)
    let cache = MemoryCache(byteLimit: 4_096 * 4)
    for number in 0..<4 { cache.insert(try .row(1_024, pool: pool), for: request(number)) }
    #expect(pool.cachedBytes == 0)
    cache.insert(try .row(1_024, pool: pool), for: request(4))
    #expect(pool.cachedBytes == 4_096)
    cache.removeAll()
    #expect(pool.cachedBytes == 5 * 4_096)
    let before = pool.cachedBytes
    let next = try MediaImage.row(1_024, pool: pool)
    #expect(pool.cachedBytes == before - 4_096)
    withExtendedLifetime(next) {}
  }

  @Test func storageOfReplacedAndExpiredPicturesIsUsedAgain() throws {
    let clock = ManualClock()
    let pool = PixelBufferPool(byteLimit: 1 << 20)
    let cache = MemoryCache(timeToLive: .seconds(1), now: { clock.now })
    cache.insert(try .row(1_024, pool: pool), for: request(0))
    cache.insert(try .row(1_024, pool: pool), for: request(0))
    #expect(pool.cachedBytes == 4_096)
    clock.now = .seconds(2)
    #expect(cache.image(for: request(0)) == nil)
    #expect(pool.cachedBytes == 2 * 4_096)
  }

  @Test func aPictureThatWasChangedLeavesTheCachesOwnAlone() throws {
    let cache = MemoryCache()
    cache.insert(try .row(10), for: request(0))
    var image = try #require(cache.image(for: request(0)))
    let copy = image
    image.warnings = ["changed"]
    image.pixels = try MediaImage.row(20).pixels
    image.warnings.append("twice")
    #expect(image.size.width == 20)
    #expect(image.warnings == ["changed", "twice"])
    #expect(copy.size.width == 10)
    #expect(copy.warnings.isEmpty)
    #expect(cache.image(for: request(0))?.size.width == 10)
    #expect(cache.image(for: request(0))?.warnings == [])
  }
}
