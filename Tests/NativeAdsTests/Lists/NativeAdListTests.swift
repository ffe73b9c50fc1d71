import LazyMediaTesting
import MediaTransportTesting
import SeededRandom
import Testing

@testable import NativeAds

/// Lists of ads: what is seen, in which cells, and what clicks hit.
@MainActor @Suite struct NativeAdListTests {
  private let fixture = CardFixture()

  private func list(
    _ count: Int, direction: LayoutDirection = .leftToRight,
    bounds: LayoutSize = LayoutSize(width: 390, height: 300)
  ) -> NativeAdList<CircularRenderer> {
    let renderer = CircularRenderer(direction: direction) { [fixture] in fixture.makeSurface() }
    let list = NativeAdList(renderer: renderer, bounds: bounds)
    list.direction = direction
    list.ads = fixture.makeAds(0..<count)
    return list
  }

  private func surface(_ item: NativeAdList<CircularRenderer>.VisibleItem) -> NumberSurface? {
    item.cell.surface as? NumberSurface
  }

  /// Where clicks led. An ad that is clicked is also seen, which is told too.
  private func clicks(of log: EventLog) -> [String] {
    log.take().compactMap { $0.hasPrefix("didClick ") ? String($0.dropFirst(9)) : nil }
  }

  // M10
  @Test func aListIsHorizontalUnlessAskedOtherwise() {
    let list = list(10)
    #expect(list.orientation == .horizontal)
    #expect(list.visibleItems.map(\.frame.x) == [0, 152, 304])
    #expect(list.visibleItems.map(\.frame.y) == [30, 30, 30])
    list.orientation = .vertical
    #expect(list.visibleItems.map(\.frame.y) == [0, 252])
    #expect(list.visibleItems.map(\.frame.x) == [125, 125])
  }

  // M10
  @Test func anOrderOfSetUpIsNotNeeded() {
    let list = NativeAdList(renderer: CircularRenderer { [fixture] in fixture.makeSurface() })
    list.append(fixture.makeAds(0..<5))
    #expect(list.visibleItems.isEmpty)
    list.orientation = .vertical
    #expect(list.visibleItems.isEmpty)
    list.bounds = LayoutSize(width: 390, height: 300)
    #expect(list.visibleItems.map(\.index) == [0, 1])
  }

  // M3
  @Test func cellsThatStayAreLeftAloneAndThoseThatLeaveAreRecycled() throws {
    let list = list(10)
    let cells = list.visibleItems.map(\.cell)
    var calls = 0
    fixture.onCall = { calls += 1 }
    list.contentOffset = 5
    #expect(calls == 0)
    #expect(list.visibleItems.map { ObjectIdentifier($0.cell) } == cells.map(ObjectIdentifier.init))
    // 0 leaves, 3 comes, in the same cell.
    list.contentOffset = 152
    #expect(list.visibleItems.map(\.index) == [1, 2, 3])
    #expect(list.visibleItems[2].cell === cells[0])
    #expect(cells[0].adView?.nativeAd === list.ads[3])
    #expect(list.cells.madeCount == 3)
  }

  // M3
  @Test func theOffsetIsCutOff() {
    let list = list(10)
    list.contentOffset = 1e9
    #expect(list.contentOffset == list.maximumOffset)
    #expect(list.visibleItems.last?.index == 9)
    list.contentOffset = -5
    #expect(list.contentOffset == 0)
    list.contentOffset = 100
    list.contentOffset = .nan
    list.contentOffset = .infinity
    #expect(list.contentOffset == 100)
    list.ads = Array(list.ads.prefix(3))
    #expect(list.contentOffset == list.maximumOffset)
    list.ads = []
    #expect(list.contentOffset == 0)
    #expect(list.visibleItems.isEmpty)
    #expect(!fixture.surfaces.contains { !$0.isBlank })
  }

