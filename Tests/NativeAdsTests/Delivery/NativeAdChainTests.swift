import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

@MainActor @Suite(.timeLimit(.minutes(1))) struct NativeAdChainTests {
  // D18
  @Test func noFillIsToldAndABackfilledAdFollows() {
    let fixture = UnitFixture(backfills: 2, hasDelegate: true)
    fixture.load()
    #expect(fixture.ads.activeURLs == [UnitFixture.direct])
    fixture.noFill()
    #expect(fixture.lines == ["delegate willBackfill noFill"])
    fixture.noFill(at: UnitFixture.first)
    #expect(fixture.lines == [])
    fixture.serve("two", at: UnitFixture.second)
    #expect(fixture.lines == ["delegate didReceive two", "success two"])
    #expect(fixture.ad?.isBackfilled == true)
  }

  // D18
  @Test func noFillOfAllIsTheEnd() {
    let fixture = UnitFixture(backfills: 1, hasDelegate: true)
    fixture.load()
    fixture.noFill()
    fixture.ads.fail(UnitFixture.first, status: 500)
    #expect(
      fixture.lines == [
        "delegate willBackfill noFill", "delegate didFail backfillNoFill noFill badStatus",
        "failure backfillNoFill noFill badStatus",
      ])
  }

  // D18
  @Test func withoutBackfillsNoFillIsTheEnd() {
    let fixture = UnitFixture(hasDelegate: true)
    fixture.load()
    fixture.noFill()
    #expect(fixture.lines == ["delegate didFail direct noFill", "failure direct noFill"])
  }

  // D18
  @Test func anotherFailureOfTheDirectNetworkIsToldAsItIsAndBackfilledToo() {
    let fixture = UnitFixture(backfills: 1, hasDelegate: true)
    fixture.load()
    fixture.ads.fail(UnitFixture.direct, status: 500)
    fixture.serve("two", at: UnitFixture.first)
    #expect(
      fixture.lines == ["delegate willBackfill badStatus", "delegate didReceive two", "success two"])
  }

  @Test(arguments: [(204, "noFill"), (200, "response")])
  func anEmptyAnswerIsNoFillIfItsStatusSaysSo(status: Int, word: String) throws {
    let fixture = UnitFixture()
    fixture.load()
    let transfer = try #require(fixture.ads.transport.transfer(for: UnitFixture.direct))
    transfer.respond(status: status)
    transfer.finish()
    fixture.ads.settle()
    #expect(fixture.lines == ["failure direct \(word)"])
  }

  @Test func aNetworkWhoseTimeIsOverIsDroppedAndItsAnswerToo() throws {
    let fixture = UnitFixture(backfills: 1, directLimit: .seconds(3), hasDelegate: true)
    fixture.load()
    let late = try #require(fixture.ads.transport.transfer(for: UnitFixture.direct))
    fixture.ads.scheduler.advance(by: .milliseconds(2999))
    #expect(fixture.lines == [])
    fixture.ads.scheduler.advance(by: .milliseconds(1))
    #expect(fixture.lines == ["delegate willBackfill timedOut"])
    #expect(late.isCancelled)
    late.sendLate(SampleAd.openRTB())
    fixture.ads.settle()
    fixture.serve("two", at: UnitFixture.first)
    #expect(fixture.lines == ["delegate didReceive two", "success two"])
  }

  @Test func anAnswerOfAProviderThatComesTooLateSaysNothing() {
    let fixture = AdFixture()
    var late: NativeAdSource.Completion?
    let chain = NativeAdSourceChain(
      direct: NativeAdNetwork(timeLimit: .seconds(1)) { _ in .provider { late = $0 } },
      backfills: [.endpoint("https://first.example/ads")])
    let unit = NativeAdUnit(
      unitID: "home", chain: chain, options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
    var titles: [String?] = []
    unit.load { titles.append($0.title) }
    fixture.scheduler.advance(by: .seconds(1))
    late?(.success(SampleAd.openRTB(title: "late")))
    fixture.settle()
    #expect(titles == [])
    fixture.serve(UnitFixture.first, SampleAd.openRTB(title: "two"))
    #expect(titles == ["two"])
  }

  // G1
  @Test func allTogetherHaveTheTimeOfTheRequest() {
    let fixture = UnitFixture(backfills: 2, directLimit: .seconds(40))
    fixture.load()
    fixture.ads.scheduler.advance(by: .seconds(40))
    #expect(fixture.ads.activeURLs == [UnitFixture.first])
    fixture.ads.scheduler.advance(by: .milliseconds(19_999))
    #expect(fixture.lines == [])
    fixture.ads.scheduler.advance(by: .milliseconds(1))
    #expect(fixture.lines == ["failure backfillNoFill timedOut timedOut"])
    #expect(fixture.ads.transferCount(UnitFixture.second) == 0)
  }

  @Test func aDirectNetworkThatUsesUpTheTimeIsNotBackfilled() {
    let fixture = UnitFixture(backfills: 1, hasDelegate: true)
    fixture.load()
    fixture.ads.scheduler.advance(by: .seconds(60))
    #expect(fixture.lines == ["delegate didFail direct timedOut", "failure direct timedOut"])
    #expect(fixture.ads.transferCount(UnitFixture.first) == 0)
  }

  // A28
  @Test func anEagerAdWhoseMediaFailsOrIsLateCountsAsNone() {
    let fixture = UnitFixture(backfills: 2, hasDelegate: true) {
      $0.renderingSetting.useLazyMediaLoading = false
    }
    fixture.load()
    fixture.serve("one")
    fixture.ads.fail(SampleAd.mediaURL)
    #expect(fixture.lines == ["delegate willBackfill badStatus"])
    fixture.serve("two", at: UnitFixture.first)
    fixture.ads.scheduler.advance(by: .seconds(60))
    #expect(
      fixture.lines == [
        "delegate didFail backfillNoFill badStatus timedOut", "failure backfillNoFill badStatus timedOut",
      ])
  }

  @Test func aChainThatIsGivenUpAsksNobodyElse() {
    let fixture = UnitFixture(backfills: 1)
    fixture.load()
    fixture.unit?.cancel()
    fixture.ads.scheduler.advance(by: .seconds(60))
    #expect(fixture.ads.transport.transfers.map(\.request.url) == [UnitFixture.direct])
    #expect(fixture.lines == [])
  }

  // D19
  @Test(arguments: [false, true])
  func theCornerOfTheMarkIsAHintWhereTheAdIsBackfilled(isBackfilled: Bool) throws {
    let fixture = UnitFixture(backfills: 1) {
      $0.renderingSetting.preferredAdChoicesViewPosition = .bottomLeft
    }
    func position(_ ext: String) throws -> AdChoicesViewPosition {
      fixture.load()
      if isBackfilled { fixture.noFill() }
      fixture.serve("ad", at: isBackfilled ? UnitFixture.first : UnitFixture.direct, members: ext)
      let ad = try #require(fixture.ad)
      #expect(ad.isBackfilled == isBackfilled)
      #expect(CardContent(ad).adChoicesPosition == ad.adChoicesPosition)
      return ad.adChoicesPosition
    }
    for corner in AdChoicesViewPosition.allCases {
      let told = try position(#""ext":{"adchoices":{"position":"\#(corner.rawValue)"}}"#)
      #expect(told == (isBackfilled ? corner : .bottomLeft))
    }
    #expect(try position(#""ext":{"adchoices":{"position":"middle"}}"#) == .bottomLeft)
    #expect(try position(#""ext":{}"#) == .bottomLeft)
  }
}
