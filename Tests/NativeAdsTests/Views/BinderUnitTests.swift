import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// Units that are bound, and what their refreshes show.
@MainActor @Suite struct BinderUnitTests {
  private let fixture = BinderFixture()

  private func settle() { fixture.ads.settle() }

  // B1, B2
  @Test func aUnitIsBoundBeforeItsAdHasCome() throws {
    let binder = try fixture.builder().build()
    let unit = fixture.unit()
    binder.bind(unit)
    #expect(fixture.title.text == "")
    fixture.responses = [BinderFixture.first]
    var seen: String?
    unit.load(onSuccess: { [fixture] _ in seen = fixture.title.text })
    settle()
    // In the turn in which it came, before anybody else hears of it.
    #expect(seen == "first")
    #expect(binder.view.nativeAd === unit.ad)
    fixture.ads.serveAll()
    #expect(fixture.ads.log.take().contains("media image 32x16"))
  }

  // B2, B7
  @Test func eachNextAdIsShownAndTheOldOneStaysWhereNoneComes() throws {
    let binder = try fixture.builder().build()
    let unit = fixture.unit()
    fixture.responses = [BinderFixture.first, BinderFixture.second]
    unit.load()
    settle()
    binder.bind(unit)
    #expect(fixture.title.text == "first")
    weak let first = unit.ad
    fixture.visit(unit.ad)
    settle()
    #expect(fixture.texts == ["second", "", "come", "", ""])
    #expect(first == nil)
    let second = try #require(unit.ad)
    #expect(binder.view.nativeAd === second)
    // No answer any more.
    fixture.visit(unit.ad)
    settle()
    #expect(fixture.title.text == "second")
    #expect(binder.view.nativeAd === second)
    #expect(fixture.title.texts == ["first", "second"])
  }

  // A16
  @Test func aRefreshThatFailsTouchesNothing() throws {
    let binder = try fixture.builder().build()
    let unit = fixture.unit()
    fixture.responses = [BinderFixture.first]
    unit.load()
    settle()
    binder.bind(unit)
    binder.view.mediaView?.showPlaceholder()
    settle()
    let before = fixture.ads.activeURLs
    #expect(!before.isEmpty)
    fixture.visit(unit.ad)
    settle()
    // Beside the click's tracker.
    #expect(fixture.ads.activeURLs.filter { $0 != SampleAd.clickTracker } == before)
    #expect(binder.view.mediaView?.placeholderView != nil)
  }

  // B27
  @Test func aRefreshIsShownAsBusyUntilItsEnd() throws {
    let binder = try fixture.builder().build()
    let unit = fixture.unit()
    var busy: [Bool] = []
    binder.refreshingHandler = { busy.append($0) }
    fixture.responses = [BinderFixture.first, BinderFixture.second]
    binder.bind(unit)
    unit.load()
    settle()
    // The first load is none.
    #expect(busy == [])
    fixture.visit(unit.ad)
    #expect(busy == [true])
    #expect(binder.isRefreshing)
    settle()
    #expect(busy == [true, false])
    // Without an ad too.
    fixture.visit(unit.ad)
    settle()
    #expect(busy == [true, false, true, false])
  }

  /// What ends that a unit is followed.
  enum Ending: CaseIterable {
    case bindAd, bindUnit, unbind, viewBind, viewUnbind, viewBindUnfit
  }

