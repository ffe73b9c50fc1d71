import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import Testing

@testable import NativeAds

/// Which trackers an ad fires, when, and that they are kept before anybody hears.
@MainActor @Suite struct AdTrackingTests {
  private let fixture = AdFixture()
  private let queue = MemoryTrackerQueue()

  private func options(_ change: (inout NativeAdOptions) -> Void = { _ in }) -> NativeAdOptions {
    AdFixture.lazyOptions {
      $0.trackerSender = TrackerSender(pipeline: fixture.pipeline, queue: queue)
      change(&$0)
    }
  }

  /// The URLs that were kept so far, without scheme and host where that is the sample's.
  private var fired: [String] { queue.hits.map(\.url) }

  private func events(_ pairs: (Int, String)...) -> String {
    let trackers = pairs.map { #"{"event":\#($0.0),"method":1,"url":"https://v.example/\#($0.1)"}"# }
    return #""eventtrackers":[\#(trackers.joined(separator: ","))]"#
  }

  // B14, G40
  @Test func anImpressionIsKeptBeforeItIsTold() throws {
    let (_, view) = try fixture.boundAd(SampleAd.openRTB(members: events((1, "one"))), options())
    var keptWhenTold: [String] = []
    fixture.onEvent = { _, line in if line == "viewable" { keptWhenTold = self.fired } }
    fixture.serveAll()
    view.visibleFraction = 1
    fixture.scheduler.advance(by: .milliseconds(999))
    #expect(fired == [])
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(keptWhenTold == [SampleAd.impressionURL, "https://v.example/one"])
  }

  // B14
  @Test func aClickIsKeptBeforeItIsTold() throws {
    let (ad, _) = try fixture.boundAd(SampleAd.openRTB(), options())
    var keptWhenTold: [String] = []
    fixture.onEvent = { _, line in if line.hasPrefix("didClick") { keptWhenTold = self.fired } }
    ad.performClick()
    #expect(keptWhenTold == [SampleAd.clickTracker])
  }

  // G42
  @Test func anAdThatIsNotSeenFiresNothing() throws {
    let (_, view) = try fixture.boundAd(
      SampleAd.openRTB(members: events((2, "half"), (3, "all"))), options())
    fixture.serveIcon()
    view.visibleFraction = 1
    fixture.scheduler.advance(by: .seconds(60))
    fixture.fail(SampleAd.mediaURL)
    fixture.scheduler.advance(by: .seconds(60))
    #expect(fired == [])
  }

  // 3A, 3C
  @Test func eachStandardIsToldAtItsOwnTime() throws {
    let (_, view) = try fixture.boundAd(
      SampleAd.openRTB(members: events((2, "half"), (3, "all"), (4, "video"))),
      options { $0.usesLargeDisplayViewability = true })
    let display = try #require(view.mediaView?.display as? RecordingDisplay)
    display.pixelSize = PixelSize(width: 1_000, height: 500)
    fixture.serveAll()
    view.visibleFraction = 0.3
    fixture.scheduler.advance(by: .seconds(1))
    #expect(fired == [SampleAd.impressionURL])
    view.visibleFraction = 0.5
    fixture.scheduler.advance(by: .seconds(1))
    #expect(fired == [SampleAd.impressionURL, "https://v.example/half"])
    view.visibleFraction = 1
    fixture.scheduler.advance(by: .milliseconds(999))
    #expect(fired.count == 2)
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(fired.last == "https://v.example/all")
    fixture.scheduler.advance(by: .seconds(60))
    #expect(fired.count == 3)
  }

  // A15
  @Test func aReboundAdInSeveralViewsFiresOnce() throws {
    let (ad, first) = try fixture.boundAd(SampleAd.openRTB(members: events((2, "half"))), options())
    fixture.serveAll()
    let second = fixture.view()
    second.nativeAd = ad
    for view in [first, second, first] {
      view.nativeAd = nil
      view.nativeAd = ad
      view.visibleFraction = 1
      fixture.scheduler.advance(by: .seconds(5))
      ad.performClick()
    }
    #expect(fired == [SampleAd.impressionURL, "https://v.example/half", SampleAd.clickTracker])
    #expect(fixture.log.take().count { $0.hasPrefix("didClick") } == 3)
  }

  // D8
  @Test func aCustomClickFiresNothingUntilItIsPerformed() throws {
    let (ad, _) = try fixture.boundAd(SampleAd.openRTB(), options { $0.usesCustomClick = true })
    ad.receiveClick(on: .callToAction)
    #expect(fired == [])
    ad.performClick(on: .callToAction)
    #expect(fired == [SampleAd.clickTracker])
  }

  // B14
  @Test func trackersCanBeTurnedOff() throws {
    let (ad, view) = try fixture.boundAd(
      SampleAd.openRTB(members: events((2, "half"))), options { $0.firesTrackers = false })
    fixture.serveAll()
    view.visibleFraction = 1
    fixture.scheduler.advance(by: .seconds(5))
    ad.performClick()
    #expect(fixture.log.take().contains("viewable"))
    #expect(fired == [])
    #expect(fixture.activeURLs == [])
  }

  // B14
  @Test func hitsOfAnAdThatIsLetGoAreDeliveredWithoutASenderOfTheProgram() throws {
    weak var weakAd: NativeAd?
    do {
      let ad = try #require(fixture.ad(SampleAd.openRTB()))
      weakAd = ad
      fixture.settle()
      ad.performClick()
      fixture.forgetAds()
    }
    #expect(weakAd == nil)
    fixture.fail(SampleAd.clickTracker, status: 503)
    fixture.scheduler.advance(by: .seconds(1))
    #expect(fixture.transferCount(SampleAd.clickTracker) == 2)
    #expect(fixture.activeURLs == [SampleAd.clickTracker])
  }

  // B14
  @Test func theResponseOfAnAdThatNobodyIsGivenFiresNothing() {
    let loader = NativeAdLoader(
      source: .data(SampleAd.openRTB(media: nil, vastTag: "<VAST")), options: options(),
      pipeline: fixture.pipeline)
    loader.loadAd()
    loader.cancel()
    fixture.settle()
    #expect(fired == [])
  }

  #if VAST
    private static let videoURL = "https://m.example/inline.mp4"

    private func response(_ tag: String? = nil, clickThrough: String = "") -> [UInt8] {
      let document = VASTDocuments.vast(
        tag
          ?? """
          <Ad id="a"><InLine><Error>https://e.example/?c=[ERRORCODE]</Error><Impression>https://i.example/v
          </Impression><ViewableImpression><Viewable>https://v.example/viewable</Viewable></ViewableImpression>
          <Creatives><Creative><Linear><Duration>00:00:15</Duration><TrackingEvents>
          <Tracking event="start">https://t.example/start</Tracking>
          <Tracking event="progress" offset="00:00:03">https://t.example/p?h=[CONTENTPLAYHEAD]</Tracking>
          <Tracking event="complete">https://t.example/complete</Tracking></TrackingEvents>
          <VideoClicks>\(clickThrough)<ClickTracking>https://c.example/video</ClickTracking></VideoClicks>
          <MediaFiles><MediaFile delivery="progressive" type="video/mp4" width="640" height="360">
          \(Self.videoURL)</MediaFile></MediaFiles></Linear></Creative></Creatives></InLine></Ad>
          """)
      return SampleAd.openRTB(media: nil, vastTag: String(decoding: document, as: UTF8.self))
    }

    private func playing(_ view: NativeAdView? = nil) throws -> (NativeAd, NativeAdView, ViewContainer) {
      let (ad, view) = try fixture.boundAd(response(), options(), to: view)
      let window = ViewContainer(isWindow: true)
      view.attach(to: window)
      fixture.settle()
      fixture.serve(Self.videoURL, SampleVideo.mp4())
      ad.mediaData?.videoController?.play()
      return (ad, view, window)
    }

    // D9, 3B, 3C
    @Test func aVideoIsTrackedFromItsStartToItsEnd() throws {
      let (ad, view, window) = try playing()
      #expect(fired == ["https://i.example/v", "https://t.example/start"])
      view.visibleFraction = 1
      fixture.scheduler.advance(by: .milliseconds(2_999))
      #expect(fired.dropFirst(2) == [SampleAd.impressionURL, "https://v.example/viewable"])
      fixture.scheduler.advance(by: .seconds(30))
      #expect(
        fired.dropFirst(4) == [
          "https://t.example/p?h=00%3A00%3A03.000", "https://t.example/complete",
        ])
      ad.performClick(on: .media)
      #expect(fired.suffix(2) == [SampleAd.clickTracker, "https://c.example/video"])
      _ = window
    }

