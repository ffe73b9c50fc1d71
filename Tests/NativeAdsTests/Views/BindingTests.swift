import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// Views and ads that are tied together.
@MainActor @Suite struct BindingTests {
  private let fixture = AdFixture()

  // G4
  @Test(arguments: [(true, true), (true, false), (false, true), (false, false)])
  func aMediaViewMustBeThereExactlyWhereTheAdWasAskedForWithOne(isAskedFor: Bool, isThere: Bool) throws {
    let options = AdFixture.lazyOptions { $0.renderingSetting.hasMediaView = isAskedFor }
    let ad = try #require(fixture.ad(SampleAd.openRTB(), options))
    fixture.settle()
    #expect(!fixture.log.take().contains { $0.contains("media view") })
    let view = fixture.view(hasMedia: isThere)
    let report = view.bind(ad)
    if isAskedFor == isThere {
      #expect(report.error == nil)
      #expect(view.nativeAd === ad)
      #expect(fixture.log.take().last == "didRender")
    } else {
      #expect(report.error == (isAskedFor ? .mediaViewMissing : .unexpectedMediaView))
      #expect(view.nativeAd == nil)
      #expect(view.bindingReport == report)
      #expect(fixture.log.take() == [report.error.map { "\($0)" }])
      #expect(ad.boundViews.isEmpty)
    }
  }

