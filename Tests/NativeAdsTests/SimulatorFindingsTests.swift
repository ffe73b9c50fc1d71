import LazyMedia
import LazyMediaTesting
import Testing

@testable import NativeAds

/// What a view changes by coming and going; each of these was found by the simulator.
@MainActor @Suite struct SimulatorFindingsTests {
  // A28
  @Test func anEagerAdThatLoadsNothingWithoutAViewComesWithItsAssets() {
    let fixture = AdFixture()
    let options = AdFixture.lazyOptions {
      $0.renderingSetting.useLazyMediaLoading = false
      $0.loadsUnboundAssets = false
    }
    fixture.request(.data(SampleAd.openRTB()), options)
    fixture.settle()
    fixture.serveAll()
    #expect(fixture.log.take() == ["didReceive"])
  }

  // A3, A26
  @Test func whatIsLoadedWhenAGroupIsHandedOverIsThereThoughMemoryWasShortMeanwhile() throws {
    let fixture = AdFixture()
    _ = try fixture.boundAd()
    fixture.serveAll()
    var answer: NativeAdSource.Completion?
    var ads: [NativeAd] = []
    let group = NativeAdGroup(options: AdFixture.lazyOptions(), pipeline: fixture.pipeline) { index in
      index == 0 ? .data(SampleAd.openRTB()) : .provider { answer = $0 }
    }
    group.load(count: 2) { ads = (try? $0.get()) ?? [] }
    fixture.settle()
    fixture.pipeline.handleMemoryWarning()
    answer?(.failure(CancellationError()))
    fixture.settle()
    #expect(ads.map(\.mediaLoadingState) == [.loaded])
    #expect(ads.first?.image(of: .media) != nil)
  }

  // A11
  @Test func aRetryBeforeTheAssetsBeginIsTold() throws {
    let fixture = AdFixture()
    let view = fixture.view()
    let options = AdFixture.lazyOptions { $0.renderingSetting.useLazyMediaLoading = false }
    var icon = SampleAd.Image.icon
    icon.url = "gopher://cdn.example.com/icon.png"
    fixture.request(.data(SampleAd.openRTB(icon: icon)), options) { ad in
      view.bind(ad)
      ad.retryFailedAssets()
    }
    fixture.settle()
    fixture.serveMedia()
    let told = ["didReceive", "didRender", "icon loading", "icon failed", "didFail icon unsupportedScheme"]
    #expect(fixture.log.take().filter { told.contains($0) || $0.hasPrefix("did") } == told)
  }

  // A9
  @Test func anIconThatWasGivenUpIsLoadedForAViewWithoutAnArea() throws {
    let fixture = AdFixture()
    let ad = try #require(fixture.ad(SampleAd.openRTB()))
    let first = fixture.view()
    first.bind(ad)
    fixture.settle()
    first.unbind()
    #expect(fixture.activeURLs.isEmpty)
    let second = fixture.view(hasIcon: false)
    second.bind(ad)
    fixture.settle()
    #expect(Set(fixture.activeURLs) == [SampleAd.iconURL, SampleAd.mediaURL])
  }

  // G40
  @Test func anAdThatIsLoadedIsSeenInAViewThatStoodOnTheScreenBefore() throws {
    let fixture = AdFixture()
    let ad = try #require(fixture.ad(SampleAd.openRTB()))
    fixture.settle()
    fixture.serveAll()
    let view = fixture.view()
    view.visibleFraction = 1
    view.bind(ad)
    _ = fixture.log.take()
    fixture.scheduler.advance(by: .milliseconds(999))
    #expect(!fixture.log.take().contains("viewable"))
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(fixture.log.take().contains("viewable"))
  }
}