  // B27, B20
  @Test(arguments: Ending.allCases, [true, false])
  func whoIsToldThatARefreshIsNoLongerShownMayBindAndUnbind(ending: Ending, binds: Bool) throws {
    let binder = try fixture.builder().build()
    let (unit, next) = (fixture.unit(), fixture.unit())
    fixture.responses = [BinderFixture.first]
    unit.load()
    settle()
    fixture.responses = [BinderFixture.second]
    next.load()
    settle()
    let ad = try #require(fixture.ads.ad(SampleAd.openRTB(title: "third")))
    let unfit = try #require(
      fixture.ads.ad(
        BinderFixture.first, AdFixture.lazyOptions { $0.renderingSetting.hasMediaView = false }))
    binder.bind(unit)
    fixture.visit(unit.ad)
    #expect(binder.isRefreshing)
    var isTold = false
    binder.refreshingHandler = { [weak binder] isRefreshing in
      isTold = !isRefreshing
      if binds { binder?.bind(next) } else { binder?.unbind() }
    }
    switch ending {
    case .bindAd: binder.bind(ad)
    case .bindUnit: binder.bind(fixture.unit())
    case .unbind: binder.unbind()
    case .viewBind: binder.view.bind(ad)
    case .viewUnbind: binder.view.unbind()
    case .viewBindUnfit: binder.view.bind(unfit)
    }
    // What was called last counts.
    #expect(isTold)
    #expect(binder.unit === (binds ? next : nil))
    #expect(binder.view.nativeAd === (binds ? next.ad : nil))
    #expect(fixture.title.text == (binds ? "second" : ""))
    #expect(fixture.button.text == (binds ? "come" : ""))
  }

  // B27, B20
  @Test func aBinderWhoseViewIsTakenMayTakeItBack() throws {
    let binder = try fixture.builder().build()
    let (unit, next) = (fixture.unit(), fixture.unit())
    fixture.responses = [BinderFixture.first]
    unit.load()
    settle()
    fixture.responses = [BinderFixture.second]
    next.load()
    settle()
    binder.bind(unit)
    fixture.visit(unit.ad)
    binder.refreshingHandler = { [weak binder] _ in binder?.bind(next) }
    let label = BinderFixture.Label()
    let other = try NativeAdViewBinder.Builder(binder.view).title(label).body(label).callToAction(label)
      .build()
    #expect(binder.view.nativeAd === next.ad)
    #expect(fixture.title.text == "second")
    other.bind(unit)
    #expect(binder.view.nativeAd === unit.ad)
    #expect(fixture.title.text == "")
    #expect(label.texts.contains("first"))
    // The first one shows nothing any more.
    #expect(binder.unit == nil)
  }

  // B20
  @Test func aBinderThatHasLostItsViewGivesNothingUp() throws {
    let view = fixture.ads.view()
    var first: NativeAdViewBinder? = try fixture.builder(view).build()
    var second: NativeAdViewBinder? = try fixture.builder(view).build()
    #expect(first != nil && second != nil)
    second = nil
    let ad = try #require(fixture.ads.ad(BinderFixture.first))
    view.bind(ad)
    first = nil
    #expect(view.nativeAd === ad)
  }

  // B8, B11
  @Test func aPageThatTheProgramOpensRefreshesNothing() throws {
    let unit = fixture.unit()
    fixture.responses = [BinderFixture.first, BinderFixture.second]
    unit.load()
    settle()
    unit.ad?.open("https://advertiser.example.com/terms")
    unit.ad?.didReturnFromLanding()
    fixture.ads.opener.pages.last?.didClose()
    #expect(!unit.isRefreshing)
  }

  // B27, A17
  @Test func unbindingEndsWhatTellsOfARefresh() throws {
    let binder = try fixture.builder().build()
    let unit = fixture.unit()
    var busy: [Bool] = []
    binder.refreshingHandler = { busy.append($0) }
    fixture.responses = [BinderFixture.first, BinderFixture.second]
    binder.bind(unit)
    unit.load()
    settle()
    fixture.visit(unit.ad)
    binder.unbind()
    #expect(busy == [true, false])
    settle()
    #expect(busy == [true, false])
    #expect(fixture.title.text == "")
    // The unit has gone on.
    #expect(unit.ad?.title == "second")
    // Bound in the midst of a refresh it is busy at once.
    fixture.visit(unit.ad)
    binder.bind(unit)
    #expect(busy == [true, false, true])
    unit.cancel()
    #expect(busy == [true, false, true, false])
  }

  // B20, A4
  @Test func ofAUnitThatWasBoundBeforeNothingIsShownAnyMore() throws {
    let binder = try fixture.builder().build()
    let (one, other) = (fixture.unit(), fixture.unit())
    fixture.responses = [BinderFixture.first]
    binder.bind(one)
    one.load()
    binder.bind(other)
    settle()
    #expect(one.ad != nil)
    #expect(fixture.title.texts == [])
    fixture.responses = [BinderFixture.second]
    other.load()
    settle()
    fixture.responses = [BinderFixture.first]
    fixture.visit(one.ad)
    settle()
    #expect(fixture.title.texts == ["second"])
    // An ad takes the unit's place in the same way.
    let ad = try #require(fixture.ads.ad(BinderFixture.first))
    binder.bind(ad)
    #expect(binder.unit == nil)
    fixture.responses = [BinderFixture.second]
    fixture.visit(other.ad)
    settle()
    #expect(fixture.title.text == "first")
  }

  // B20
  @Test func aViewThatIsUnboundItselfFollowsItsUnitNoLonger() throws {
    let binder = try fixture.builder().build()
    let unit = fixture.unit()
    fixture.responses = [BinderFixture.first, BinderFixture.second]
    unit.load()
    settle()
    binder.bind(unit)
    binder.view.prepareForReuse()
    fixture.visit(unit.ad)
    settle()
    #expect(unit.ad?.title == "second")
    #expect(fixture.title.text == "")
    #expect(binder.view.nativeAd == nil)
  }

  // B2, B20
  @Test func aViewThatIsReusedBeforeTheAdOfItsUnitHasComeDoesNotShowIt() throws {
    let binder = try fixture.builder().build()
    let unit = fixture.unit()
    fixture.responses = [BinderFixture.first]
    unit.load()
    binder.bind(unit)
    binder.view.prepareForReuse()
    settle()
    #expect(unit.ad?.title == "first")
    #expect(binder.view.nativeAd == nil)
    #expect(binder.unit == nil)
  }

  @Test func bindingTheUnitThatIsBoundChangesNothing() throws {
    let binder = try fixture.builder().build()
    let unit = fixture.unit()
    fixture.responses = [BinderFixture.first]
    unit.load()
    settle()
    binder.bind(unit)
    binder.view.mediaView?.showPlaceholder()
    binder.bind(unit)
    #expect(fixture.title.texts == ["first"])
    #expect(binder.view.mediaView?.placeholderView != nil)
  }

  // D17, B12
  @Test func aBinderKeepsItsUnitWhileItIsBoundAndNoLonger() throws {
    let binder = try fixture.builder().build()
    var unit: NativeAdUnit? = fixture.unit()
    weak let held = unit
    binder.bind(try #require(unit))
    unit = nil
    #expect(held != nil)
    binder.unbind()
    #expect(held == nil)
  }

  // B28
  @Test func whoSubscribesLateHearsFromTheNextEventOn() throws {
    let binder = try fixture.builder().build()
    let unit = fixture.unit()
    fixture.responses = [BinderFixture.first]
    unit.load()
    settle()
    binder.bind(unit)
    binder.receiveClick(on: .title)
    var clicks = 0
    unit.subscribeAdEvents(onClicked: { _ in clicks += 1 })
    #expect(clicks == 0)
    binder.receiveClick(on: .title)
    #expect(clicks == 1)
  }

  // D20
  @Test func withoutAnAdNothingIsShown() throws {
    let binder = try fixture.builder().build()
    let unit = fixture.unit()
    var failures = 0
    binder.bind(unit)
    unit.load(onFailure: { _ in failures += 1 })
    settle()
    #expect(failures == 1)
    #expect(fixture.title.texts == [])
    #expect(binder.view.nativeAd == nil)
  }

  // B9, B8
  @Test func nothingTakesThePlaceWhileTheRewardIsBeingChecked() throws {
    let requester = ScriptedRewardRequester()
    let binder = try fixture.builder().build()
    let unit = fixture.unit { $0.rewardRequester = requester }
    fixture.responses = [
      SampleAd.openRTB(title: "first", members: #""ext":{"campaign":{"reward":1}}"#), BinderFixture.second,
    ]
    unit.load()
    settle()
    binder.bind(unit)
    binder.receiveClick(on: .callToAction)
    unit.ad?.didReturnFromLanding()
    settle()
    #expect(fixture.title.text == "first")
    requester.completions[0](.success)
    settle()
    #expect(fixture.title.text == "second")
  }
}
