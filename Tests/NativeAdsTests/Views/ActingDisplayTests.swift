import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// Displays whose `show` binds and unbinds views, as layout code may.
@MainActor @Suite struct ActingDisplayTests {
  private let fixture = AdFixture()

  /// The display of a view's media.
  private func display(of view: NativeAdView) throws -> RecordingDisplay {
    try #require(view.mediaView?.display as? RecordingDisplay)
  }

  private func otherAd() throws -> NativeAd {
    try #require(
      fixture.ad(SampleAd.openRTB(icon: nil, media: SampleAd.Image(url: "https://cdn.example.com/2.jpg"))))
  }

  // A4
  @Test func aPictureMayMakeItsViewGiveTheAdUp() throws {
    let (ad, view) = try fixture.boundAd()
    try display(of: view).onShow = { [weak view] _ in view?.unbind() }
    fixture.serveMedia()
    #expect(view.nativeAd == nil)
    #expect(ad.mediaLoadingState == .loaded)
    #expect(fixture.log.take().prefix(2) == ["media image 32x16", "media empty"])
  }

  // A15
  @Test func aPictureMayMakeAnotherViewGiveTheAdUp() throws {
    let (ad, view) = try fixture.boundAd()
    let other = fixture.view()
    other.nativeAd = ad
    try display(of: view).onShow = { [weak other] _ in other?.unbind() }
    fixture.serveMedia()
    #expect(other.nativeAd == nil)
    #expect(view.nativeAd === ad)
    #expect(fixture.log.take().count { $0 == "media image 32x16" } == 1)
  }

  @Test func aPictureOfTheCacheMayMakeItsViewGiveTheAdUp() throws {
    let (ad, view) = try fixture.boundAd()
    fixture.serveAll()
    view.unbind()
    _ = fixture.log.take()
    try display(of: view).pixelSize = PixelSize(width: 1000, height: 1000)
    try display(of: view).onShow = { [weak view] content in
      if case .image = content { view?.unbind() }
    }
    view.nativeAd = ad
    fixture.settle()
    #expect(view.nativeAd == nil)
    #expect(!ad.boundViews.contains { $0 === view })
    #expect(fixture.log.take().filter { $0 != "didRender" } == ["media image 32x16", "media empty"])
  }

  // A4
  @Test func aViewThatIsGivenAnotherAdWhileItIsBoundShowsThatAlone() throws {
    let other = try otherAd()
    let (ad, view) = try fixture.boundAd()
    fixture.serveAll()
    view.unbind()
    try display(of: view).onShow = { [weak view] content in
      if case .image = content { view?.nativeAd = other }
    }
    view.nativeAd = ad
    fixture.settle()
    #expect(view.nativeAd === other)
    #expect(ad.boundViews.isEmpty)
    guard case .empty? = view.iconView?.slot.content else {
      Issue.record("the icon of the former ad is shown")
      return
    }
  }

  // A17
  @Test func aViewThatIsBoundAnewWhileItIsGivenUpShowsTheAd() throws {
    let (ad, view) = try fixture.boundAd()
    fixture.serveAll()
    var isFirst = true
    try display(of: view).onShow = { [weak view] content in
      guard isFirst, case .empty = content else { return }
      isFirst = false
      view?.nativeAd = ad
    }
    view.unbind()
    fixture.settle()
    #expect(view.nativeAd === ad)
    #expect(ad.boundViews.contains { $0 === view })
    for area in [view.mediaView, view.iconView] {
      guard case .image? = area?.slot.content else {
        Issue.record("the picture is not shown")
        continue
      }
    }
  }

  // A4
  @Test func ofTwoAdsThatAViewIsGivenAtOnceTheLaterIsShown() throws {
    let other = try otherAd()
    let third = try #require(fixture.ad(SampleAd.openRTB(title: "third")))
    let (ad, view) = try fixture.boundAd()
    fixture.serveAll()
    var isFirst = true
    try display(of: view).onShow = { [weak view] content in
      guard isFirst, case .empty = content else { return }
      isFirst = false
      view?.nativeAd = other
    }
    view.nativeAd = third
    fixture.settle()
    #expect(view.nativeAd === other)
    #expect(ad.boundViews.isEmpty)
    #expect(third.boundViews.isEmpty)
    #expect(other.boundViews.count == 1)
  }

  // G33
  @Test func aPlaceholderMadeWhileAnotherIsConfiguredIsReplacedByIt() throws {
    let (_, view) = try fixture.boundAd()
    view.mediaView?.showPlaceholder { _ in view.mediaView?.showPlaceholder() }
    #expect(fixture.log.take() == ["media placeholder", "media placeholder gone", "media placeholder"])
    view.removePlaceholders()
    #expect(fixture.log.take() == ["media placeholder gone"])
  }

  // A8
  @Test func aPlaceholderIsNotShownWhereItsConfigurationGivesTheAdUp() throws {
    let (_, view) = try fixture.boundAd()
    view.mediaView?.showPlaceholder { _ in view.unbind() }
    #expect(view.mediaView?.placeholderView == nil)
    #expect(fixture.log.take() == [])
  }

  @Test func whatIsNoShareOfAViewDoesNotHideThatOfAnother() throws {
    let (ad, view) = try fixture.boundAd()
    let other = fixture.view()
    other.nativeAd = ad
    fixture.serveAll()
    _ = fixture.log.take()
    view.visibleFraction = .nan
    other.visibleFraction = 0.9
    fixture.scheduler.advance(by: .seconds(1))
    #expect(fixture.log.take() == ["viewable"])
  }
}
