import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// What becomes of an ad's pictures when memory is short.
@MainActor @Suite struct MemoryWarningTests {
  private let fixture = AdFixture()

  // A26
  @Test func picturesThatNoViewShowsGoAndComeBackWithoutTheNetwork() throws {
    let ad = try #require(fixture.ad(SampleAd.openRTB()))
    fixture.settle()
    fixture.serveAll()
    #expect(ad.image(of: .media) != nil)
    fixture.pipeline.handleMemoryWarning()
    #expect(ad.image(of: .media) == nil)
    #expect(ad.mediaLoadingState == .loaded)
    _ = fixture.log.take()
    let view = fixture.view()
    view.nativeAd = ad
    fixture.settle()
    #expect(fixture.log.take().contains("media image 32x16"))
    #expect(fixture.transport.transfers.count == 2)
  }

  // A26
  @Test func picturesThatAViewShowsStay() throws {
    let (ad, view) = try fixture.boundAd()
    fixture.serveAll()
    _ = fixture.log.take()
    fixture.pipeline.handleMemoryWarning()
    fixture.settle()
    #expect(ad.image(of: .media) != nil)
    #expect(fixture.log.lines.isEmpty)
    view.nativeAd = nil
    fixture.pipeline.handleMemoryWarning()
    #expect(ad.image(of: .media) == nil)
  }

  /// An ad in a view once more, whose pictures were dropped meanwhile; the log begins with that.
  private func reboundAd(_ fixture: AdFixture) throws -> NativeAd {
    let (ad, view) = try fixture.boundAd()
    fixture.serveAll()
    view.nativeAd = nil
    fixture.pipeline.handleMemoryWarning()
    _ = fixture.log.take()
    view.nativeAd = ad
    fixture.settle()
    return ad
  }

  // A26
  @Test func nothingIsToldTwiceWhenAPictureComesBack() throws {
    let ad = try reboundAd(fixture)
    #expect(ad.mediaLoadingState == .loaded)
    #expect(fixture.log.take() == ["didRender", "media image 32x16", "icon image 4x2"])
  }

  // A26
  @Test func aPictureWhoseBytesAreGoneIsFetchedAgainWithoutAFailureIfThatFails() throws {
    let fixture = AdFixture { $0.dataCache = nil }
    let ad = try reboundAd(fixture)
    #expect(fixture.activeURLs.sorted() == [SampleAd.iconURL, SampleAd.mediaURL])
    fixture.fail(SampleAd.mediaURL)
    fixture.serveIcon()
    #expect(fixture.log.take() == ["didRender", "icon image 4x2"])
    #expect(ad.mediaLoadingState == .loaded)
  }
}