    // D9
    @Test func aClickOnAVideoThatLeadsElsewhereIsTrackedAsOneOnTheAdToo() throws {
      let document = response(clickThrough: "<ClickThrough>https://page.example/video</ClickThrough>")
      let (ad, _) = try fixture.boundAd(document, options())
      ad.performClick(on: .media)
      #expect(fixture.opener.urls == ["https://page.example/video"])
      #expect(fired.suffix(2) == [SampleAd.clickTracker, "https://c.example/video"])
      // Where that cannot be opened, the ad's own page can.
      fixture.opener.onOpen = { [opener = fixture.opener] page in
        opener.answer = page.url == SampleAd.clickURL ? .opens : .fails("unknown")
      }
      ad.performClick(on: .media)
      #expect(fixture.opener.urls.last == SampleAd.clickURL)
    }

    // D9, D10
    @Test func aVideoOutsideOfItsMediaViewFiresNothing() throws {
      let (ad, view, window) = try playing()
      let before = fired
      view.nativeAd = nil
      let place = AdExposure(of: ad)
      place.visibleFraction = 1
      fixture.scheduler.advance(by: .seconds(60))
      // The ad itself is seen there.
      #expect(fired.dropFirst(before.count) == [SampleAd.impressionURL])
      withExtendedLifetime((window, place)) {}
    }

