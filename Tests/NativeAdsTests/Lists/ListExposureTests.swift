import LazyMediaTesting
import Testing

@testable import NativeAds

/// What lists tell ads of being seen.
@MainActor @Suite struct ListExposureTests {
  private let fixture = CardFixture()

  /// Its cells are of a class that takes part in nothing.
  @MainActor private struct PlainRenderer: NativeAdListRenderer {
    final class Cell {}

    let reuseIdentifier = "plain"

    func register(with cells: CellPool<Cell>) { cells.register(reuseIdentifier) { Cell() } }
    func configure(cell: Cell, ad: NativeAd, at index: Int) {}
    func itemSize(in bounds: LayoutSize) -> LayoutSize { LayoutSize(width: 100, height: 100) }
  }

  private let bounds = LayoutSize(width: 250, height: 100)

  /// Ads whose delegates write down which of them were seen.
  private func ads(_ count: Int, _ seen: EventLog) -> (ads: [NativeAd], listeners: [AdListener]) {
    let ads = fixture.makeAds(0..<count)
    let listeners = ads.indices.map { index in
      let listener = AdListener(log: EventLog())
      listener.onEvent = { if $1 == "viewable" { seen.add("\(index)") } }
      ads[index].delegate = listener
      return listener
    }
    return (ads, listeners)
  }

  // M3
  @Test func adsInCellsOfAnyClassAreSeen() {
    let seen = EventLog()
    let (ads, listeners) = ads(6, seen)
    let list = NativeAdList(renderer: PlainRenderer(), bounds: bounds)
    list.ads = ads
    fixture.ads.scheduler.advance(by: .milliseconds(999))
    #expect(seen.take() == [])
    // Of the third a quarter is seen.
    fixture.ads.scheduler.advance(by: .milliseconds(1))
    #expect(seen.take() == ["0", "1"])
    // 2 and 3 come into view; 3 leaves before its time.
    list.contentOffset = 224
    fixture.ads.scheduler.advance(by: .milliseconds(900))
    list.contentOffset = 124
    fixture.ads.scheduler.advance(by: .seconds(5))
    #expect(seen.take() == ["2"])
    #expect(ads.allSatisfy { $0.boundViews.isEmpty })
    withExtendedLifetime(listeners) {}
  }

  // M3, G43
  @Test func aListThatIsLetGoIsSeenNoMore() async throws {
    var ads = fixture.makeAds(0..<1)
    let events = try #require(ads.first).events
    var list: NativeAdList<PlainRenderer>? = NativeAdList(renderer: PlainRenderer(), bounds: bounds)
    list?.ads = ads
    fixture.ads.scheduler.advance(by: .seconds(1))
    list = nil
    ads = []
    var interests: [Bool] = []
    for await event in events {
      if case .didChangeUserInterest(let isLooking) = event { interests.append(isLooking) }
    }
    #expect(interests == [true, false])
  }

  // M3
  @Test func callbacksOfAdsInPlainCellsMayEmptyTheList() {
    let seen = EventLog()
    let (ads, listeners) = ads(6, seen)
    let list = NativeAdList(renderer: PlainRenderer(), bounds: bounds)
    for listener in listeners {
      listener.onEvent = { [weak list] _, line in if line == "viewable" { list?.ads = [] } }
    }
    list.ads = ads
    fixture.ads.scheduler.advance(by: .seconds(1))
    #expect(list.visibleItems.isEmpty)
  }

  // M3
  @Test func outsideAnyWindowNothingIsSeen() {
    let container = ViewContainer()
    let list = NativeAdList(renderer: CircularRenderer { fixture.makeSurface() }, container: container)
    list.bounds = LayoutSize(width: 390, height: 300)
    list.ads = fixture.makeAds(0..<10)
    let fractions = { list.visibleItems.map { $0.cell.adView?.visibleFraction ?? -1 } }
    #expect(fractions() == [0, 0, 0])
    var window: ViewContainer? = ViewContainer(isWindow: true)
    let page = ViewContainer()
    container.attach(to: page)
    #expect(fractions() == [0, 0, 0])
    if let window { page.attach(to: window) }
    #expect(fractions() == [1, 1, 86.0 / 140])
    list.contentOffset = 152
    #expect(fractions() == [1, 1, 86.0 / 140])
    container.detach()
    #expect(fractions() == [0, 0, 0])
    list.contentOffset = 0
    #expect(fractions() == [0, 0, 0])
    container.attach(to: page)
    #expect(fractions() == [1, 1, 86.0 / 140])
    window = nil
    #expect(fractions() == [0, 0, 0])
  }

  // M3, G40
  @Test func fromOneWindowToAnotherAdsGoOnBeingSeen() {
    let seen = EventLog()
    let (ads, listeners) = ads(2, seen)
    let windows = [ViewContainer(isWindow: true), ViewContainer(isWindow: true)]
    let container = ViewContainer()
    container.attach(to: windows[0])
    let list = NativeAdList(renderer: PlainRenderer(), bounds: bounds, container: container)
    list.ads = ads
    fixture.ads.scheduler.advance(by: .milliseconds(999))
    container.attach(to: windows[1])
    fixture.ads.scheduler.advance(by: .milliseconds(1))
    #expect(seen.take() == ["0", "1"])
    withExtendedLifetime(listeners) {}
  }
}
