#if VAST
  import LazyMedia
  import LazyMediaTesting
  import MediaTransportTesting
  import Testing

  @testable import NativeAds

  /// Outstream videos, which load once their view is in a window.
  @MainActor @Suite struct OutstreamVideoTests {
    private let fixture = AdFixture()
    private let window = ViewContainer(isWindow: true)
    private let url = "https://m.example/inline.mp4"

    private var response: [UInt8] {
      SampleAd.openRTB(
        media: nil, vastTag: String(decoding: VASTDocuments.vast(VASTDocuments.inLine()), as: UTF8.self))
    }

    private func serveVideo() { fixture.serve(url, SampleVideo.mp4(width: 640, height: 360)) }

    // G25, G27, A13
    @Test func aVideoLoadsOnlyOnceItsViewHangsInAWindowThroughTheWholeChain() throws {
      let (ad, view) = try fixture.boundAd(response)
      let (cell, list) = (ViewContainer(), ViewContainer())
      #expect(ad.mediaLoadingState == .loading)
      view.attach(to: cell)
      cell.attach(to: list)
      fixture.settle()
      fixture.scheduler.advance(by: .seconds(3600))
      #expect(fixture.activeURLs == [SampleAd.iconURL])
      #expect(ad.mediaLoadingState == .loading)
      list.attach(to: window)
      #expect(view.isInWindow)
      fixture.settle()
      #expect(fixture.activeURLs.contains(url))
      serveVideo()
      #expect(fixture.log.take() == ["media video 640x360", "media loaded"])
    }

    // G25
    @Test func aVideoWhoseViewIsInAWindowLoadsWhenItIsBound() throws {
      let view = fixture.view()
      view.attach(to: window)
      _ = try fixture.boundAd(response, to: view)
      #expect(fixture.activeURLs.contains(url))
    }

    // G26, A13
    @Test func leavingTheWindowAndComingBackChangesNothingOnceItLoads() throws {
      let (ad, view) = try fixture.boundAd(response)
      view.attach(to: window)
      fixture.settle()
      view.detach()
      view.attach(to: window)
      view.attach(to: window)
      view.detach()
      fixture.settle()
      #expect(fixture.transferCount(url) == 1)
      #expect(fixture.activeURLs.contains(url))
      serveVideo()
      #expect(ad.mediaLoadingState == .loaded)
      view.attach(to: window)
      fixture.settle()
      #expect(fixture.transferCount(url) == 1)
    }

    // G26
    @Test func oneViewInAWindowIsEnoughForAllViewsOfTheAd() throws {
      let (ad, view) = try fixture.boundAd(response)
      let other = fixture.view()
      other.attach(to: window)
      other.nativeAd = ad
      fixture.settle()
      #expect(fixture.transferCount(url) == 1)
      serveVideo()
      #expect(fixture.log.take().count { $0 == "media video 640x360" } == 2)
      #expect(view.nativeAd === ad)
    }

    // G26
    @Test func anAdThatComesWithItsMediaDoesNotWaitForAWindow() throws {
      var received: NativeAd?
      fixture.request(.data(response), NativeAdOptions()) { received = $0 }
      fixture.settle()
      fixture.serveIcon()
      #expect(received == nil)
      serveVideo()
      #expect(received?.mediaLoadingState == .loaded)
    }

    // A13
    @Test func aVideoThatWasNeverInAWindowStaysLoadingAndIsNeverTold() throws {
      let (ad, view) = try fixture.boundAd(response)
      fixture.serveIcon()
      view.nativeAd = nil
      fixture.settle()
      fixture.scheduler.advance(by: .seconds(3600))
      #expect(ad.mediaLoadingState == .loading)
      #expect(fixture.log.take().filter { $0.hasPrefix("did") } == [])
      #expect(fixture.transferCount(url) == 0)
    }

    // A13
    @Test func unbindingEndsItsTransfer() throws {
      let (ad, view) = try fixture.boundAd(response)
      view.attach(to: window)
      fixture.settle()
      view.nativeAd = nil
      #expect(!fixture.activeURLs.contains(url))
      #expect(ad.mediaLoadingState == .loading)
      #expect(!fixture.log.take().contains { $0.hasPrefix("didFail") })
    }

    // A14
    @Test func anIconThatFailsIsToldAtOnceAndTheVideoStillLoadsWhenItsTimeComes() throws {
      let (ad, view) = try fixture.boundAd(response)
      fixture.fail(SampleAd.iconURL)
      #expect(fixture.log.take() == ["icon failed", "didFail icon badStatus"])
      view.attach(to: window)
      fixture.settle()
      serveVideo()
      #expect(fixture.log.take() == ["media video 640x360", "media loaded"])
      #expect(ad.mediaData?.videoController != nil)
    }

    // G22, G21
    @Test func thereIsAVideoControllerOnceTheMainMediaHasLoaded() throws {
      let (ad, view) = try fixture.boundAd(response)
      #expect(ad.mediaData?.mediaType == .video)
      fixture.serveIcon()
      #expect(ad.mediaData?.videoController == nil)
      view.attach(to: window)
      fixture.settle()
      #expect(ad.mediaData?.videoController == nil)
      var isThere = false
      fixture.onEvent = { ad, line in
        if line == "media loaded" { isThere = ad.mediaData?.videoController != nil }
      }
      serveVideo()
      #expect(isThere)
      #expect(ad.mediaData?.videoController?.duration == .milliseconds(15_500))
      #expect(ad.mediaData?.preferredMediaWidth == 640)
    }

    // G22
    @Test func anImageHasNoVideoController() throws {
      let (ad, _) = try fixture.boundAd()
      fixture.serveAll()
      #expect(ad.mediaData?.videoController == nil)
    }

    // A22
    @Test func aPageInsteadOfAVideoIsAFailure() throws {
      let (ad, view) = try fixture.boundAd(response)
      view.attach(to: window)
      fixture.settle()
      fixture.serve(url, Array("<!DOCTYPE html><html><body>502</body></html>".utf8))
      #expect(fixture.log.take().contains { $0.hasPrefix("didFail media") })
      #expect(ad.mediaData?.videoController == nil)
      ad.retryFailedAssets()
      fixture.settle()
      serveVideo()
      #expect(ad.mediaLoadingState == .loaded)
    }

    // A22
    @Test func aVideoOfMoreThanTenMebibytesIsRefusedWhileItComes() throws {
      let (_, view) = try fixture.boundAd(response)
      view.attach(to: window)
      fixture.settle()
      let transfer = try #require(fixture.transport.transfer(for: url))
      #expect(transfer.request.maximumBytes == 10 << 20)
    }

    // G25
    @Test func aRingOfContainersIsRefused() {
      let (first, second) = (ViewContainer(), ViewContainer())
      first.attach(to: second)
      second.attach(to: first)
      first.attach(to: first)
      #expect(!first.isInWindow)
      second.attach(to: window)
      #expect(first.isInWindow)
      window.attach(to: first)
      second.detach()
      #expect(!first.isInWindow)
    }
  }
#endif
