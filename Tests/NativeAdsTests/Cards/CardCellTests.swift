import LazyMedia
import LazyMediaTesting
import MediaCodecs
import MediaTransportTesting
import Testing

@testable import NativeAds

/// The cell of the ready renderers.
@MainActor @Suite struct CardCellTests {
  private let fixture = CardFixture()

  private func cell() -> (cell: CardCell, surface: NumberSurface) {
    let surface = fixture.makeSurface()
    return (CardCell(surface: surface), surface)
  }

  private func card(_ ad: NativeAd, _ size: LayoutSize = CardLayout.circularSize) -> Card {
    CardLayout.circular(CardContent(ad), size: size)
  }

  private func isColor(_ placeholder: PlaceholderView?) -> Bool {
    if case .color? = placeholder?.content { true } else { false }
  }

  @Test func anAdIsShownAtOnceAndItsPictureWhenItIsThere() throws {
    let ad = try #require(fixture.makeAd(7))
    let (cell, surface) = cell()
    let card = card(ad)
    cell.show(ad, card: card)
    #expect(surface.card == card)
    #expect(cell.adView?.nativeAd === ad)
    #expect(surface.icon.number == nil)
    #expect(isColor(surface.icon.placeholders.first))
    fixture.serveAll()
    #expect(surface.icon.number == 7)
    #expect(surface.icon.placeholders.isEmpty)
    // Nothing that loads changes the card.
    #expect(self.card(ad) == card)
  }

  // M8, G38
  @Test func nothingOfTheFormerAdStays() throws {
    let ads = fixture.makeAds(0..<2)
    let (cell, surface) = cell()
    cell.show(ads[0], card: card(ads[0]))
    fixture.serveAll()
    cell.prepareForReuse()
    #expect(surface.isBlank)
    #expect(cell.card == nil)
    #expect(cell.adView == nil)
    #expect(ads[0].boundViews.isEmpty)
    cell.prepareForReuse()
    cell.show(ads[1], card: card(ads[1]))
    #expect(surface.icon.number == nil)
    #expect(surface.icon.placeholders.count == 1)
    cell.prepareForReuse()
    #expect(surface.isBlank)
    fixture.serveAll()
    #expect(surface.isBlank)
    #expect(fixture.ads.activeURLs.isEmpty)
  }

  // M7
  @Test func theLastAdWins() throws {
    let ads = fixture.makeAds(0..<2)
    let (cell, surface) = cell()
    cell.show(ads[0], card: card(ads[0]))
    fixture.ads.settle()
    cell.show(ads[1], card: card(ads[1]))
    fixture.ads.settle()
    #expect(fixture.ads.activeURLs == [CardFixture.iconURL(1)])
    fixture.serveAll()
    #expect(surface.icon.number == 1)
    #expect(surface.icon.shownCount == 1)
  }

  // G32
  @Test func whatFailedKeepsItsPlaceholderAndHasOneWhenItIsShownAgain() throws {
    let ad = try #require(fixture.makeAd(3))
    let (cell, surface) = cell()
    cell.show(ad, card: card(ad))
    fixture.ads.settle()
    fixture.ads.fail(CardFixture.iconURL(3))
    #expect(ad.iconLoadingState == .failed)
    #expect(surface.icon.placeholders.count == 1)
    cell.prepareForReuse()
    cell.show(ad, card: card(ad))
    #expect(isColor(surface.icon.placeholders.first))
    ad.retryFailedAssets()
    fixture.serveAll()
    #expect(surface.icon.number == 3)
    #expect(surface.icon.placeholders.isEmpty)
  }

  // A26
  @Test func aPictureThatIsLoadedAgainHasAPlaceholderMeanwhile() throws {
    let ad = try #require(fixture.makeAd(4))
    let (cell, surface) = cell()
    cell.show(ad, card: card(ad))
    fixture.serveAll()
    cell.prepareForReuse()
    #expect(ad.iconLoadingState == .loaded)
    // Its pixels are gone, and from the memory cache too.
    #expect(ad.image(of: .icon) == nil)
    fixture.ads.pipeline.handleMemoryWarning()
    var removals: [@MainActor () -> Void] = []
    cell.placeholderWillRemoveHandler = { removals.append($1) }
    cell.show(ad, card: card(ad))
    #expect(surface.icon.number == nil)
    #expect(surface.icon.placeholders.count == 1)
    fixture.serveAll()
    #expect(surface.icon.number == 4)
    #expect(surface.icon.placeholders.count == 1)
    removals.first?()
    #expect(surface.icon.placeholders.isEmpty)
    #expect(removals.count == 1)
    // What is there needs none.
    cell.show(ad, card: card(ad, LayoutSize(width: 100, height: 240)))
    #expect(surface.icon.number == 4)
    #expect(surface.icon.placeholders.isEmpty)
  }

