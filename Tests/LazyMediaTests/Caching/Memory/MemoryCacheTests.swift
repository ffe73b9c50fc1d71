import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransport
import Testing

@Suite(.timeLimit(.minutes(2))) struct MemoryCacheTests {
  /// Loads the pictures `names`, each of 32x16 pixels (2,048 bytes), into a cache with room for `room` of them.
  private func fixture(room: Int) -> PipelineFixture {
    let cache = MemoryCache(byteLimit: room * 2_048)
    return PipelineFixture { $0.memoryCache = cache }
  }

  private func load(_ name: String, in fixture: PipelineFixture) async throws {
    let task = fixture.pipeline.task(for: .example(name))
    fixture.serve(SampleFile.jpeg32x16)
    _ = try await task.value
  }

  @Test func theLimitInBytesHolds() async throws {
    let cache = MemoryCache(byteLimit: 3 * 2_048)
    let fixture = PipelineFixture { $0.memoryCache = cache }
    for index in 0..<20 {
      try await load("\(index).jpg", in: fixture)
      #expect(cache.byteCount <= cache.byteLimit)
    }
    #expect(cache.count == 3)
  }

  @Test func aPictureSeenAgainOutlivesThoseSeenOnce() async throws {
    let fixture = fixture(room: 4)
    try await load("hot.jpg", in: fixture)
    for index in 0..<40 {
      #expect(fixture.pipeline.cachedImage(for: .example("hot.jpg")) != nil)
      try await load("\(index).jpg", in: fixture)
    }
  }

  @Test func aPictureLargerThanTheCacheThrowsNothingOut() async throws {
    let cache = MemoryCache(byteLimit: 4_096)
    let fixture = PipelineFixture { $0.memoryCache = cache }
    try await load("small.jpg", in: fixture)
    let task = fixture.pipeline.task(for: .example("large.jpg"))
    fixture.serve(SampleFile.progressiveJPEG48x48)
    _ = try await task.value
    #expect(cache.count == 1)
    #expect(fixture.pipeline.cachedImage(for: .example("small.jpg")) != nil)
  }

  @Test func anotherSizeIsAnotherPicture() async throws {
    let fixture = fixture(room: 4)
    try await load("a.jpg", in: fixture)
    let target = DecodeTarget(size: PixelSize(width: 16, height: 16))
    #expect(fixture.pipeline.cachedImage(for: .example("a.jpg", target: target)) == nil)
  }

  @Test func aRequestThatDoesNotUseTheCacheNeitherAsksNorFillsIt() async throws {
    let cache = MemoryCache(byteLimit: 1 << 20)
    let fixture = PipelineFixture { $0.memoryCache = cache }
    let uncached = MediaRequest.example { $0.usesMemoryCache = false }
    let task = fixture.pipeline.task(for: uncached)
    fixture.serve(SampleFile.jpeg32x16)
    _ = try await task.value
    #expect(cache.count == 0)
    #expect(fixture.pipeline.cachedImage(for: uncached) == nil)
  }

  @Test func removingAllLeavesNothing() async throws {
    let cache = MemoryCache(byteLimit: 1 << 20)
    let fixture = PipelineFixture { $0.memoryCache = cache }
    try await load("a.jpg", in: fixture)
    cache.removeAll()
    #expect(cache.count == 0)
    #expect(cache.byteCount == 0)
    #expect(fixture.pipeline.cachedImage(for: .example("a.jpg")) == nil)
  }
}