    // D9, D10
    @Test func whatWasPlayedOutsideOfTheMediaViewIsNoProgress() throws {
      let (ad, view, window) = try playing()
      view.visibleFraction = 1
      fixture.scheduler.advance(by: .milliseconds(2_900))
      view.nativeAd = nil
      fixture.scheduler.advance(by: .milliseconds(200))
      view.nativeAd = ad
      fixture.scheduler.advance(by: .seconds(30))
      #expect(fired.last == "https://t.example/complete")
      #expect(!fired.contains { $0.hasPrefix("https://t.example/p") })
      withExtendedLifetime(window) {}
    }

    // 3B
    @Test(arguments: [(404, 401), (500, 400)])
    func aVideoThatDoesNotComeIsToldWithItsCode(status: Int, code: Int) throws {
      let (_, view) = try fixture.boundAd(response(), options())
      let window = ViewContainer(isWindow: true)
      view.attach(to: window)
      fixture.settle()
      var keptWhenTold: [String] = []
      fixture.onEvent = { _, line in if line.hasPrefix("didFail media") { keptWhenTold = self.fired } }
      fixture.fail(Self.videoURL, status: status)
      #expect(keptWhenTold == ["https://e.example/?c=\(code)"])
    }

    // 3B
    @Test func aVideoThatCannotBeDecodedOrComesTooLateIsToldWithItsCode() throws {
      for (code, end) in [
        (405, { (transfer: ScriptedTransfer?) in _ = transfer?.complete(Array("<html>".utf8)) }),
        (402, { (transfer: ScriptedTransfer?) in _ = transfer?.fail(.timedOut) }),
      ] {
        let (ad, view) = try fixture.boundAd(response(), options())
        let window = ViewContainer(isWindow: true)
        view.attach(to: window)
        fixture.settle()
        end(fixture.transport.transfer(for: Self.videoURL))
        fixture.settle()
        #expect(fired.last == "https://e.example/?c=\(code)")
        // Once, however often it is tried.
        ad.retryFailedAssets()
        fixture.settle()
        let count = fired.count
        end(fixture.transport.transfer(for: Self.videoURL))
        fixture.settle()
        #expect(fired.count == count)
      }
    }

    // 3B, G20
    @Test func aDocumentThatLeadsNowhereIsToldOnceTheAdIsHandedOver() throws {
      let tag = VASTDocuments.wrapper("outer", to: "https://w.example/1")
      var firedWhenReceived: [String]?
      var ad: NativeAd?
      fixture.request(.data(response(tag)), options()) {
        ad = $0
        firedWhenReceived = self.fired
      }
      fixture.settle()
      fixture.fail("https://w.example/1", status: 500)
      #expect(firedWhenReceived == [])
      #expect(fired == ["https://e.example/outer?300"])
      withExtendedLifetime(ad) {}
    }
  #endif
}
