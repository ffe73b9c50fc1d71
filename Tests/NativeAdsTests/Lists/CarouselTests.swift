import NativeAds
import SeededRandom
import Testing

/// The paging of carousels, beside the formulas of the samples.
@Suite struct CarouselTests {
  private let peeking = Carousel(count: 3, width: 360, paging: .peeking())

  // B21
  @Test func eachAdStandsAThousandTimesInTheList() {
    let carousel = Carousel(count: 3, width: 360)
    #expect(carousel.itemCount == 3_000)
    #expect((0..<7).map { carousel.adIndex(of: $0) } == [0, 1, 2, 0, 1, 2, 0])
    #expect(carousel.adIndex(of: 2_999) == 2)
    #expect(carousel.adIndex(of: -1) == 2)
  }

  // B21
  @Test func withoutAdsThereIsNoItem() {
    for carousel in [
      Carousel(count: 0, width: 360), Carousel(count: -5, width: 360),
      Carousel(count: 0, width: 360, paging: .peeking()),
    ] {
      #expect(carousel.itemCount == 0)
      #expect(carousel.adIndex(of: 0) == nil)
      #expect(carousel.firstItem() == 0)
      #expect(carousel.firstItem(.literal) == 0)
      #expect(carousel.currentPage(at: 0) == nil)
      #expect(carousel.targetPage(at: 0, velocity: 1) == nil)
      #expect(carousel.targetOffset(at: 0, velocity: 1) == nil)
    }
    let endless = Carousel(count: .max, width: 360)
    #expect(endless.itemCount > 0)
    #expect(endless.adIndex(of: .min) != nil)
    #expect(endless.currentPage(at: 1e300) == endless.itemCount - 1)
  }

  // B22
  @Test func theMiddleIsTheMiddleAndTheSamplesFormulaIsAlwaysZero() {
    for count in 1...10 {
      let carousel = Carousel(count: count, width: 360)
      #expect(carousel.firstItem() == count * 500)
      #expect(carousel.adIndex(of: carousel.firstItem()) == 0)
      #expect(carousel.firstItem(.literal) == ((count * 1000) / 2) % count)
      #expect(carousel.firstItem(.literal) == 0)
    }
  }

  // B23
  @Test func ofFullWidthPagesTheOneInTheMiddleIsCurrent() {
    let carousel = Carousel(count: 3, width: 360)
    for (offset, page) in [
      (0, 0), (179.9, 0), (180, 1), (539, 1), (540, 2), (-100, 0), (-1_000, 0), (1e18, 2_999),
    ] as [(Double, Int)] {
      #expect(carousel.currentPage(at: offset) == page, "\(offset)")
    }
    let fractional = Carousel(count: 3, width: 100.9)
    // (150 + 50.45) / 100.9 = 1.98…; with both operands truncated first, (150 + 50) / 100 = 2.
    #expect(fractional.currentPage(at: 150) == 1)
  }

  // B23
  @Test func withoutAWidthThereIsNoPage() {
    for width in [0, -1, .nan, -.infinity] as [Double] {
      let carousel = Carousel(count: 3, width: width)
      #expect(carousel.currentPage(at: 100) == nil)
      #expect(carousel.targetPage(at: 100, velocity: 0) == nil)
      #expect(carousel.offset(of: 2) == 0)
    }
    #expect(Carousel(count: 3, width: 360).currentPage(at: .nan) == nil)
    #expect(Carousel(count: 3, width: 360).currentPage(at: .infinity) == nil)
    // Four spaces leave nothing of it.
    #expect(Carousel(count: 3, width: 32, paging: .peeking()).targetPage(at: 100, velocity: 0) == nil)
  }

  // B24
  @Test func neighborsPeekInBesideThePage() {
    #expect(peeking.spacing == 8)
    #expect(peeking.pageWidth == 328)
    #expect(peeking.stride == 336)
    #expect(peeking.contentInset == 16)
    #expect((0..<3).map(peeking.offset) == [-16, 320, 656])
    let wider = Carousel(count: 3, width: 360, paging: .peeking(spacing: 12))
    #expect(wider.pageWidth == 312)
    #expect(wider.stride == 324)
    #expect(wider.contentInset == 24)
  }

  // B24
  @Test func theVelocityDecidesWhichPageComesNext() {
    // Between pages 1 and 2, nearer to 1.
    let offset = 1.3 * 336
    #expect(peeking.targetPage(at: offset, velocity: 0.1) == 2)
    #expect(peeking.targetPage(at: offset, velocity: -0.1) == 1)
    #expect(peeking.targetPage(at: offset, velocity: 0) == 1)
    #expect(peeking.targetOffset(at: offset, velocity: 0.1) == 656)
    // Halves are rounded away from zero.
    #expect(peeking.targetPage(at: 0.5 * 336, velocity: 0) == 1)
    #expect(peeking.targetPage(at: 1.5 * 336, velocity: 0) == 2)
    #expect(peeking.targetPage(at: 2.5 * 336, velocity: 0) == 3)
    #expect(peeking.targetPage(at: 0.5 * 336 - 0.01, velocity: 0) == 0)
    // No direction is no velocity.
    #expect(peeking.targetPage(at: 1.3 * 336, velocity: .nan) == 1)
    #expect(peeking.targetPage(at: .nan, velocity: 1) == nil)
  }

