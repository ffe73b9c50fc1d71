import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// In which order things are told, and that never one callback runs inside another.
@MainActor @Suite struct OrderTests {
  private let fixture = AdFixture()

  /// Loads the pictures of an ad, so that the memory cache has them.
  private func fillCache() throws {
    _ = try #require(fixture.ad(SampleAd.openRTB()))
    fixture.settle()
    fixture.serveAll()
    _ = fixture.log.take()
  }

  // A1
  @Test func removalsBeginAfterTheLastChangeAndBeforeTheEnd() throws {
    let (_, view) = try fixture.boundAd()
    view.placeholderWillRemoveHandler = { [log = fixture.log] placeholder, remove in
      log.add("will remove")
      remove()
    }
    view.mediaView?.showPlaceholder()
    view.showIconPlaceholder()
    _ = fixture.log.take()
    fixture.serveMedia()
    #expect(fixture.log.take() == ["media image 32x16", "media loaded"])
    fixture.serveIcon()
    #expect(
      fixture.log.take() == [
        "icon image 4x2", "icon loaded", "will remove", "media placeholder gone", "will remove",
        "icon placeholder gone", "didLoad",
      ])
  }

  // A1
  // FAULTS 26
  @Test func aFailureIsToldAfterTheChange() throws {
    _ = try fixture.boundAd()
    fixture.fail(SampleAd.iconURL)
    #expect(fixture.log.take() == ["icon failed", "didFail icon badStatus"])
  }

  // G14, A3
  @Test(arguments: [true, false])
  func nothingIsToldBeforeTheHandOverHasReturned(isCached: Bool) throws {
    if isCached { try fillCache() }
    let view = fixture.view()
    _ = fixture.ad(SampleAd.openRTB()) { [log = fixture.log] ad in
      view.nativeAd = ad
      ad.performClick()
      log.add("returned")
    }
    let lines = fixture.log.take()
    #expect(lines.last == "returned")
    #expect(!lines.contains { $0.hasPrefix("did") && $0 != "didReceive" || $0.hasSuffix("loaded") })
    fixture.settle()
    #expect(
      fixture.log.take().filter { $0.hasPrefix("did") }
        == ["didRender", "didClick \(SampleAd.clickURL)"] + (isCached ? ["didLoad"] : []))
  }

  // G8, A2, A3
  // FAULTS 27
  @Test func cachedAssetsAreLoadedAtTheHandOverAndToldLaterOnce() throws {
    try fillCache()
    var states: [MediaLoadingState] = []
    _ = fixture.ad(SampleAd.openRTB()) { states = [$0.iconLoadingState, $0.mediaLoadingState] }
    #expect(states == [.loaded, .loaded])
    #expect(fixture.log.take() == ["didReceive"])
    fixture.settle()
    #expect(fixture.log.take() == ["didLoad"])
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  // A3
  @Test func anAssetThatIsCachedIsNotToldBesideOneThatIsNot() throws {
    _ = try #require(fixture.ad(SampleAd.openRTB()))
    fixture.settle()
    fixture.serveIcon()
    fixture.fail(SampleAd.mediaURL)
    _ = fixture.log.take()
    var states: [MediaLoadingState] = []
    _ = fixture.ad(SampleAd.openRTB()) { states = [$0.iconLoadingState, $0.mediaLoadingState] }
    #expect(states == [.loaded, .loading])
    fixture.settle()
    fixture.serveMedia()
    #expect(fixture.log.take() == ["didReceive", "media loaded", "didLoad"])
  }

  // A2
  @Test func anEqualStateIsNotTold() {
    var machine = MediaLoadMachine(has: [.icon, .media])
    #expect(machine.begin() == [])
    #expect(machine.settle(.icon, nil) == [.tellState(.icon, .loaded), .removePlaceholder(.icon)])
    #expect(machine.settle(.icon, nil) == [])
    #expect(machine.retry().actions == [])
  }

  // A1
  @Test func whatACallbackCausesIsToldWhenItHasReturned() throws {
    let (_, _) = try fixture.boundAd()
    fixture.onEvent = { [fixture] _, line in
      if line == "icon loaded" {
        fixture.serveMedia()
        fixture.log.add("icon loaded has returned")
      }
    }
    fixture.serveIcon()
    #expect(
      fixture.log.take() == [
        "icon image 4x2", "icon loaded", "media image 32x16", "icon loaded has returned", "media loaded",
        "didLoad",
      ])
  }

  // A1
  @Test(arguments: ["icon failed", "didFail icon badStatus"])
  func aRetryInsideACallbackIsToldAfterIt(line: String) throws {
    _ = try fixture.boundAd()
    fixture.onEvent = { [fixture] ad, told in
      if told == line {
        ad.retryFailedAssets()
        fixture.log.add("returned")
      }
    }
    fixture.fail(SampleAd.iconURL)
    let lines = fixture.log.take()
    #expect(lines.first == "icon failed")
    #expect(lines.firstIndex(of: "icon loading") ?? 0 > lines.firstIndex(of: "returned") ?? 9)
    #expect(lines.count { $0 == "didFail icon badStatus" } == 1)
    fixture.serveIcon()
    fixture.serveMedia()
    #expect(
      fixture.log.take() == ["icon image 4x2", "icon loaded", "media image 32x16", "media loaded", "didLoad"])
  }

  // A1, A4
  @Test(arguments: ["icon loaded", "media loaded", "didLoad", "didFail icon badStatus"])
  func aViewCanBeUnboundInsideAnyCallback(line: String) throws {
    let (_, view) = try fixture.boundAd()
    view.mediaView?.showPlaceholder()
    fixture.onEvent = { _, told in
      if told == line { view.nativeAd = nil }
    }
    if line.hasPrefix("didFail") { fixture.fail(SampleAd.iconURL) } else { fixture.serveIcon() }
    fixture.serveMedia()
    #expect(view.nativeAd == nil)
    #expect(view.mediaView?.placeholderView == nil)
    #expect(
      fixture.log.take().last { $0.hasPrefix("media") && $0 != "media loaded" }?.contains("image") == false)
    #expect(fixture.transport.activeTransfers.isEmpty)
  }

  // A1, A4
  @Test func aViewCanBeBoundToAnotherAdInsideACallback() throws {
    let other = try #require(
      fixture.ad(
        SampleAd.openRTB(icon: nil, media: SampleAd.Image(url: "https://cdn.example.com/2.jpg", type: 3))))
    let (_, view) = try fixture.boundAd()
    view.mediaView?.showPlaceholder()
    fixture.onEvent = { _, told in
      if told == "media loaded" {
        view.nativeAd = other
        view.mediaView?.showPlaceholder()
      }
    }
    fixture.serveAll()
    #expect(view.nativeAd === other)
    #expect(view.mediaView?.placeholderView != nil)
    #expect(fixture.log.take().contains("didLoad"))
    fixture.onEvent = { _, _ in }
    fixture.serve("https://cdn.example.com/2.jpg", SampleFile.jpeg16x96)
    #expect(
      fixture.log.take() == [
        "size 16x96", "media image 16x96", "media loaded", "media placeholder gone", "didLoad",
      ])
  }

  // G13
  @Test func rendersAndClicksAreToldAlikeWithAndWithoutLazyLoading() throws {
    func lines(_ options: NativeAdOptions) -> [String] {
      let fixture = AdFixture()
      let view = fixture.view()
      fixture.request(.data(SampleAd.openRTB()), options) { ad in
        view.nativeAd = ad
        ad.performClick()
      }
      fixture.settle()
      fixture.serveAll()
      return fixture.log.lines.filter { $0 == "didRender" || $0.hasPrefix("didClick") }
    }
    #expect(lines(NativeAdOptions()) == ["didRender", "didClick \(SampleAd.clickURL)"])
    #expect(lines(AdFixture.lazyOptions()) == lines(NativeAdOptions()))
  }
}
