import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// What covers a view after a visit of the landing page.
@MainActor @Suite struct AdOverlayTests {
  private let fixture = BinderFixture()
  private let requester = ScriptedRewardRequester()
  private let display: Display
  private static let thanks = AdOverlay(
    text: "Thank you", iconURL: "https://cdn.example.com/thanks.png", link: "https://shop.example.com/more")

  init() { display = Display(fixture.ads.log) }

  /// Draws overlays.
  private final class Display: AdOverlayDisplay {
    let icon: RecordingDisplay
    private(set) var shown: [AdOverlay?] = []
    var onShow: @MainActor (AdOverlay?) -> Void = { _ in }

    init(_ log: EventLog) { icon = RecordingDisplay("overlay", log: log) }

    var iconDisplay: (any MediaDisplay)? { icon }

    func show(_ overlay: AdOverlay?) {
      shown.append(overlay)
      onShow(overlay)
    }
  }

  private func view(_ provider: (@MainActor (NativeAd) -> AdOverlay?)? = { _ in thanks }) -> NativeAdView {
    let view = fixture.ads.view()
    view.overlayProvider = provider
    view.overlayDisplay = display
    return view
  }

  private func ad(pays: Bool = false) throws -> NativeAd {
    let members = #""ext":{"campaign":{"reward":1}}"#
    let ad = try #require(
      fixture.ads.ad(
        SampleAd.openRTB(members: pays ? members : nil),
        AdFixture.lazyOptions { $0.rewardRequester = requester }))
    fixture.ads.settle()
    return ad
  }

  // B13
  @Test func itCoversTheViewWhenThePersonIsBackAndGoesWhenItIsClosed() throws {
    let view = view()
    let ad = try ad()
    view.nativeAd = ad
    ad.performClick()
    #expect(view.overlay == nil)
    ad.didReturnFromLanding()
    #expect(view.overlay == Self.thanks)
    #expect(display.shown == [Self.thanks])
    fixture.ads.settle()
    fixture.ads.serve("https://cdn.example.com/thanks.png", SampleFile.png4x2)
    #expect(fixture.ads.log.take().contains("overlay image 4x2"))
    view.closeOverlay()
    view.closeOverlay()
    #expect(view.overlay == nil)
    #expect(display.shown == [Self.thanks, nil])
    #expect(fixture.ads.log.take() == ["overlay empty"])
    // The next visit brings the next.
    fixture.visit(ad)
    #expect(view.overlay == Self.thanks)
  }

  // B13
  @Test func itGoesWhenThePersonIsBackFromWhereItLeads() throws {
    let view = view()
    let ad = try ad()
    view.nativeAd = ad
    fixture.visit(ad)
    _ = fixture.ads.log.take()
    // A click on what is covered is one on the overlay.
    view.receiveClick(on: .callToAction)
    #expect(fixture.ads.opener.urls.last == Self.thanks.link)
    #expect(view.overlay == Self.thanks)
    // It counts as no click on the ad.
    #expect(fixture.ads.log.take() == [])
    fixture.ads.opener.pages.last?.didClose()
    #expect(view.overlay == nil)
    #expect(display.shown == [Self.thanks, nil])
  }

  // B13
  @Test func itStaysWhereItLeadsNowhere() throws {
    var overlay = Self.thanks
    overlay.link = "javascript:alert(1)"
    let view = view { _ in overlay }
    let ad = try ad()
    view.nativeAd = ad
    fixture.visit(ad)
    view.clickOverlay()
    #expect(fixture.ads.opener.urls == [SampleAd.clickURL])
    fixture.visit(ad)
    #expect(view.overlay == overlay)
    view.closeOverlay()
    overlay.link = nil
    fixture.visit(ad)
    view.clickOverlay()
    #expect(view.overlay == overlay)
  }

  // B13
  @Test(arguments: RewardResult.allCases)
  func ofAnAdThatPaysItComesWhenThePersonIsBackAndItIsPaid(result: RewardResult) throws {
    var asked = 0
    let view = view { _ in
      asked += 1
      return Self.thanks
    }
    let ad = try ad(pays: true)
    view.nativeAd = ad
    fixture.visit(ad)
    #expect(asked == 0)
    requester.completions[0](result)
    let isDone = [.success, .alreadyParticipated, .missingReward].contains(result)
    #expect(asked == (isDone ? 1 : 0), "\(result)")
    #expect((view.overlay != nil) == isDone, "\(result)")
  }

  // B13
  @Test func itDoesNotComeBeforeThePersonIsBack() throws {
    let view = view()
    let ad = try ad(pays: true)
    view.nativeAd = ad
    ad.performClick()
    requester.completions[0](.success)
    #expect(view.overlay == nil)
    ad.didReturnFromLanding()
    #expect(view.overlay == Self.thanks)
  }

  // B13
  @Test func whereThereIsNoneTheViewStaysAsItIs() throws {
    let view = view { _ in nil }
    let ad = try ad()
    view.nativeAd = ad
    fixture.visit(ad)
    #expect(view.overlay == nil)
    #expect(display.shown == [])
    view.overlayProvider = nil
    fixture.visit(ad)
    #expect(display.shown == [])
    view.closeOverlay()
    view.clickOverlay()
  }

  // B13, A17
  @Test func itGoesWithTheAdOfTheView() throws {
    let view = view()
    let ad = try ad()
    view.nativeAd = ad
    fixture.visit(ad)
    view.prepareForReuse()
    #expect(view.overlay == nil)
    view.nativeAd = ad
    fixture.visit(ad)
    view.nativeAd = try self.ad()
    #expect(view.overlay == nil)
    #expect(display.shown == [Self.thanks, nil, Self.thanks, nil])
    // A visit that ends later covers nobody else.
    ad.didReturnFromLanding()
    #expect(view.overlay == nil)
  }

  // B13
  @Test func theNextAdOfTheUnitComesUnderIt() throws {
    let view = view()
    let binder = try fixture.builder(view).build()
    let unit = fixture.unit()
    fixture.responses = [BinderFixture.first, BinderFixture.second]
    unit.load()
    fixture.ads.settle()
    binder.bind(unit)
    fixture.visit(unit.ad)
    fixture.ads.settle()
    #expect(fixture.title.text == "second")
    #expect(view.overlay == Self.thanks)
    #expect(display.shown == [Self.thanks])
    // It leads where the ad before said, and goes on the way back from there.
    binder.receiveClick(on: .title)
    fixture.ads.opener.pages.last?.didClose()
    #expect(view.overlay == nil)
    #expect(unit.ad?.title == "second")
    binder.unbind()
  }

  // B13, B8
  @Test func itComesAlsoWhereTheNextAdWasThereFirst() throws {
    let view = view { AdOverlay(text: $0.title ?? "") }
    let binder = try fixture.builder(view).build()
    let unit = fixture.unit { $0.rewardRequester = requester }
    fixture.responses = [
      SampleAd.openRTB(title: "first", members: #""ext":{"campaign":{"reward":1}}"#), BinderFixture.second,
    ]
    unit.load()
    fixture.ads.settle()
    binder.bind(unit)
    weak let first = unit.ad
    unit.ad?.performClick()
    requester.completions[0](.success)
    fixture.ads.settle()
    #expect(fixture.title.text == "second")
    fixture.ads.opener.pages.last?.didClose()
    #expect(view.overlay == AdOverlay(text: "first"))
    view.closeOverlay()
    #expect(first == nil)
  }

  /// The opener that ads have by default knows of no return: the program says so, and need not know which ad led away.
  // B13, B8
  @Test(.timeLimit(.minutes(1)))
  func itComesAndGoesWhereTheNextAdWasThereFirstAndThePageTellsNothing() async throws {
    let desktop = DesktopLinkOpener(program: "true")
    let view = view { AdOverlay(text: $0.title ?? "", link: Self.thanks.link) }
    let binder = try fixture.builder(view).build()
    let unit = fixture.unit {
      $0.rewardRequester = requester
      $0.linkOpener = desktop
    }
    fixture.responses = [
      SampleAd.openRTB(title: "first", members: #""ext":{"campaign":{"reward":1}}"#), BinderFixture.second,
    ]
    unit.load()
    fixture.ads.settle()
    binder.bind(unit)
    weak let first = unit.ad
    unit.ad?.performClick()
    while first?.isAtLanding == false { await Task.yield() }
    requester.completions[0](.success)
    fixture.ads.settle()
    #expect(fixture.title.text == "second")
    desktop.personDidReturn()
    #expect(view.overlay?.text == "first")

    // Back before it was known that the page is open.
    binder.receiveClick(on: .title)
    desktop.personDidReturn()
    while view.overlay != nil { await Task.yield() }
    #expect(desktop.running == 0)
    #expect(first == nil)

    // And once it is known.
    unit.ad?.performClick()
    while unit.ad?.isAtLanding == false { await Task.yield() }
    desktop.personDidReturn()
    #expect(view.overlay?.text == "second")
    binder.receiveClick(on: .title)
    while desktop.running > 0 { await Task.yield() }
    #expect(view.overlay != nil)
    desktop.personDidReturn()
    #expect(view.overlay == nil)
  }

  // B13, B8, B11
  @Test func theWayBackFromWhereItLeadsRefreshesNothing() throws {
    let view = view()
    let binder = try fixture.builder(view).build()
    let unit = fixture.unit()
    fixture.responses = [BinderFixture.first]
    unit.load()
    fixture.ads.settle()
    binder.bind(unit)
    fixture.visit(unit.ad)
    // There is no next one.
    fixture.ads.settle()
    #expect(view.overlay != nil && unit.ad?.title == "first")
    binder.receiveClick()
    #expect(unit.ad?.isAtLanding == false)
    fixture.ads.opener.pages.last?.didClose()
    #expect(view.overlay == nil)
    #expect(!unit.isRefreshing)
  }

  // B13
  @Test func whatIsCoveredIsNotSeen() throws {
    let view = view()
    let ad = try ad()
    view.nativeAd = ad
    fixture.visit(ad)
    view.visibleFraction = 1
    fixture.ads.serveAll()
    fixture.ads.scheduler.advance(by: .seconds(10))
    #expect(!fixture.ads.log.take().contains("viewable"))
    view.closeOverlay()
    fixture.ads.scheduler.advance(by: .milliseconds(999))
    #expect(!fixture.ads.log.take().contains("viewable"))
    fixture.ads.scheduler.advance(by: .milliseconds(1))
    #expect(fixture.ads.log.take().contains("viewable"))
  }

  @Test func callbacksMayCloseItAndGiveTheViewUp() throws {
    let view = view()
    let ad = try ad()
    view.nativeAd = ad
    display.onShow = { if $0 != nil { view.closeOverlay() } }
    fixture.visit(ad)
    #expect(view.overlay == nil)
    #expect(display.shown == [Self.thanks, nil])
    display.onShow = { if $0 != nil { view.unbind() } }
    fixture.visit(ad)
    #expect(view.overlay == nil)
    display.onShow = { _ in }
    view.nativeAd = ad
    view.overlayProvider = { _ in
      view.unbind()
      return Self.thanks
    }
    fixture.visit(ad)
    #expect(view.overlay == nil)
    #expect(ad.boundViews.isEmpty)
  }
}
