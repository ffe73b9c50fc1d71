import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// Loading what failed once more.
@MainActor @Suite struct RetryTests {
  private let fixture = AdFixture()

  // A11
  @Test func onlyWhatFailedIsLoadedAgainAndTheNewAttemptHasItsOwnEnd() throws {
    let (ad, _) = try fixture.boundAd()
    fixture.serveIcon()
    fixture.fail(SampleAd.mediaURL)
    #expect(ad.error(of: .media)?.attempt == 1)
    _ = fixture.log.take()
    ad.retryFailedAssets()
    #expect(ad.mediaLoadingState == .loading)
    #expect(ad.error(of: .media) == nil)
    fixture.settle()
    #expect(fixture.activeURLs == [SampleAd.mediaURL])
    fixture.serveMedia()
    #expect(fixture.log.take() == ["media loading", "media image 32x16", "media loaded", "didLoad"])
    #expect(fixture.transferCount(SampleAd.iconURL) == 1)
  }

  // A11
  @Test func aSecondFailureIsToldOnceMoreWithItsAttempt() throws {
    let (ad, _) = try fixture.boundAd()
    fixture.fail(SampleAd.iconURL)
    fixture.fail(SampleAd.mediaURL)
    _ = fixture.log.take()
    ad.retryFailedAssets()
    fixture.settle()
    fixture.fail(SampleAd.mediaURL)
    fixture.fail(SampleAd.iconURL)
    #expect(
      fixture.log.take() == [
        "media loading", "icon loading", "media failed", "didFail media badStatus", "icon failed",
      ])
    #expect(ad.error(of: .media)?.attempt == 2)
  }

  // A11, G44
  @Test func nothingIsLoadedAgainUnlessAskedFor() throws {
    let (ad, view) = try fixture.boundAd()
    fixture.fail(SampleAd.iconURL)
    fixture.fail(SampleAd.mediaURL)
    fixture.scheduler.advance(by: .seconds(3600))
    view.nativeAd = nil
    view.nativeAd = ad
    fixture.settle()
    #expect(fixture.transport.transfers.count == 2)
    #expect(ad.mediaLoadingState == .failed)
  }

  // A11
  @Test func whereNothingFailedARetryDoesNothing() throws {
    let (ad, _) = try fixture.boundAd()
    ad.retryFailedAssets()
    fixture.serveAll()
    ad.retryFailedAssets()
    fixture.settle()
    #expect(
      fixture.log.take().filter { $0.contains("load") || $0.hasPrefix("did") }
        == ["icon loaded", "media loaded", "didLoad"])
    #expect(fixture.transport.transfers.count == 2)
  }

  // A11
  @Test func aRetryWhileTheOtherIsStillLoadingWaitsForIt() throws {
    let (ad, _) = try fixture.boundAd()
    fixture.fail(SampleAd.iconURL)
    ad.retryFailedAssets()
    fixture.settle()
    _ = fixture.log.take()
    fixture.serveIcon()
    #expect(fixture.log.take() == ["icon image 4x2", "icon loaded"])
    fixture.serveMedia()
    #expect(fixture.log.take().last == "didLoad")
  }

  // A11
  @Test func missingMediaFailsAgain() throws {
    let (ad, _) = try fixture.boundAd(SampleAd.openRTB(media: nil))
    _ = fixture.log.take()
    ad.retryFailedAssets()
    fixture.settle()
    #expect(fixture.log.take() == ["media loading", "media failed", "didFail media missingAsset"])
  }

  // A28
  @Test func anIconThatFailedBeforeTheHandOverCanBeRetried() throws {
    var received: NativeAd?
    fixture.request(.data(SampleAd.openRTB()), NativeAdOptions()) { received = $0 }
    fixture.settle()
    fixture.fail(SampleAd.iconURL)
    fixture.serveMedia()
    let ad = try #require(received)
    #expect(fixture.log.take() == ["didReceive"])
    ad.retryFailedAssets()
    fixture.settle()
    fixture.serveIcon()
    #expect(fixture.log.take() == ["icon loading", "icon loaded", "didLoad"])
  }
}