  /// An ad with an icon, 1, and a main media, 2.
  private func adWithMedia(_ change: (inout NativeAdOptions) -> Void = { _ in }) throws -> NativeAd {
    let response = SampleAd.openRTB(
      icon: .init(url: CardFixture.iconURL(1), type: 1), media: .init(url: CardFixture.iconURL(2), type: 3))
    let options = CardFixture.options {
      $0.renderingSetting.hasMediaView = true
      change(&$0)
    }
    return try #require(fixture.ads.ad(response, options))
  }

  // M6, A9
  @Test func aCardOfTheIconAloneLoadsNoMedia() throws {
    let ad = try adWithMedia()
    let (cell, surface) = cell()
    cell.show(ad, card: card(ad))
    fixture.ads.settle()
    #expect(fixture.ads.activeURLs == [CardFixture.iconURL(1)])
    fixture.serveAll()
    #expect(surface.icon.number == 1)
    #expect(cell.adView?.bindingReport?.unshown.contains(.media) == true)
    // In a larger card it is loaded.
    let size = LayoutSize(width: 358, height: 272)
    cell.show(ad, card: CardLayout.cover(CardContent(ad), size: size))
    fixture.serveAll()
    #expect(surface.media.number == 2)
    // And no longer kept in a small one.
    cell.show(ad, card: card(ad))
    #expect(ad.image(of: .media) == nil)
    #expect(surface.icon.number == 1)
  }

  // A9
  @Test func mediaThatNoCardShowsComesLastWhereItIsLoadedAllTheSame() throws {
    let ad = try adWithMedia { $0.loadsUnboundAssets = true }
    let (cell, surface) = cell()
    cell.show(ad, card: card(ad))
    fixture.ads.settle()
    let transport = fixture.ads.transport
    #expect(transport.transfer(for: CardFixture.iconURL(1))?.request.priority == .high)
    #expect(transport.transfer(for: CardFixture.iconURL(2))?.request.priority == .normal)
    fixture.serveAll()
    #expect(ad.mediaLoadingState == .loaded)
    #expect(surface.media.isBlank)
    fixture.ads.pipeline.handleMemoryWarning()
    #expect(ad.image(of: .media) == nil)
    #expect(ad.image(of: .icon) != nil)
  }

  // G40
  @Test func anAdOfWhichOnlyTheIconIsShownIsSeenWithoutItsMedia() throws {
    let ad = try adWithMedia()
    let (cell, _) = cell()
    cell.show(ad, card: card(ad))
    cell.adView?.visibleFraction = 1
    fixture.serveAll()
    #expect(ad.mediaLoadingState == .loading)
    fixture.ads.scheduler.advance(by: .milliseconds(999))
    #expect(!fixture.ads.log.take().contains("viewable"))
    fixture.ads.scheduler.advance(by: .milliseconds(1))
    #expect(fixture.ads.log.take().contains("viewable"))
  }

  // M6
  @Test func aPlaceWithoutAnyPictureStaysEmptyAndNothingIsAskedFor() throws {
    let ad = try #require(fixture.ads.ad(SampleAd.openRTB(icon: nil, media: nil), CardFixture.options()))
    let (cell, surface) = cell()
    cell.show(ad, card: card(ad))
    fixture.ads.settle()
    #expect(surface.card?.elements[1].role == .icon)
    #expect(surface.card?.elements[1].content == .fill(.placeholder))
    #expect(surface.icon.isBlank)
    #expect(fixture.ads.transport.transfers.isEmpty)
  }

