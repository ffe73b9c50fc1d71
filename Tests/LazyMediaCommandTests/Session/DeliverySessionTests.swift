import LazyMediaTesting
import NativeAds
import SampleFeed
import Testing

@testable import LazyMediaCommand

/// From the first ad to the last over `lazymedia serve`; the server's log tells what trackers were hit.
@Suite @MainActor struct DeliverySessionTests {
  // B2, B5, B6, B7, B8, B14, B15, D1, D2, D5
  @Test func anAdIsLoadedSeenClickedReplacedAndPaid() async throws {
    let session = try await DeliverySession(.native)
    let (unit, opener) = (session.unit, session.opener)

    // Bound before it is there; its pictures are covered until they are.
    session.binder.bind(unit)
    try await session.load()
    #expect(session.takeLog() == ["loaded 1"])
    #expect(session.view.nativeAd === unit.ad)
    #expect(session.title == unit.ad?.title)
    #expect(session.media.isEmpty && session.media.hasPlaceholder && session.icon.hasPlaceholder)
    try await session.runUntilShown()
    #expect(session.media.number == 1)
    #expect(!session.media.hasPlaceholder && !session.icon.hasPlaceholder)

    // A second at half of it is an impression: neither less of the ad nor less time.
    session.view.visibleFraction = 0.49
    session.scheduler.advance(by: .seconds(10))
    session.view.visibleFraction = 0.5
    session.scheduler.advance(by: .milliseconds(999))
    #expect(session.takeLog() == [])
    #expect(try await session.hits() == [])
    session.scheduler.advance(by: .milliseconds(1))
    #expect(session.takeLog() == ["impressed 1"])
    session.scheduler.advance(by: .seconds(100))
    let seen = ["impression 1", "shown 1", "viewable 1"]
    #expect(try await session.hits() == seen)

    // Clicked twice before the person is back: each click is told, one is tracked.
    session.binder.receiveClick(on: .callToAction)
    session.binder.receiveClick(on: .media)
    #expect(session.takeLog() == ["clicked 1", "clicked 1"])
    #expect(opener.pages.count == 2)
    #expect(try await session.hits() == ["click 1"] + seen)

    // The person closes both pages, and is back: the next ad takes its place in the same view.
    #expect(opener.targets == ["landing?ad=1", "landing?ad=1"])
    opener.pages[1].didClose()
    #expect(session.takeLog() == [])
    opener.comeBack()
    #expect(session.takeLog() == ["refresh"])
    #expect(session.media.number == 1)
    try await session.run { unit.ad?.number == 2 }
    #expect(session.takeLog() == ["refreshed 2"])
    #expect(session.view.nativeAd === unit.ad)
    #expect(session.title == unit.ad?.title)
    try await session.runUntilShown()
    #expect(session.media.number == 2)
    session.scheduler.advance(by: .seconds(1))
    #expect(session.takeLog() == ["impressed 2"])

    // No ad comes: the one that is there stays.
    for fault in ["no-fill", "404", "204"] {
      try await session.served.get("/control?ads=\(fault)")
      session.binder.receiveClick(on: .title)
      #expect(opener.targets == ["landing?ad=2"])
      opener.comeBack()
      try await session.run { session.log.count > 2 }
      #expect(session.takeLog() == ["clicked 2", "refresh", "not refreshed"])
      #expect(unit.ad?.number == 2)
      #expect(unit.ad?.mediaLoadingState == .loaded)
      #expect(session.view.nativeAd === unit.ad)
      #expect(session.media.number == 2)
    }

    // The next one pays: the person takes part, and is shown another without being back.
    try await session.served.get("/control?ads=off")
    session.binder.receiveClick(on: .callToAction)
    opener.comeBack()
    try await session.run { unit.ad?.number == 3 }
    #expect(session.takeLog() == ["clicked 2", "refresh", "refreshed 3"])
    #expect(unit.ad?.participationState == .available)
    try await session.runUntilShown()
    // Who clicks has seen it, without the second that `viewable` stands for.
    session.binder.receiveClick(on: .callToAction)
    try await session.run { unit.ad?.number == 4 }
    #expect(
      session.takeLog() == [
        "clicked 3", "impressed 3", "reward requested 3", "rewarded success 3", "participated 3", "refresh",
        "refreshed 4",
      ])
    try await session.runUntilShown()
    #expect(session.media.number == 4)

    // Each once, and nothing else.
    let hits = try await session.hits()
    #expect(
      hits == [
        "click 1", "click 2", "click 3", "impression 1", "impression 2", "impression 3", "shown 1", "shown 2",
        "shown 3", "viewable 1",
        "viewable 2",
      ])
    session.binder.unbind()
    let end = try await session.served.end().objects().last
    #expect(end?["ads"] as? Int == 4)
    #expect(end?["hits"] as? Int == hits.count)
    #expect(end?["repeatedHits"] as? Int == 0)
  }

  #if VAST
    // D9, G25, G26
    @Test(arguments: [SampleAdUnit.video16x9, .video9x16])
    func aVideoIsPlayedToItsEnd(sample: SampleAdUnit) async throws {
      let session = try await DeliverySession(sample)
      session.binder.bind(session.unit)
      try await session.load()
      try await session.runUntilShown()
      #expect(session.media.isVideo)
      #expect(session.unit.ad?.mediaData?.mediaType == .video)
      let controller = try #require(session.unit.ad?.mediaData?.videoController)

      session.view.visibleFraction = 1
      controller.play()
      session.scheduler.advance(by: .milliseconds(1_999))
      #expect(session.takeLog() == ["loaded 1", "video start 1"])
      session.scheduler.advance(by: .milliseconds(1))
      #expect(session.takeLog() == ["impressed 1"])
      // Half of it, then the rest.
      session.scheduler.advance(by: .seconds(4))
      let half = [
        "impression 1", "shown 1", "video/firstQuartile 1", "video/impression 1", "video/midpoint 1",
        "video/start 1", "video/viewable 1", "viewable 1", "wrapper/firstQuartile 1", "wrapper/impression 1",
        "wrapper/midpoint 1", "wrapper/start 1",
      ]
      #expect(try await session.hits() == half)
      session.scheduler.advance(by: .seconds(20))
      #expect(session.takeLog() == ["video end 1"])
      let rest = ["thirdQuartile 1", "complete 1"].flatMap { ["video/\($0)", "wrapper/\($0)"] }
      #expect(try await session.hits() == (half + rest).sorted())
      #expect(controller.viewThroughRate == 1)
      // A click on it is one on the ad, whose page it leads to as well.
      session.binder.receiveClick(on: .media)
      #expect(session.takeLog() == ["clicked 1"])
      #expect(session.opener.targets == ["landing?ad=1"])
      let clicks = ["click 1", "video/click 1", "wrapper/click 1"]
      #expect(try await session.hits() == (half + rest + clicks).sorted())
      #expect(await session.served.end().status == 0)
    }
  #endif
}
