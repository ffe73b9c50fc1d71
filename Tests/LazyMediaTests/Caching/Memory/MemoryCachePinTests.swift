import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransportTesting
import Testing

/// Pictures that slots show stay in the memory cache.
@MainActor @Suite struct MemoryCachePinTests {
  private let scheduler = ManualMainScheduler()
  private let cache = MemoryCache(byteLimit: 4_000)
  private let fixture: PipelineFixture

  init() {
    let (cache, scheduler) = (cache, scheduler)
    fixture = PipelineFixture {
      $0.memoryCache = cache
      $0.mainScheduler = scheduler
    }
  }

  private func request(_ number: Int) -> MediaRequest { .example("\(number).jpg") }

  private func insert(_ number: Int, pixels: Int = 100) throws {
    cache.insert(try .row(pixels), for: request(number))
  }

  private func slot(showing number: Int? = nil) -> MediaSlot {
    let slot = MediaSlot(pipeline: fixture.pipeline)
    if let number { slot.load(request(number)) }
    return slot
  }

  private func isCached(_ number: Int) -> Bool { cache.image(for: request(number)) != nil }

  @Test func aPictureThatIsShownStaysAndStandsOutsideTheLimit() throws {
    try insert(0)
    let slot = slot(showing: 0)
    #expect(cache.byteCount == 0)
    #expect(cache.pinnedByteCount == 400)
    for number in 1...100 { try insert(number) }
    #expect(isCached(0))
    #expect(cache.byteCount == 4_000)
    #expect(cache.pinnedByteCount == 400)
    #expect(cache.count == 11)
    slot.prepareForReuse()
    #expect(cache.pinnedByteCount == 0)
    #expect(cache.byteCount == 4_000)
    #expect(cache.count == 10)
    #expect(isCached(0))
  }

  @Test func aPictureThatWasLoadedIsPinnedWhereItIsShown() throws {
    let slot = slot(showing: 0)
    fixture.serve(SampleFile.jpeg32x16)
    #expect(cache.byteCount == 2_048)
    scheduler.runAll()
    #expect(cache.byteCount == 0)
    #expect(cache.pinnedByteCount == 2_048)
    slot.load(nil)
    #expect(cache.pinnedByteCount == 0)
    #expect(cache.byteCount == 2_048)
  }

  @Test func removingAllLeavesWhatIsShown() throws {
    try insert(0)
    try insert(1)
    let slot = slot(showing: 0)
    cache.removeAll()
    #expect(isCached(0))
    #expect(!isCached(1))
    #expect(cache.count == 1)
    fixture.pipeline.handleMemoryWarning()
    #expect(isCached(0))
    slot.load(nil)
    #expect(isCached(0))
    cache.removeAll()
    #expect(!isCached(0))
  }

  @Test func aPictureInSeveralSlotsCountsOnce() throws {
    try insert(0)
    let slots = (0..<3).map { _ in slot(showing: 0) }
    #expect(cache.pinnedByteCount == 400)
    #expect(cache.count == 1)
    slots[0].load(nil)
    slots[1].load(nil)
    #expect(cache.pinnedByteCount == 400)
    slots[2].load(nil)
    #expect(cache.pinnedByteCount == 0)
    #expect(cache.byteCount == 400)
  }

  @Test func aSlotThatShowsAnotherPictureLetsTheFirstGo() throws {
    try insert(0)
    try insert(1, pixels: 50)
    let slot = slot(showing: 0)
    slot.load(request(1))
    #expect(cache.pinnedByteCount == 200)
    #expect(cache.byteCount == 400)
  }

  @Test func aSlotThatEndsLetsItsPictureGo() throws {
    try insert(0)
    var slot: MediaSlot? = slot(showing: 0)
    #expect(cache.pinnedByteCount == 400)
    slot = nil
    #expect(slot == nil)
    #expect(cache.pinnedByteCount == 0)
    #expect(cache.byteCount == 400)
  }

  @Test func theLimitHoldsAgainOnceNothingIsShown() throws {
    var slots: [MediaSlot] = []
    for number in 0..<30 {
      try insert(number)
      slots.append(slot(showing: number))
    }
    #expect(cache.pinnedByteCount == 12_000)
    #expect(cache.byteCount == 0)
    for slot in slots {
      slot.load(nil)
      #expect(cache.byteCount <= 4_000)
    }
    #expect(cache.pinnedByteCount == 0)
    #expect(cache.count == 10)
    // As the newest.
    #expect((0..<30).filter(isCached) == Array(20..<30))
  }

  @Test func aPictureThatWasReplacedWhileItWasShownIsForgotten() throws {
    try insert(0)
    let slot = slot(showing: 0)
    try insert(0, pixels: 30)
    #expect(cache.pinnedByteCount == 0)
    #expect(cache.byteCount == 120)
    slot.load(nil)
    #expect(cache.byteCount == 120)
    #expect(cache.count == 1)
    #expect(cache.image(for: request(0))?.size.width == 30)
  }

  @Test func aFlingOfShownPicturesLeavesWhatIsInUse() throws {
    let cell = slot()
    for number in 0..<5 {
      try insert(number)
      #expect(isCached(number))
    }
    // Each is shown for a moment, which does not make it one that is seen again and again.
    for number in 1_000..<2_000 {
      cell.load(request(number))
      try insert(number)
      cell.load(nil)
      cell.load(request(number))
    }
    cell.load(nil)
    #expect((0..<5).allSatisfy(isCached))
  }

  @Test func aPictureShownAgainOutlivesAFling() throws {
    let cell = slot()
    for round in 0..<2 {
      for number in 0..<5 {
        if round == 0 { try insert(number) }
        cell.load(request(number))
      }
    }
    for number in 1_000..<2_000 {
      try insert(number)
      cell.load(request(number))
    }
    #expect((0..<5).allSatisfy(isCached))
  }

  @Test func aPictureMayOutliveItsCache() throws {
    let pool = PixelBufferPool(byteLimit: 1 << 20)
    let slot = slot()
    var image: MediaImage?
    do {
      let other = MemoryCache()
      image = other.insert(try .row(1_024, pool: pool), for: request(0))
      let pipeline = PipelineFixture { $0.memoryCache = other }.pipeline
      MediaSlot(pipeline: pipeline).load(request(0))
    }
    #expect(image?.size.width == 1_024)
    image = nil
    #expect(pool.cachedBytes == 4_096)
    slot.load(nil)
  }
}