  // M3
  @Test func theListTellsHowMuchOfEachAdIsSeen() {
    let list = list(10)
    let views = { list.visibleItems.map { $0.cell.adView?.visibleFraction ?? -1 } }
    #expect(views() == [1, 1, 86.0 / 140])
    list.contentOffset = 70
    #expect(views() == [0.5, 1, 1, 4.0 / 140])
    #expect(list.visibleItems.allSatisfy { $0.cell.adView?.isInWindow == true })
    let left = list.visibleItems[0].cell.adView
    list.contentOffset = 200
    #expect(left?.visibleFraction == 0)
    #expect(left?.isInWindow == false)
    // A list that is less high than its items.
    list.bounds = LayoutSize(width: 390, height: 120)
    #expect(list.visibleItems[1].cell.adView?.visibleFraction == 0.5)
  }

  @Test func viewsAreInAWindowOnceTheListsContainerIs() {
    let container = ViewContainer()
    let list = NativeAdList(
      renderer: CircularRenderer { [fixture] in fixture.makeSurface() },
      bounds: LayoutSize(width: 390, height: 300),
      container: container)
    list.ads = fixture.makeAds(0..<2)
    #expect(list.visibleItems.allSatisfy { $0.cell.adView?.isInWindow == false })
    let window = ViewContainer(isWindow: true)
    container.attach(to: window)
    #expect(list.visibleItems.allSatisfy { $0.cell.adView?.isInWindow == true })
  }

  @Test func anotherSizeLaysTheSameCellsOutAnew() throws {
    let renderer = CoverRenderer { [fixture] in fixture.makeSurface() }
    let list = NativeAdList(renderer: renderer, bounds: LayoutSize(width: 390, height: 600))
    list.orientation = .vertical
    list.ads = fixture.makeAds(0..<5)
    let cells = list.visibleItems.map { ObjectIdentifier($0.cell) }
    fixture.ads.settle()
    let transfers = fixture.ads.transport.transfers.count
    list.bounds = LayoutSize(width: 500, height: 600)
    fixture.ads.settle()
    #expect(list.visibleItems.map { ObjectIdentifier($0.cell) } == cells)
    #expect(list.visibleItems.allSatisfy { $0.cell.card?.size.width == 468 && $0.frame.x == 16 })
    #expect(fixture.ads.transport.transfers.count == transfers)
  }

  @Test func adsPutAtTheEndLeaveTheOthersAlone() {
    let list = list(2)
    var calls = 0
    let cells = list.visibleItems.map { ObjectIdentifier($0.cell) }
    list.onChange = { calls += 1 }
    list.append(fixture.makeAds(2..<10))
    #expect(list.visibleItems.map(\.index) == [0, 1, 2])
    #expect(list.visibleItems.prefix(2).map { ObjectIdentifier($0.cell) } == cells)
    #expect(calls == 1)
  }

