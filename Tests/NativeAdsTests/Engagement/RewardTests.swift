import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import Testing

@testable import NativeAds

/// Asking for what an ad pays.
@MainActor @Suite struct RewardTests {
  private let fixture = AdFixture()
  private let requester = ScriptedRewardRequester()
  private var opener: RecordingLinkOpener { fixture.opener }
  private static let members = #""ext":{"campaign":{"reward":10,"rewardURL":"https://pay.example.com/r"}}"#

  private func ad(_ change: (inout NativeAdOptions) -> Void = { _ in }) throws -> NativeAd {
    let options = AdFixture.lazyOptions {
      $0.rewardRequester = requester
      change(&$0)
    }
    let ad = try #require(fixture.ad(SampleAd.openRTB(members: Self.members), options))
    fixture.settle()
    _ = fixture.log.take()
    return ad
  }

  private static let click = ["didClick \(SampleAd.clickURL)", "didRequestReward"]

  // B14, B15
  @Test(arguments: RewardResult.allCases) func aClickAsksOnceAndHasOneResult(result: RewardResult) throws {
    let ad = try ad()
    #expect(ad.participationState == .available)
    ad.performClick()
    #expect(fixture.log.take() == Self.click)
    #expect(ad.participationState == .checking)
    requester.completions[0](result)
    requester.completions[0](.success)
    #expect(
      fixture.log.take() == ["didReward \(result)"] + (result.isSuccess ? ["didParticipate"] : []))
    fixture.scheduler.advance(by: .seconds(60))
    #expect(fixture.log.take() == [])
  }

  // B9
  @Test func aSecondClickWhileItIsBeingCheckedAsksNothingTwice() throws {
    let ad = try ad()
    ad.performClick()
    ad.performClick()
    #expect(fixture.log.take() == Self.click + ["didClick \(SampleAd.clickURL)"])
    #expect(opener.urls.count == 2)
    #expect(requester.completions.count == 1)
    requester.completions[0](.tooShortToParticipate)
    #expect(fixture.log.take() == ["didReward tooShortToParticipate"])
    ad.performClick()
    #expect(requester.completions.count == 2)
    requester.completions[1](.success)
    ad.performClick()
    #expect(requester.completions.count == 2)
    #expect(
      fixture.log.take() == Self.click + ["didReward success", "didParticipate", Self.click[0]])
  }

  // B15
  @Test func aServerThatDoesNotAnswerInTimeIsWaitedForNoLonger() throws {
    let ad = try ad { $0.rewardTimeLimit = .seconds(30) }
    ad.performClick()
    _ = fixture.log.take()
    fixture.scheduler.advance(by: .seconds(29))
    #expect(fixture.log.take() == [])
    fixture.scheduler.advance(by: .seconds(1))
    #expect(fixture.log.take() == ["didReward connectionTimeout"])
    requester.completions[0](.success)
    #expect(fixture.log.take() == [])
    #expect(ad.participationState == .available)
    // The answer to the first request is none to the second.
    ad.performClick()
    _ = fixture.log.take()
    requester.completions[0](.success)
    #expect(fixture.log.take() == [])
    requester.completions[1](.success)
    #expect(fixture.log.take() == ["didReward success", "didParticipate"])
  }

  @Test func withoutATimeLimitAnAnswerIsWaitedForForEver() throws {
    let ad = try ad { $0.rewardTimeLimit = nil }
    ad.performClick()
    fixture.scheduler.advance(by: .seconds(86_400))
    #expect(ad.participationState == .checking)
  }

  @Test(arguments: [(.seconds(5), .seconds(5)), (nil, .seconds(60))] as [(Duration?, Duration)])
  func theRequestOfThePackageIsGivenUpAtTheSameTime(limit: Duration?, total: Duration) throws {
    let ad = try #require(
      fixture.ad(
        SampleAd.openRTB(members: Self.members), AdFixture.lazyOptions { $0.rewardTimeLimit = limit })
    )
    fixture.settle()
    ad.performClick()
    #expect(fixture.transport.transfer(for: "https://pay.example.com/r")?.request.timeouts.total == total)
  }

  // B15
  @Test(arguments: [true, false]) func aPageThatIsNotOpenedPaysNothing(isDropped: Bool) throws {
    let ad = try ad()
    opener.answer = isDropped ? .drops : .fails("no browser")
    ad.performClick()
    let lines = fixture.log.take()
    #expect(lines.count == 4)
    #expect(lines.last == "didReward browserNotLaunched")
    #expect(requester.completions.isEmpty)
    #expect(ad.participationState == .available)
  }

  @Test func theTimeRunsFromTheMomentThePageIsOpen() throws {
    let ad = try ad { $0.rewardTimeLimit = .seconds(5) }
    opener.answer = .waits
    ad.performClick()
    fixture.scheduler.advance(by: .seconds(60))
    #expect(requester.completions.isEmpty)
    _ = fixture.log.take()
    opener.pages[0].didOpen()
    #expect(requester.completions.count == 1)
    fixture.scheduler.advance(by: .seconds(5))
    #expect(fixture.log.take() == ["didReward connectionTimeout"])
  }

  @Test func anAnswerInTheSameTurnIsOne() throws {
    requester.answer = .success
    let ad = try ad()
    ad.performClick()
    #expect(fixture.log.take() == Self.click + ["didReward success", "didParticipate"])
    #expect(ad.participationState == .participated)
  }

  @Test func ofAnAdThatIsGoneNothingIsTold() throws {
    let delegate = AdListener(log: fixture.log)
    var ad: NativeAd? = try ad()
    ad?.delegate = delegate
    ad?.performClick()
    _ = fixture.log.take()
    fixture.forgetAds()
    ad = nil
    requester.completions[0](.success)
    fixture.scheduler.advance(by: .seconds(60))
    #expect(fixture.log.take() == [])
  }

  // MARK: Over HTTP

  // B15
  @Test(
    arguments: [
      (#"{"result":"success"}"#, .success), (#"{"result":"tooShortToParticipate"}"#, .tooShortToParticipate),
      (#"{"result":"alreadyParticipated","x":1}"#, .alreadyParticipated), (#"{"result":"paid"}"#, .unknown),
      ("", .unknown), ("<html>", .unknown), ("[]", .unknown), (#"{"result":7}"#, .unknown),
    ] as [(String, RewardResult)])
  func theServerSaysWhatBecameOfIt(body: String, result: RewardResult) throws {
    let ad = try ad { $0.rewardRequester = nil }
    ad.performClick()
    fixture.settle()
    _ = fixture.log.take()
    fixture.serve("https://pay.example.com/r", Array(body.utf8))
    #expect(fixture.log.take().first == "didReward \(result)")
    #expect(fixture.transferCount("https://pay.example.com/r") == 1)
  }

  // B15
  @Test(
    arguments: [(400, .clientError), (404, .clientError), (500, .serverError), (503, .serverError)]
      as [(Int, RewardResult)])
  func aStatusIsAResult(status: Int, result: RewardResult) throws {
    let ad = try ad { $0.rewardRequester = nil }
    ad.performClick()
    fixture.settle()
    _ = fixture.log.take()
    fixture.fail("https://pay.example.com/r", status: status)
    #expect(fixture.log.take() == ["didReward \(result)"])
  }

  // B15
  @Test(arguments: [
    "file:///etc/hostname", "data:,%7B%22result%22%3A%22success%22%7D", "ftp://pay.example.com/",
  ])
  func onlyServersAreAskedForAReward(url: String) throws {
    let members = #""ext":{"campaign":{"reward":10,"rewardURL":"\#(url)"}}"#
    let ad = try #require(fixture.ad(SampleAd.openRTB(members: members)))
    fixture.settle()
    _ = fixture.log.take()
    ad.performClick()
    fixture.settle()
    #expect(fixture.log.take() == Self.click + ["didReward clientError"])
    #expect(fixture.transferCount(url) == 0)
  }

  @Test func anAdThatIsLetGoAsksNoLonger() throws {
    var ad: NativeAd? = try ad { $0.rewardRequester = nil }
    ad?.performClick()
    fixture.settle()
    #expect(fixture.activeURLs.contains("https://pay.example.com/r"))
    fixture.forgetAds()
    ad = nil
    fixture.settle()
    #expect(!fixture.activeURLs.contains("https://pay.example.com/r"))
  }
}
