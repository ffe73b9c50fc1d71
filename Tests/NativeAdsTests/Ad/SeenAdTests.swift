import LazyMedia
import LazyMediaTesting
import Testing

@testable import NativeAds

/// When an ad counts as seen.
@MainActor @Suite(.timeLimit(.minutes(1))) struct SeenAdTests {
  private let fixture = AdFixture()

  private func isSeen() -> Bool { fixture.log.take().contains("viewable") }

  // G40, G42
  @Test func timeBeforeTheMainMediaHasLoadedDoesNotCount() throws {
    let (_, view) = try fixture.boundAd()
    view.visibleFraction = 1
    fixture.serveIcon()
    fixture.scheduler.advance(by: .seconds(100))
    #expect(!isSeen())
    fixture.serveMedia()
    fixture.scheduler.advance(by: .milliseconds(999))
    #expect(!isSeen())
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(isSeen())
  }

  // G41, A14
  @Test func aFailedIconDoesNotKeepAnAdFromBeingSeen() throws {
    let (_, view) = try fixture.boundAd()
    fixture.fail(SampleAd.iconURL)
    fixture.serveMedia()
    view.visibleFraction = 0.5
    fixture.scheduler.advance(by: .seconds(1))
    #expect(isSeen())
  }

  // G42
  @Test func failedMediaIsNeverSeen() throws {
    let (ad, view) = try fixture.boundAd()
    fixture.serveIcon()
    fixture.fail(SampleAd.mediaURL)
    view.visibleFraction = 1
    fixture.scheduler.advance(by: .seconds(100))
    ad.performClick()
    #expect(!isSeen())
  }

  // G42
  @Test func anAdIsSeenOnce() throws {
    let (ad, view) = try fixture.boundAd()
    fixture.serveAll()
    for _ in 0..<3 {
      view.visibleFraction = 1
      fixture.scheduler.advance(by: .seconds(5))
      view.visibleFraction = 0
      ad.performClick()
    }
    #expect(fixture.log.take().count { $0 == "viewable" } == 1)
  }

  // G40
  @Test func lessThanHalfAndInterruptionsDoNotCount() throws {
    let (_, view) = try fixture.boundAd()
    fixture.serveAll()
    view.visibleFraction = 0.49
    fixture.scheduler.advance(by: .seconds(10))
    view.visibleFraction = 1
    fixture.scheduler.advance(by: .milliseconds(900))
    view.visibleFraction = 0.2
    view.visibleFraction = 1
    fixture.scheduler.advance(by: .milliseconds(999))
    #expect(!isSeen())
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(isSeen())
  }

  // G40
  @Test func anAdThatIsBoundToAVisibleViewIsSeen() throws {
    let ad = try #require(fixture.ad(SampleAd.openRTB()))
    fixture.settle()
    fixture.serveAll()
    let view = fixture.view()
    view.visibleFraction = 1
    view.nativeAd = ad
    fixture.scheduler.advance(by: .seconds(1))
    #expect(isSeen())
  }

  // G40
  @Test func anAdThatTakesThePlaceOfAnotherInAVisibleViewIsSeen() throws {
    let ad = try #require(fixture.ad(SampleAd.openRTB()))
    fixture.settle()
    let (_, view) = try fixture.boundAd()
    fixture.serveAll()
    view.visibleFraction = 1
    fixture.scheduler.advance(by: .milliseconds(900))
    view.nativeAd = ad
    fixture.scheduler.advance(by: .milliseconds(999))
    #expect(!isSeen())
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(isSeen())
    view.prepareForReuse()
    #expect(view.visibleFraction == 0)
  }

  // A15
  @Test func theMostVisibleOfItsViewsCounts() throws {
    let (ad, first) = try fixture.boundAd()
    let second = fixture.view()
    second.nativeAd = ad
    fixture.serveAll()
    first.visibleFraction = 0.2
    second.visibleFraction = 0.8
    fixture.scheduler.advance(by: .milliseconds(600))
    first.visibleFraction = 0.7
    second.visibleFraction = 0.1
    fixture.scheduler.advance(by: .milliseconds(400))
    #expect(isSeen())
  }

  // G42, A4
  @Test func aViewThatIsGivenUpSeesNothing() throws {
    let (_, view) = try fixture.boundAd()
    fixture.serveAll()
    view.visibleFraction = 1
    fixture.scheduler.advance(by: .milliseconds(900))
    view.nativeAd = nil
    fixture.scheduler.advance(by: .seconds(10))
    #expect(!isSeen())
  }

  // G43
  @Test func interestBeginsAfterASecondOfHalfAndEndsWithNothing() async throws {
    let (ad, view) = try fixture.boundAd()
    var events = ad.events.makeAsyncIterator()
    view.visibleFraction = 0.5
    fixture.scheduler.advance(by: .seconds(1))
    view.visibleFraction = 0.01
    view.visibleFraction = 0
    guard case .didChangeUserInterest(true)? = await events.next(),
      case .didChangeUserInterest(false)? = await events.next()
    else {
      Issue.record("other events")
      return
    }
  }

  #if VAST
    // G40
    @Test func aVideoIsSeenAfterTwoSecondsOfPlaying() throws {
      let tag = String(decoding: VASTDocuments.vast(VASTDocuments.inLine()), as: UTF8.self)
      let (ad, view) = try fixture.boundAd(SampleAd.openRTB(media: nil, vastTag: tag))
      let window = ViewContainer(isWindow: true)
      view.attach(to: window)
      fixture.settle()
      fixture.serve("https://m.example/inline.mp4", SampleVideo.mp4())
      view.visibleFraction = 1
      fixture.scheduler.advance(by: .seconds(10))
      #expect(!isSeen())
      ad.mediaData?.videoController?.play()
      fixture.scheduler.advance(by: .milliseconds(1_999))
      #expect(!isSeen())
      fixture.scheduler.advance(by: .milliseconds(1))
      #expect(isSeen())
    }
  #endif
}