  // B25
  @Test func pagesAreClamped() {
    // The sample would give -1.
    #expect((-16.0 / 336).rounded(.down) == -1)
    #expect(peeking.targetPage(at: -16, velocity: -1) == 0)
    #expect(peeking.targetOffset(at: -16, velocity: -1) == -16)
    #expect(peeking.targetPage(at: -1e9, velocity: 0) == 0)
    #expect(peeking.targetPage(at: 1e9, velocity: 1) == 2_999)
    #expect(peeking.offset(of: -1) == -16)
    #expect(peeking.offset(of: .max) == peeking.offset(of: 2_999))
  }

  // B25
  @Test func atRestAFlickForwardNeedsSixteenPointsAndOneBackwardsNone() {
    for page in 1..<5 {
      let rest = peeking.offset(of: page)
      #expect(peeking.targetPage(at: rest, velocity: 0) == page)
      #expect(peeking.targetPage(at: rest + 15.9, velocity: 1) == page)
      #expect(peeking.targetPage(at: rest + 16.1, velocity: 1) == page + 1)
      #expect(peeking.targetPage(at: rest, velocity: -1) == page - 1)
      #expect(peeking.targetPage(at: rest - 0.1, velocity: -1) == page - 1)
    }
  }

  // B24, B25
  @Test func whateverTheOffsetTheTargetIsThatOfTheSampleClamped() {
    var random = SeededGenerator(seed: 24)
    for _ in 0..<2_000 {
      let offset = Double.random(in: -1_000...1_100_000, using: &random)
      let velocities: [Double] = [-1.5, 0, 0.3]
      let velocity = velocities.randomElement(using: &random) ?? 0
      let estimated = offset / 336
      let index =
        velocity > 0
        ? estimated.rounded(.up)
        : velocity < 0 ? estimated.rounded(.down) : estimated.rounded(.toNearestOrAwayFromZero)
      let page = min(max(0, Int(index)), 2_999)
      #expect(peeking.targetPage(at: offset, velocity: velocity) == page)
      #expect(peeking.targetOffset(at: offset, velocity: velocity) == Double(page) * 336 - 16)
    }
  }

  // B26
  @Test func byDefaultAPageIsTheWholeCarouselAndFourFifthsAsHighAsItIsWide() {
    let carousel = Carousel(count: 3, width: 360)
    #expect(carousel.paging == .fullWidth)
    #expect(carousel.spacing == 0)
    #expect(carousel.contentInset == 0)
    #expect(carousel.pageSize() == LayoutSize(width: 360, height: 288))
    #expect(carousel.pageSize(height: 100) == LayoutSize(width: 360, height: 100))
    #expect(carousel.currentPage(at: 0) == 0)
    #expect(carousel.offset(of: 2) == 720)
  }

  // B21, B24, B26
  @Test(arguments: [.fullWidth, .peeking(), .peeking(spacing: 12)] as [Carousel.Paging])
  @MainActor func theOffsetsAreThoseOfAList(paging: Carousel.Paging) {
    let fixture = CardFixture()
    let ads = fixture.makeAds(0..<3)
    let carousel = Carousel(count: ads.count, width: 360, paging: paging)
    let renderer = CarouselRenderer(CoverRenderer { fixture.makeSurface() }, paging: paging)
    let list = NativeAdList(renderer: renderer, bounds: carousel.pageSize())
    list.bounds.width = carousel.width
    list.insets = LayoutInsets(leading: carousel.contentInset, trailing: carousel.contentInset)
    list.ads = (0..<carousel.itemCount).compactMap { carousel.adIndex(of: $0).map { ads[$0] } }
    let last = carousel.itemCount - 1
    for page in [0, 1, 2, carousel.firstItem(), carousel.firstItem() + 1, last - 1, last] {
      let rest = carousel.offset(of: page)
      list.contentOffset = rest + carousel.contentInset
      #expect(list.contentOffset == rest + carousel.contentInset)
      #expect(list.frame(of: page).x == carousel.contentInset)
      #expect(list.frame(of: page).size == carousel.pageSize())
      #expect(carousel.targetPage(at: rest, velocity: 0) == page)
      let item = list.visibleItems.first { $0.index == page }
      #expect(item?.cell.adView?.nativeAd === carousel.adIndex(of: page).map { ads[$0] })
      #expect(item?.cell.card?.size == carousel.pageSize())
      let neighbors = paging == .fullWidth ? 0 : page == 0 || page == last ? 1 : 2
      #expect(list.visibleItems.count == neighbors + 1)
    }
    #expect(list.maximumOffset == carousel.offset(of: last) + carousel.contentInset)
  }

  // B24
  @Test func aListWithItsInsetsStandsWhereThePagesRest() {
    var geometry = ListGeometry(
      bounds: LayoutSize(width: 360, height: 288), lineSpacing: peeking.spacing,
      insets: LayoutInsets(leading: peeking.contentInset, trailing: peeking.contentInset))
    for _ in 0..<6 { geometry.append(peeking.pageSize()) }
    for page in 0..<6 {
      let offset = peeking.offset(of: page) + peeking.contentInset
      let viewport = geometry.viewport(at: offset)
      #expect(geometry.frame(of: page).x - viewport.x == 16)
      #expect(offset <= geometry.maximumOffset)
    }
    #expect(geometry.maximumOffset == peeking.offset(of: 5) + peeking.contentInset)
  }
}
