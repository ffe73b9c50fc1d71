import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// When a unit replaces its ad, and who hears of that.
@MainActor @Suite(.timeLimit(.minutes(1))) struct NativeAdUnitRefreshTests {
  private func fixture(paying: Bool = false) -> UnitFixture {
    let fixture = UnitFixture(hasDelegate: true)
    fixture.subscribe()
    fixture.loaded(members: paying ? UnitFixture.paying : nil)
    return fixture
  }

  // B5, B6, B8
  @Test func anAdThatPaysNothingIsReplacedWhenThePersonIsBack() {
    let fixture = fixture()
    fixture.ad?.performClick()
    #expect(fixture.lines == ["delegate clicked"])
    fixture.opener.pages.last?.didClose()
    #expect(fixture.lines == ["request"])
    #expect(fixture.ad?.title == "one")
    fixture.serve("two")
    #expect(fixture.lines == ["refreshed two"])
    #expect(fixture.ad?.title == "two")
    // The second as the first.
    fixture.ads.settle()
    fixture.ad?.performClick()
    fixture.opener.pages.last?.didClose()
    fixture.serve("three")
    #expect(fixture.lines == ["delegate clicked", "request", "refreshed three"])
  }

  // B7, A16, D20
  @Test func aRefreshThatFailsTouchesNothing() throws {
    let fixture = fixture()
    let old = try #require(fixture.ad)
    let view = fixture.ads.view()
    view.nativeAd = old
    fixture.ads.settle()
    fixture.ad?.performClick()
    fixture.opener.pages.last?.didClose()
    _ = fixture.lines
    fixture.noFill()
    #expect(fixture.lines == ["not refreshed direct noFill"])
    #expect(fixture.ad === old)
    #expect(view.nativeAd === old)
    #expect(old.mediaLoadingState == .loading)
    // Beside that of the click.
    #expect(Set(fixture.ads.activeURLs) == [SampleAd.iconURL, SampleAd.mediaURL, SampleAd.clickTracker])
    fixture.ads.serveAll()
    #expect(old.mediaLoadingState == .loaded)
  }

  // B8, B9
  @Test func anAdThatPaysIsReplacedOnceThePersonHasTakenPart() {
    let fixture = fixture(paying: true)
    fixture.ad?.performClick()
    #expect(fixture.ad?.participationState == .checking)
    fixture.opener.pages.last?.didClose()
    fixture.ads.settle()
    #expect(fixture.lines == ["delegate clicked"])
    #expect(fixture.unit?.isLoading == false)
    fixture.rewards.completions.last?(.success)
    #expect(fixture.lines == ["request"])
    fixture.serve("two")
    #expect(fixture.lines == ["refreshed two"])
  }

  // B8, B9
  @Test(arguments: RewardResult.allCases)
  func whetherACheckThatOutlastsTheVisitReplacesTheAd(result: RewardResult) {
    let fixture = fixture(paying: true)
    fixture.ad?.performClick()
    fixture.opener.pages.last?.didClose()
    _ = fixture.lines
    fixture.rewards.completions.last?(result)
    let isDone = [.success, .alreadyParticipated, .missingReward].contains(result)
    #expect(fixture.lines == (isDone ? ["request"] : []))
  }

  // B8
  @Test(arguments: [RewardResult.alreadyParticipated, .missingReward, .serverError])
  func whetherTheReturnAfterACheckReplacesTheAd(result: RewardResult) {
    let fixture = fixture(paying: true)
    fixture.ad?.performClick()
    fixture.rewards.completions.last?(result)
    #expect(fixture.lines == ["delegate clicked"])
    fixture.opener.pages.last?.didClose()
    #expect(fixture.lines == (result == .serverError ? [] : ["request"]))
  }

  // B14, B15
  @Test func whatBecameOfARewardIsToldThoughThePersonHasAskedForAnotherAd() {
    let fixture = fixture(paying: true)
    let log = fixture.ads.log
    fixture.unit?.subscribeAdEvents(onRewarded: { log.add("\($0.title ?? "") \($1)") })
    fixture.ad?.performClick()
    fixture.load()
    fixture.serve("two")
    _ = fixture.lines
    fixture.rewards.completions.last?(.success)
    // It replaces no other ad.
    #expect(fixture.lines == ["one success"])
    #expect(fixture.unit?.isLoading == false)
  }

  // B14, B15
  @Test func whatBecameOfARewardIsToldThoughAnAdThatWasAskedForBeforeHasCome() throws {
    let fixture = UnitFixture { $0.rewardRequester = nil }
    let pay = "https://pay.example.com/r"
    fixture.loaded(members: #""ext":{"campaign":{"reward":5,"rewardURL":"\#(pay)"}}"#)
    let log = fixture.ads.log
    fixture.unit?.subscribeAdEvents(onRewarded: { log.add("\($0.title ?? "") \($1)") })
    fixture.load()
    fixture.ad?.performClick()
    fixture.ads.settle()
    fixture.serve("two")
    #expect(fixture.lines == ["success two"])
    // Nobody but the unit has the ad that is asked for.
    #expect(fixture.ads.activeURLs.contains(pay))
    fixture.ads.serve(pay, Array(#"{"result":"success"}"#.utf8))
    #expect(fixture.lines == ["one success"])
  }

  // B10
  @Test func aFlagTurnsItOff() {
    let fixture = fixture()
    fixture.unit?.refreshesAutomatically = false
    fixture.ad?.performClick()
    fixture.opener.pages.last?.didClose()
    fixture.ads.settle()
    #expect(fixture.lines == ["delegate clicked"])
    #expect(fixture.unit?.isLoading == false)
  }

  // B5
  @Test func aRefreshMeanwhileIsIgnoredAndALoadFails() {
    let fixture = fixture()
    for _ in 0..<2 {
      fixture.ad?.performClick()
      fixture.opener.pages.last?.didClose()
    }
    fixture.load()
    fixture.ads.settle()
    #expect(
      fixture.lines == ["delegate clicked", "request", "delegate clicked", "failure alreadyLoading"])
    #expect(fixture.ads.transferCount(UnitFixture.direct) == 2)
  }

  // B6
  @Test func duringALoadNothingIsRefreshed() {
    let fixture = fixture()
    fixture.load()
    fixture.ad?.performClick()
    fixture.opener.pages.last?.didClose()
    fixture.serve("two")
    #expect(fixture.lines == ["delegate clicked", "delegate didReceive two", "success two"])
  }

  // B8
  @Test func whatHappensToAReplacedAdReplacesNoOther() {
    let fixture = fixture()
    let old = fixture.ad
    old?.performClick()
    fixture.load()
    fixture.serve("two")
    _ = fixture.lines
    fixture.opener.pages.last?.didClose()
    fixture.ads.settle()
    #expect(fixture.lines == [])
    #expect(fixture.unit?.isLoading == false)
  }

  // B14
  @Test func handlersStayOverRefreshes() {
    let fixture = fixture(paying: true)
    let log = fixture.ads.log
    fixture.unit?.subscribeAdEvents(
      onClicked: { log.add("clicked \($0.title ?? "")") }, onRewardRequested: { _ in log.add("requested") },
      onRewarded: { log.add("rewarded \($1)") }, onParticipated: { _ in log.add("participated") })
    fixture.ad?.performClick()
    fixture.rewards.completions.last?(.success)
    fixture.serve("two")
    fixture.ads.settle()
    fixture.ad?.performClick()
    #expect(
      fixture.lines == [
        "delegate clicked", "clicked one", "requested", "rewarded success", "participated", "request",
        "refreshed two", "delegate clicked", "clicked two",
      ])
  }

  // B16
  @Test func aHandlerThatLoadsOrGivesUpMeetsNoHalfDoneRefresh() {
    let fixture = fixture()
    let unit = fixture.unit
    unit?.subscribeRefreshEvents(onRequest: { [weak unit] in unit?.cancel() })
    fixture.ad?.performClick()
    fixture.opener.pages.last?.didClose()
    fixture.ads.settle()
    #expect(unit?.isLoading == false)
    #expect(fixture.ads.transferCount(UnitFixture.direct) == 1)
    unit?.subscribeRefreshEvents(onRequest: { [weak unit] in
      unit?.cancel()
      unit?.load { fixture.ads.log.add("loaded \($0.title ?? "")") }
    })
    fixture.ad?.performClick()
    fixture.opener.pages.last?.didClose()
    fixture.ads.settle()
    _ = fixture.lines
    #expect(fixture.ads.transferCount(UnitFixture.direct) == 2)
    fixture.serve("two")
    #expect(fixture.lines == ["delegate didReceive two", "loaded two"])
  }

  // A16
  @Test func whoShowsTheUnitHearsOfItsAdInTheTurnOfTheChange() {
    @MainActor final class Watcher: NativeAdUnitObserver {
      var titles: [String?] = []
      func unit(_ unit: NativeAdUnit, didChange ad: NativeAd) {
        titles.append(ad === unit.ad ? ad.title : nil)
      }
    }
    let watcher = Watcher()
    let fixture = UnitFixture()
    fixture.unit?.add(watcher)
    var seen: [Int] = []
    fixture.unit?.load { _ in seen.append(watcher.titles.count) }
    fixture.serve("one")
    #expect(seen == [1])
    fixture.load()
    fixture.noFill()
    fixture.unit?.remove(watcher)
    fixture.load()
    fixture.serve("two")
    #expect(watcher.titles == ["one"])
  }
}