  // M6
  @Test func whereThereIsNoIconTheMediaIsTheThumbnail() throws {
    let options = CardFixture.options { $0.renderingSetting.hasMediaView = true }
    let url = CardFixture.iconURL(5)
    let ad = try #require(
      fixture.ads.ad(SampleAd.openRTB(icon: nil, media: .init(url: url, type: 3)), options))
    let (cell, surface) = cell()
    cell.show(ad, card: card(ad))
    fixture.serveAll()
    #expect(surface.card?.frame(of: .icon) == nil)
    #expect(surface.media.number == 5)
    #expect(surface.icon.isBlank)
  }

  @Test func theAdsOwnPlaceholderComesFirst() throws {
    let icon = SampleAd.Image(
      url: CardFixture.iconURL(1), width: 80, height: 80, type: 1, blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj")
    let ad = try #require(fixture.ads.ad(SampleAd.openRTB(icon: icon, media: nil), CardFixture.options()))
    let (cell, surface) = cell()
    cell.show(ad, card: card(ad))
    guard case .blurHash? = surface.icon.placeholders.first?.content else {
      Issue.record("no blur")
      return
    }
  }

  @Test func thePlaceholdersThatAreShownFollowTheDefault() throws {
    let dark = PixelColor(red: 1, green: 2, blue: 3)
    let hashed = SampleAd.Image(
      url: CardFixture.iconURL(1), width: 80, height: 80, type: 1, blurHash: "LEHV6nWB2yk8pyo0adR*.7kCMdnj")
    let ads = [
      try #require(fixture.makeAd(1)),
      try #require(fixture.ads.ad(SampleAd.openRTB(icon: hashed, media: nil), CardFixture.options())),
    ]
    let followers = ads.map { ad in
      let (cell, surface) = cell()
      cell.show(ad, card: card(ad))
      let shown = surface.icon.placeholders.first
      cell.defaultPlaceholder = .color(dark)
      #expect(surface.icon.placeholders.count == 1 && surface.icon.placeholders.first === shown)
      guard case .color(let color)? = shown?.content else { return false }
      return color == dark
    }
    // An ad's own placeholder stays.
    #expect(followers == [true, false])
  }

  @Test func theSameAdAndCardChangeNothing() throws {
    let ad = try #require(fixture.makeAd(1))
    let (cell, _) = cell()
    cell.show(ad, card: card(ad))
    let view = cell.adView
    var calls = 0
    fixture.onCall = { calls += 1 }
    cell.show(ad, card: card(ad))
    #expect(calls == 0)
    #expect(cell.adView === view)
  }

  @Test func inAnotherSizeWhatIsLoadingGoesOn() throws {
    let ad = try #require(fixture.makeAd(1))
    let (cell, surface) = cell()
    let window = ViewContainer(isWindow: true)
    cell.show(ad, card: card(ad))
    cell.adView?.attach(to: window)
    cell.adView?.visibleFraction = 0.5
    fixture.ads.settle()
    let smaller = card(ad, LayoutSize(width: 100, height: 240))
    cell.show(ad, card: smaller)
    fixture.ads.settle()
    #expect(fixture.ads.transferCount(CardFixture.iconURL(1)) == 1)
    #expect(fixture.ads.activeURLs == [CardFixture.iconURL(1)])
    #expect(surface.card == smaller)
    #expect(surface.icon.placeholders.count == 1)
    // It stays where it is.
    #expect(cell.adView?.isInWindow == true)
    #expect(cell.adView?.visibleFraction == 0.5)
    fixture.serveAll()
    #expect(surface.icon.number == 1)
    #expect(surface.icon.placeholders.isEmpty)
    #expect(ad.boundViews.count == 1)
    cell.prepareForReuse()
    #expect(ad.boundViews.isEmpty)
  }

  @Test func anAdThatIsGivenUpWhileItIsShownAnewIsLoadedNoMore() throws {
    let ad = try #require(fixture.makeAd(1))
    let (cell, surface) = cell()
    cell.show(ad, card: card(ad))
    fixture.ads.settle()
    var isDone = false
    fixture.onCall = { [unowned cell] in
      guard !isDone else { return }
      isDone = true
      cell.prepareForReuse()
    }
    cell.show(ad, card: card(ad, LayoutSize(width: 100, height: 240)))
    fixture.ads.settle()
    #expect(isDone)
    #expect(surface.isBlank)
    #expect(fixture.ads.activeURLs.isEmpty)
  }

  @Test func placeholdersGoThroughTheHandler() throws {
    let ad = try #require(fixture.makeAd(1))
    let (cell, surface) = cell()
    var removals: [@MainActor () -> Void] = []
    cell.placeholderWillRemoveHandler = { removals.append($1) }
    cell.show(ad, card: card(ad))
    fixture.serveAll()
    #expect(surface.icon.number == 1)
    #expect(surface.icon.placeholders.count == 1)
    #expect(removals.count == 1)
    removals.first?()
    #expect(surface.icon.placeholders.isEmpty)
  }

  // M4
  @Test func aPartIsFoundByItsPlace() throws {
    let ad = try #require(fixture.makeAd(1))
    let (cell, _) = cell()
    #expect(cell.role(at: LayoutPoint(x: 70, y: 60)) == nil)
    cell.show(ad, card: card(ad))
    #expect(cell.role(at: LayoutPoint(x: 70, y: 60)) == .icon)
    #expect(cell.role(at: LayoutPoint(x: 70, y: 210)) == .callToAction)
    #expect(cell.role(at: LayoutPoint(x: 150, y: 210)) == nil)
  }

  // A23
  @Test func theCardIsTheSameBeforeAndAfterTheMediaHasToldAnotherSize() throws {
    for media in [SampleAd.Image.media, .init(url: SampleAd.mediaURL, type: 3)] {
      let fixture = AdFixture()
      let ad = try #require(fixture.ad(SampleAd.openRTB(media: media)))
      let before = CardLayout.single(CardContent(ad), width: 358)
      fixture.settle()
      fixture.serveAll()
      #expect(ad.mediaLoadingState == .loaded)
      #expect(ad.mediaData?.preferredMediaWidth == 32)
      #expect(CardLayout.single(CardContent(ad), width: 358) == before)
    }
  }
}