  @Test func cellsGoWithTheirAdsAndWhatIsLoadingGoesOn() throws {
    let list = list(4)
    let cells = list.visibleItems.map { ObjectIdentifier($0.cell) }
    fixture.ads.settle()
    list.ads = fixture.makeAds(4..<5) + list.ads
    fixture.ads.settle()
    // 2 is out of view, its cell shows the new ad.
    #expect(list.visibleItems.map { ObjectIdentifier($0.cell) } == [cells[2], cells[0], cells[1]])
    for number in 0..<2 { #expect(fixture.ads.transferCount(CardFixture.iconURL(number)) == 1) }
    #expect(!fixture.ads.activeURLs.contains(CardFixture.iconURL(2)))
    fixture.serveAll()
    #expect(list.visibleItems.map { surface($0)?.icon.number } == [4, 0, 1])
  }

  // A23
  @Test func nothingThatLoadsMovesOrChangesACard() throws {
    let options = AdFixture.lazyOptions()
    let renderer = CoverRenderer { [fixture] in fixture.makeSurface() }
    let list = NativeAdList(renderer: renderer, bounds: LayoutSize(width: 390, height: 844))
    list.orientation = .vertical
    list.ads = (0..<3).compactMap { number in
      fixture.ads.ad(
        SampleAd.openRTB(
          icon: .init(url: CardFixture.iconURL(number), type: 1),
          media: .init(url: CardFixture.iconURL(100 + number), width: number * 600, height: 627, type: 3)),
        options)
    }
    let (frames, cards) = (list.visibleItems.map(\.frame), list.visibleItems.map(\.cell.card))
    fixture.serveAll()
    #expect(list.ads.allSatisfy { $0.mediaLoadingState == .loaded })
    #expect(list.visibleItems.map(\.frame) == frames)
    #expect(list.visibleItems.map(\.cell.card) == cards)
    // Laid out anew, they are the same.
    list.bounds.height = 10
    list.bounds.height = 844
    #expect(list.visibleItems.map(\.frame) == frames)
    #expect(list.visibleItems.map(\.cell.card) == cards)
  }

  @Test func aListThatIsLetGoGivesItsAdsUp() throws {
    var list: NativeAdList<CircularRenderer>? = self.list(5)
    weak let gone = list
    let ads = try #require(list?.ads)
    fixture.ads.settle()
    #expect(fixture.ads.activeURLs.count == 3)
    list = nil
    #expect(gone == nil)
    #expect(ads.allSatisfy { $0.boundViews.isEmpty })
    #expect(fixture.ads.activeURLs.isEmpty)
  }

  #if VAST
    // G25
    @Test func anOutstreamVideoLoadsWhenItsItemComesIntoView() throws {
      let list = list(5)
      let vast = String(decoding: VASTDocuments.vast(VASTDocuments.inLine()), as: UTF8.self)
      list.append(
        [
          fixture.ads.ad(
            SampleAd.openRTB(icon: nil, media: nil, vastTag: vast),
            CardFixture.options { $0.renderingSetting.hasMediaView = true })
        ].compactMap(\.self))
      let video = "https://m.example/inline.mp4"
      fixture.serveAll()
      #expect(fixture.ads.transferCount(video) == 0)
      list.contentOffset = list.maximumOffset
      fixture.ads.settle()
      #expect(fixture.ads.activeURLs.contains(video))
    }
  #endif

  // M3, M7, M8
  @Test(arguments: [1, 2] as [UInt64])
  func over2000ItemsCellsAreFewAndNoPictureIsWrong(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let list = list(2_000)
    #expect(list.ads.count == 2_000)
    var pictures = 0
    for step in 0..<700 {
      switch Int.random(in: 0..<10, using: &random) {
      case 0: list.contentOffset = .random(in: 0...list.maximumOffset, using: &random)
      case 1: fixture.ads.settle()
      case 2..<6:
        if let url = fixture.ads.activeURLs.randomElement(using: &random) { fixture.serve(url) }
        if random.happens(50) { fixture.ads.executor.runAll() }
        _ = fixture.ads.scheduler.runTurn()
      default: list.contentOffset += .random(in: -200...400, using: &random)
      }
      fixture.ads.transport.forgetEndedTransfers()
      let items = list.visibleItems
      #expect(Set(items.map { ObjectIdentifier($0.cell) }).count == items.count)
      for item in items {
        let ad = item.cell.adView?.nativeAd
        #expect(ad === list.ads[item.index], "step \(step)")
        guard let number = surface(item)?.icon.number else { continue }
        pictures += 1
        #expect(number == item.index, "step \(step)")
      }
      let used = Set(items.map { ObjectIdentifier($0.cell.surface) })
      for surface in fixture.surfaces where !used.contains(ObjectIdentifier(surface)) {
        #expect(surface.isBlank, "step \(step)")
      }
    }
    #expect(pictures > 100)
    #expect(list.cells.madeCount <= 4)
    fixture.serveAll()
    for item in list.visibleItems { #expect(surface(item)?.icon.number == item.index) }
  }

  // M4
  @Test func aClickIsOneOnTheAdUnlessTheProgramTakesIt() throws {
    let list = list(10)
    fixture.ads.settle()
    _ = fixture.ads.log.take()
    #expect(list.item(at: LayoutPoint(x: 160, y: 100)) == 1)
    list.ads[1].delegate = nil
    let listener = AdListener(log: fixture.ads.log)
    for ad in list.ads { ad.delegate = listener }
    #expect(list.click(at: LayoutPoint(x: 160, y: 100)))
    list.click(itemAt: 2)
    #expect(clicks(of: fixture.ads.log) == Array(repeating: SampleAd.clickURL, count: 2))
    // Between items, above them, and beside the list.
    #expect(!list.click(at: LayoutPoint(x: 145, y: 100)))
    #expect(!list.click(at: LayoutPoint(x: 160, y: 20)))
    #expect(!list.click(at: LayoutPoint(x: 395, y: 100)))
    list.click(itemAt: 10)
    list.click(itemAt: -1)
    #expect(fixture.ads.log.take() == [])
    var clicks: [String] = []
    list.onClick = { clicks.append("\($1) \($0 === list.ads[$1]) \($2?.rawValue ?? "none")") }
    list.click(at: LayoutPoint(x: 160 + 60, y: 30 + 60))
    list.click(at: LayoutPoint(x: 160 + 60, y: 30 + 210))
    list.click(itemAt: 3)
    #expect(clicks == ["1 true icon", "1 true callToAction", "3 true none"])
    #expect(fixture.ads.log.take() == [])
  }

  // M4
  @Test func theLinkOfThePartThatWasHitCounts() throws {
    let response = #"""
      {"link":{"url":"https://a.example/"},"assets":[{"id":1,"title":{"text":"T"},"link":{"url":"https://title.example/"}},
      {"id":2,"data":{"type":12,"value":"Go"}}],"privacy":"https://privacy.example/"}
      """#
    let list = NativeAdList(
      renderer: CircularRenderer { [fixture] in fixture.makeSurface() },
      bounds: LayoutSize(width: 390, height: 240))
    let ad = try #require(fixture.ads.ad(Array(response.utf8), CardFixture.options()))
    list.ads = [ad]
    fixture.ads.settle()
    _ = fixture.ads.log.take()
    list.click(at: LayoutPoint(x: 70, y: 130))
    list.click(at: LayoutPoint(x: 70, y: 210))
    #expect(clicks(of: fixture.ads.log) == ["https://title.example/", "https://a.example/"])
    // The AdChoices mark is not the ad: it leads to the privacy page.
    list.click(at: LayoutPoint(x: 126, y: 14))
    #expect(
      fixture.ads.opener.urls == [
        "https://title.example/", "https://a.example/", "https://privacy.example/",
      ])
    #expect(clicks(of: fixture.ads.log) == [])
    var choices = 0
    list.onAdChoices = { choices += $0 === ad ? 1 : 0 }
    list.onClick = { _, _, _ in Issue.record("no click on the ad") }
    list.click(at: LayoutPoint(x: 126, y: 14))
    #expect(choices == 1)
    #expect(fixture.ads.log.take() == [])
  }

  // M4, M10
  @Test func fromRightToLeftItemsStandAndAreHitTheOtherWayRound() {
    let list = list(10, direction: .rightToLeft)
    #expect(list.visibleItems.map(\.frame.x) == [250, 98, -54])
    #expect(list.item(at: LayoutPoint(x: 300, y: 100)) == 0)
    #expect(list.item(at: LayoutPoint(x: 10, y: 100)) == 2)
    list.contentOffset = 152
    #expect(list.visibleItems.map(\.index) == [1, 2, 3])
    #expect(list.item(at: LayoutPoint(x: 300, y: 100)) == 1)
    #expect(list.visibleItems[2].cell.adView?.visibleFraction == 86.0 / 140)
    list.contentOffset = list.maximumOffset
    #expect(list.visibleItems.last?.frame.x == 0)
    #expect(list.visibleItems.last?.index == 9)
  }

  // B21
  @Test func anAdMayStandInManyPlaces() throws {
    let carousel = Carousel(count: 2, width: 390, paging: .peeking())
    let list = list(0)
    let ads = fixture.makeAds(0..<2)
    list.insets = LayoutInsets(leading: carousel.contentInset, trailing: carousel.contentInset)
    list.ads = (0..<carousel.itemCount).compactMap { carousel.adIndex(of: $0).map { ads[$0] } }
    #expect(list.ads.count == 2_000)
    list.contentOffset = 152 * 1_000
    fixture.serveAll()
    #expect(list.visibleItems.map(\.index).contains(1_000))
    for item in list.visibleItems { #expect(surface(item)?.icon.number == item.index % 2) }
    #expect(fixture.ads.transport.transfers.count == 2)
  }
}