  // G4
  @Test func aViewThatDoesNotFitGivesUpTheAdBefore() throws {
    let (_, view) = try fixture.boundAd()
    let other = try #require(
      fixture.ad(SampleAd.openRTB(), AdFixture.lazyOptions { $0.renderingSetting.hasMediaView = false }))
    view.nativeAd = other
    #expect(view.nativeAd == nil)
    #expect(!fixture.activeURLs.contains(SampleAd.mediaURL))
  }

  @Test func theReportSaysWhatIsNotShownAndWhatIsMissing() throws {
    let ad = try #require(
      fixture.ad(SampleAd.openRTB(icon: nil, sponsored: nil)))
    let view = fixture.view()
    view.texts = [.title, .advertiser]
    let report = view.bind(ad)
    #expect(report.error == nil)
    #expect(report.unshown == [.body, .callToAction])
    #expect(report.missing == [.icon, .advertiser])
  }

  @Test func bindingTheAdThatIsShownChangesNothing() throws {
    let (ad, view) = try fixture.boundAd()
    view.mediaView?.showPlaceholder()
    _ = fixture.log.take()
    view.nativeAd = ad
    fixture.settle()
    #expect(fixture.log.lines.isEmpty)
    #expect(fixture.transport.transfers.count == 2)
  }

  @Test func whatLoadsBeforeItsViewComesIsRaisedWhenItDoes() throws {
    let ad = try #require(fixture.ad(SampleAd.openRTB()))
    fixture.settle()
    #expect(fixture.transport.transfers.map(\.priority) == [.normal, .normal])
    let view = fixture.view()
    view.nativeAd = ad
    #expect(fixture.transport.transfers.map(\.priority) == [.high, .high])
    fixture.settle()
    #expect(fixture.transport.transfers.count == 2)
  }

  @Test func whatIsLoadedIsShownInTheTurnOfTheBinding() throws {
    let ad = try #require(fixture.ad(SampleAd.openRTB()))
    fixture.settle()
    fixture.serveAll()
    _ = fixture.log.take()
    let view = fixture.view()
    view.nativeAd = ad
    #expect(fixture.log.take() == ["media image 32x16", "icon image 4x2", "didRender"])
  }

  // A4
  @Test func theTransfersOfAnAdThatNoViewShowsAnyMoreEndWithoutAFailure() throws {
    let (first, view) = try fixture.boundAd()
    let transfers = fixture.transport.transfers
    view.nativeAd = try #require(
      fixture.ad(
        SampleAd.openRTB(icon: nil, media: SampleAd.Image(url: "https://cdn.example.com/2.jpg", type: 3))))
    fixture.settle()
    #expect(transfers.allSatisfy { $0.isCancelled })
    #expect(fixture.activeURLs == ["https://cdn.example.com/2.jpg"])
    #expect(!fixture.log.take().contains { $0.contains("fail") })
    #expect(first.iconLoadingState == .loading)
    #expect(first.mediaLoadingState == .loading)
    let other = fixture.view()
    other.nativeAd = first
    fixture.settle()
    fixture.serveAll()
    #expect(fixture.log.take().last == "didLoad")
  }

  // A4
  @Test func whatAnotherViewWaitsForGoesOn() throws {
    let (ad, view) = try fixture.boundAd()
    let other = fixture.view()
    other.nativeAd = ad
    view.nativeAd = nil
    fixture.settle()
    #expect(fixture.activeURLs.sorted() == [SampleAd.iconURL, SampleAd.mediaURL])
    #expect(fixture.transport.transfers.count == 2)
  }

  // A9
  @Test func anAssetThatNoViewShowsIsLoadedUnlessTheOptionsSayOtherwise() throws {
    let view = fixture.view(hasIcon: false)
    _ = try fixture.boundAd(to: view)
    #expect(fixture.activeURLs.sorted() == [SampleAd.iconURL, SampleAd.mediaURL])
    let frugal = AdFixture()
    let (ad, _) = try frugal.boundAd(
      SampleAd.openRTB(), AdFixture.lazyOptions { $0.loadsUnboundAssets = false },
      to: frugal.view(hasIcon: false))
    #expect(frugal.activeURLs == [SampleAd.mediaURL])
    let full = frugal.view()
    full.nativeAd = ad
    frugal.settle()
    #expect(frugal.activeURLs.contains(SampleAd.iconURL))
  }

  // A9
  @Test func anAdThatLoadsForViewsAloneKeepsNoPictureThatNoneShows() throws {
    let (ad, view) = try fixture.boundAd(
      SampleAd.openRTB(), AdFixture.lazyOptions { $0.loadsUnboundAssets = false })
    let other = fixture.view()
    other.nativeAd = ad
    fixture.serveAll()
    view.nativeAd = nil
    #expect(ad.image(of: .media) != nil)
    other.nativeAd = nil
    #expect(ad.image(of: .media) == nil)
    #expect(ad.image(of: .icon) == nil)
    // The memory cache has it: it is back in the same turn, without a transfer.
    let transfers = fixture.transport.transfers.count
    view.nativeAd = ad
    #expect(ad.image(of: .media) != nil)
    fixture.settle()
    #expect(fixture.transport.transfers.count == transfers)
    #expect(ad.mediaLoadingState == .loaded)
  }

  // A15
  @Test func twoViewsOfAnAdShareItsTransfersAndItsEnd() throws {
    let (ad, first) = try fixture.boundAd()
    let second = fixture.view()
    second.nativeAd = ad
    first.mediaView?.showPlaceholder()
    second.mediaView?.showPlaceholder()
    second.showIconPlaceholder()
    fixture.settle()
    _ = fixture.log.take()
    fixture.serveAll()
    #expect(fixture.transport.transfers.count == 2)
    #expect(fixture.executor.submissions <= 4)
    let lines = fixture.log.take()
    #expect(lines.count { $0 == "media image 32x16" } == 2)
    #expect(lines.count { $0 == "media placeholder gone" } == 2)
    #expect(lines.count { $0 == "icon placeholder gone" } == 1)
    #expect(lines.count { $0 == "didLoad" } == 1)
    #expect(first.mediaView?.placeholderView == nil)
    #expect(second.mediaView?.placeholderView == nil)
  }

  // A15
  @Test func bindingExclusivelyUnbindsTheViewBefore() throws {
    let (ad, first) = try fixture.boundAd(
      SampleAd.openRTB(), AdFixture.lazyOptions { $0.bindsExclusively = true })
    let second = fixture.view()
    second.nativeAd = ad
    #expect(first.nativeAd == nil)
    #expect(ad.boundViews.count == 1)
    fixture.settle()
    #expect(fixture.transport.transfers.count == 2)
    fixture.serveAll()
    #expect(fixture.log.take().last == "didLoad")
  }

  // A15
  @Test func aLargerViewOfTheSameAdGetsItsOwnPixels() throws {
    let small = fixture.view()
    (small.mediaView?.display as? RecordingDisplay)?.pixelSize = PixelSize(width: 8, height: 8)
    let (ad, _) = try fixture.boundAd(to: small)
    fixture.serveAll()
    #expect(fixture.log.take().contains("media image 8x4"))
    let large = fixture.view()
    (large.mediaView?.display as? RecordingDisplay)?.pixelSize = PixelSize(width: 64, height: 64)
    large.nativeAd = ad
    #expect(fixture.log.take().contains("media image 8x4"))
    fixture.settle()
    #expect(fixture.log.take() == ["media image 32x16"])
    #expect(fixture.transferCount(SampleAd.mediaURL) == 1)
  }

  /// The picture has 32x16 pixels.
  @Test(arguments: [
    // Cut off for a view: nothing may be missing in another.
    (ContentFit.cover, (8, 8), ContentFit.contain, (8, 8), "8x4" as String?),
    (.cover, (8, 8), .cover, (8, 4), "8x4"), (.center, (8, 8), .cover, (8, 8), "8x8"),
    (.cover, (8, 8), .fill, (8, 8), "8x8"), (.center, (8, 8), .center, (4, 4), "4x4"),
    // Stretched for a view.
    (.fill, (8, 8), .contain, (8, 8), "8x4"), (.fill, (8, 8), .cover, (8, 8), "8x8"),
    // The same part of it, or all of it.
    (.cover, (8, 8), .cover, (4, 4), nil), (.contain, (8, 8), .cover, (4, 4), nil),
    (.contain, (8, 8), .fill, (4, 4), nil), (.cover, (16, 8), .contain, (8, 8), nil),
    (.center, (40, 40), .contain, (8, 8), nil),
  ])
  func aViewShowsThePartOfThePictureThatItIsToShow(
    firstFit: ContentFit, first: (Int, Int), secondFit: ContentFit, second: (Int, Int), own: String?
  ) throws {
    func view(_ fit: ContentFit, _ size: (Int, Int)) -> NativeAdView {
      let view = fixture.view()
      view.mediaView?.contentMode = fit
      (view.mediaView?.display as? RecordingDisplay)?.pixelSize = PixelSize(width: size.0, height: size.1)
      return view
    }
    let former = view(firstFit, first)
    let (ad, _) = try fixture.boundAd(to: former)
    fixture.serveAll()
    _ = fixture.log.take()
    let other = view(secondFit, second)
    other.nativeAd = ad
    #expect(fixture.log.take().contains { $0.hasPrefix("media image") })
    fixture.settle()
    #expect(fixture.log.take() == (own.map { ["media image \($0)"] } ?? []))
    #expect(fixture.transferCount(SampleAd.mediaURL) == 1)
    // In the first view nothing has changed; bound anew it finds its own.
    former.unbind()
    former.nativeAd = ad
    fixture.settle()
    #expect(fixture.transferCount(SampleAd.mediaURL) == 1)
  }

  @Test(arguments: [(16_384, 16_384), (1_000_000, 500_000), (Int.max, 1), (1, Int.max)])
  func anAreaBeyondWhatMayBeDecodedStillShowsThePicture(width: Int, height: Int) throws {
    let display = RecordingDisplay("media", log: fixture.log)
    display.pixelSize = PixelSize(width: width, height: height)
    let view = NativeAdView(mediaView: MediaView(display: display, pipeline: fixture.pipeline))
    let (ad, _) = try fixture.boundAd(SampleAd.openRTB(icon: nil), to: view)
    fixture.serveMedia()
    #expect(ad.mediaLoadingState == .loaded)
    #expect(fixture.log.take().contains { $0.hasPrefix("media image") })
  }
}
