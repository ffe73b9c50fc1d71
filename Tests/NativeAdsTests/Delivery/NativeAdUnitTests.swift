import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// Loads of a unit; what replaces its ad is in ``NativeAdUnitRefreshTests``.
@MainActor @Suite(.timeLimit(.minutes(1))) struct NativeAdUnitTests {
  // B1, D1
  @Test func aLoadBringsOneAdInALaterTurn() {
    let fixture = UnitFixture()
    #expect(fixture.unit?.unitID == "home")
    #expect(fixture.unit?.contextID == "")
    fixture.load()
    #expect(fixture.unit?.isLoading == true)
    #expect(fixture.ads.activeURLs == [UnitFixture.direct])
    fixture.serve("one")
    #expect(fixture.lines == ["success one"])
    #expect(fixture.ad?.title == "one")
    #expect(fixture.ad?.isBackfilled == false)
    #expect(fixture.ad?.request == fixture.unit?.request)
    #expect(fixture.unit?.isLoading == false)
  }

  // B1, D20
  @Test func aFailureBringsItsErrorAndNothingElse() {
    let fixture = UnitFixture()
    fixture.load()
    fixture.ads.fail(UnitFixture.direct)
    #expect(fixture.lines == ["failure direct badStatus"])
    #expect(fixture.ad == nil)
  }

  // D4, D5
  @Test func theDelegateHearsBeforeTheClosures() {
    let fixture = UnitFixture(hasDelegate: true)
    let log = fixture.ads.log
    fixture.unit?.subscribeAdEvents(onClicked: { _ in log.add("clicked") })
    fixture.load()
    fixture.ads.fail(UnitFixture.direct)
    fixture.load()
    fixture.serve("one")
    fixture.ads.settle()
    fixture.ad?.performClick()
    #expect(
      fixture.lines == [
        "delegate didFail direct badStatus", "failure direct badStatus", "delegate didReceive one",
        "success one", "delegate clicked", "clicked",
      ])
  }

  #if VAST
    // D4, D5
    @Test func theDelegateHearsOfImpressionsAndVideosBeforeTheClosures() throws {
      let fixture = UnitFixture(hasDelegate: true)
      let log = fixture.ads.log
      fixture.unit?.subscribeAdEvents(onImpressed: { log.add("impressed \($0.title ?? "")") })
      fixture.unit?.eventHandlers.onVideoStart = { log.add("video of \($0.title ?? "") starts") }
      fixture.unit?.eventHandlers.onVideoEnd = { log.add("video of \($0.title ?? "") ends") }
      fixture.load()
      let video = "https://m.example/inline.mp4"
      let document = VASTDocuments.vast(
        """
        <Ad id="a"><InLine><Creatives><Creative><Linear><Duration>00:00:15</Duration><MediaFiles>
        <MediaFile delivery="progressive" type="video/mp4" width="640" height="360">\(video)</MediaFile>
        </MediaFiles></Linear></Creative></Creatives></InLine></Ad>
        """)
      fixture.serve("one", vastTag: String(decoding: document, as: UTF8.self))
      let ad = try #require(fixture.ad)
      let view = fixture.ads.view()
      let window = ViewContainer(isWindow: true)
      view.attach(to: window)
      view.nativeAd = ad
      fixture.ads.settle()
      fixture.ads.serve(video, SampleVideo.mp4())
      _ = fixture.lines
      func told() -> [String] { fixture.lines.filter { $0.contains("video ") || $0.contains("impressed") } }
      ad.mediaData?.videoController?.play()
      #expect(told().suffix(2) == ["delegate video starts", "video of one starts"])
      view.visibleFraction = 1
      fixture.ads.scheduler.advance(by: .seconds(60))
      #expect(
        told() == [
          "delegate impressed", "impressed one", "delegate video ends", "video of one ends",
        ])
      withExtendedLifetime(window) {}
    }
  #endif

  // B1, B6
  @Test func aLoadThatBeginsWhileARefreshIsGivenUpHasItsOwnClosures() throws {
    @MainActor final class Reloader: NativeAdUnitObserver {
      var load: () -> Void = {}
      func unit(_ unit: NativeAdUnit, didChange ad: NativeAd) {}
      func unit(_ unit: NativeAdUnit, isRefreshing: Bool) { if !isRefreshing { load() } }
    }
    let fixture = UnitFixture()
    fixture.loaded()
    let unit = try #require(fixture.unit)
    let reloader = Reloader()
    unit.add(reloader)
    fixture.ad?.performClick()
    fixture.opener.pages.last?.didClose()
    #expect(unit.isRefreshing)
    reloader.load = { fixture.load() }
    unit.cancel()
    #expect(unit.isLoading)
    fixture.serve("two")
    #expect(fixture.lines == ["success two"])
  }

  // B12
  @Test func aUnitThatIsLetGoDoesNotTellThatItWasLoading() {
    let fixture = UnitFixture()
    fixture.load()
    fixture.load()
    fixture.unit = nil
    fixture.ads.settle()
    #expect(fixture.lines == [])
  }

  // A20
  @Test func aSecondLoadMeanwhileFailsAndTheFirstGoesOn() {
    let fixture = UnitFixture(hasDelegate: true)
    fixture.load()
    fixture.load()
    fixture.ads.settle()
    #expect(fixture.lines == ["failure alreadyLoading"])
    fixture.serve("one")
    #expect(fixture.lines == ["delegate didReceive one", "success one"])
  }

  // B11, A20
  @Test func aLoadAfterSuccessIsARequestWhoseFailureLeavesTheAd() {
    let fixture = UnitFixture()
    fixture.subscribe()
    fixture.loaded()
    let old = fixture.ad
    fixture.load()
    #expect(fixture.ad === old)
    fixture.noFill()
    #expect(fixture.lines == ["failure direct noFill"])
    #expect(fixture.ad === old)
    fixture.load()
    fixture.serve("two")
    #expect(fixture.lines == ["success two"])
    #expect(fixture.ad?.title == "two")
  }

  // B11
  @Test func noTimeAsksForAnotherAd() {
    let fixture = UnitFixture()
    fixture.loaded()
    fixture.ads.serveAll()
    let count = fixture.ads.transport.transfers.count
    fixture.ads.scheduler.advance(by: .seconds(86_400))
    #expect(fixture.ads.transport.transfers.count == count)
    #expect(fixture.lines == [])
  }

  // B12
  @Test func aUnitThatIsLetGoTellsNothingAndStops() {
    let fixture = UnitFixture(backfills: 1)
    fixture.load()
    weak let unit = fixture.unit
    fixture.unit = nil
    #expect(unit == nil)
    fixture.ads.settle()
    #expect(fixture.ads.activeURLs == [])
    #expect(fixture.lines == [])
  }

  // B12, D17
  @Test func aUnitKeepsItsAdAndNobodyElse() {
    let fixture = UnitFixture()
    fixture.loaded()
    weak let ad = fixture.ad
    #expect(ad != nil)
    fixture.load()
    fixture.serve("two")
    #expect(ad == nil)
    weak let unit = fixture.unit
    fixture.unit = nil
    #expect(unit == nil)
  }

  // A25
  @Test func theDelegateIsHeldWeakly() {
    let fixture = UnitFixture()
    @MainActor final class Nobody: NativeAdUnitDelegate {
      func nativeAdUnit(_ unit: NativeAdUnit, didReceive ad: NativeAd) {}
      func nativeAdUnit(_ unit: NativeAdUnit, didFailToReceive error: NativeAdUnitError) {}
    }
    var delegate: Nobody? = Nobody()
    fixture.unit?.delegate = delegate
    fixture.load()
    delegate = nil
    #expect(fixture.unit?.delegate == nil)
    fixture.serve("one")
    #expect(fixture.lines == ["success one"])
  }

  @Test func aLoadThatIsGivenUpTellsNothingAndMakesRoomForTheNext() {
    let fixture = UnitFixture(hasDelegate: true)
    fixture.load()
    fixture.unit?.cancel()
    fixture.unit?.cancel()
    #expect(fixture.ads.activeURLs == [])
    fixture.load()
    fixture.serve("two")
    #expect(fixture.lines == ["delegate didReceive two", "success two"])
  }

  // B28
  @Test func subscribingLateHearsWhatFollows() {
    let fixture = UnitFixture()
    fixture.loaded()
    fixture.ad?.performClick()
    let log = fixture.ads.log
    fixture.unit?.subscribeAdEvents(onClicked: { _ in log.add("clicked") })
    fixture.subscribe()
    fixture.ads.settle()
    #expect(fixture.lines == [])
    fixture.ad?.performClick()
    fixture.ad?.didReturnFromLanding()
    #expect(fixture.lines == ["clicked", "request"])
  }

  // A3
  @Test func nothingIsToldOfAnAdBeforeItIsHandedOver() throws {
    let fixture = UnitFixture()
    let log = fixture.ads.log
    let listener = AdListener(log: log)
    fixture.unit?.load { ad in
      ad.delegate = listener
      log.add("success")
    }
    fixture.serve("one")
    fixture.ads.serveAll()
    #expect(fixture.lines == ["success", "icon loaded", "media loaded", "didLoad"])
  }

  // A28
  @Test func anEagerUnitWaitsForTheMedia() {
    let fixture = UnitFixture { $0.renderingSetting.useLazyMediaLoading = false }
    fixture.load()
    fixture.serve("one")
    fixture.ads.serveIcon()
    #expect(fixture.lines == [])
    fixture.ads.serveMedia()
    #expect(fixture.lines == ["success one"])
    #expect(fixture.ad?.mediaLoadingState == .loaded)
  }

  @Test func whoWaitsGetsTheAdBeforeAnythingIsToldOfIt() async throws {
    let fixture = UnitFixture()
    let unit = try #require(fixture.unit)
    let waiting = Task { try await unit.nextAd() }
    while fixture.ads.transport.transfers.isEmpty { await Task.yield() }
    await #expect(throws: NativeAdUnitError.alreadyLoading) { try await unit.nextAd() }
    fixture.serve("one")
    let ad = try await waiting.value
    ad.delegate = nil
    #expect(ad === unit.ad)
    fixture.ads.settle()
    #expect(fixture.ads.activeURLs.contains(SampleAd.mediaURL))
  }

  @Test func whoWaitsAndIsCancelledGivesTheLoadUp() async throws {
    let fixture = UnitFixture()
    let unit = try #require(fixture.unit)
    let waiting = Task { try await unit.nextAd() }
    while fixture.ads.transport.transfers.isEmpty { await Task.yield() }
    waiting.cancel()
    await #expect(throws: CancellationError.self) { try await waiting.value }
    #expect(fixture.ads.activeURLs == [])
    #expect(!unit.isLoading)
  }
}
