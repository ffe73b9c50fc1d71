import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import Testing

@testable import NativeAds

/// What becomes of a request: an ad or an error, once.
@MainActor @Suite struct RequestTests {
  private static let url = "https://ads.example.com/native"
  private let fixture = AdFixture()

  // G1
  @Test func aResponseJustWithinSixtySecondsIsAnAd() throws {
    fixture.request(.url(Self.url))
    fixture.scheduler.advance(by: .milliseconds(59_999))
    fixture.serve(Self.url, SampleAd.openRTB())
    #expect(fixture.log.take().first == "didReceive")
    fixture.scheduler.advance(by: .seconds(600))
    #expect(!fixture.log.lines.contains { $0.hasPrefix("didFailWithError") })
  }

  // G1
  @Test func aResponseAfterSixtySecondsIsNoAd() throws {
    fixture.request(.url(Self.url))
    let transfer = try #require(fixture.transport.transfer(for: Self.url))
    fixture.scheduler.advance(by: .seconds(60))
    #expect(fixture.log.take() == ["didFailWithError timedOut"])
    #expect(transfer.isCancelled)
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(!transfer.complete(SampleAd.openRTB()))
    fixture.settle()
    #expect(fixture.log.lines.isEmpty)
  }

  // G1
  @Test func aProviderThatAnswersAfterSixtySecondsGivesNoAd() throws {
    var answer: NativeAdSource.Completion?
    fixture.request(.provider { answer = $0 })
    fixture.scheduler.advance(by: .milliseconds(60_001))
    #expect(fixture.log.take() == ["didFailWithError timedOut"])
    answer?(.success(SampleAd.openRTB()))
    fixture.settle()
    #expect(fixture.log.lines.isEmpty)
  }

  // G1
  @Test func theTimeForTheRequestCanBeChosenAndDoesNotBoundTheMedia() throws {
    #expect(NativeAdOptions().requestTimeoutInterval == .seconds(60))
    let options = AdFixture.lazyOptions { $0.requestTimeoutInterval = .milliseconds(250) }
    fixture.request(.url(Self.url), options)
    fixture.scheduler.advance(by: .milliseconds(250))
    #expect(fixture.log.take() == ["didFailWithError timedOut"])
    _ = fixture.ad(SampleAd.openRTB(), options)
    fixture.settle()
    fixture.scheduler.advance(by: .seconds(59))
    fixture.serveAll()
    #expect(fixture.log.take() == ["didReceive", "icon loaded", "media loaded", "didLoad"])
  }

  // G5
  @Test func lazyLoadingIsPartOfTheRenderingSettingAndOffByDefault() {
    #expect(NativeAdOptions().renderingSetting.useLazyMediaLoading == false)
    let loader = fixture.request(.provider { _ in }, AdFixture.lazyOptions())
    #expect(loader.options.renderingSetting.useLazyMediaLoading)
  }

  // G2, G3
  @Test func anAdHasAMediaViewAndItsAdChoicesMarkAtTheTopRightUnlessSaidOtherwise() throws {
    let setting = NativeAdOptions().renderingSetting
    #expect(setting.hasMediaView)
    #expect(setting.preferredAdChoicesViewPosition == .topRight)
    #expect(AdChoicesViewPosition.allCases.count == 4)
    let ad = try #require(
      fixture.ad(
        SampleAd.openRTB(),
        AdFixture.lazyOptions { $0.renderingSetting.preferredAdChoicesViewPosition = .bottomLeft }))
    #expect(ad.options.renderingSetting.preferredAdChoicesViewPosition == .bottomLeft)
  }

  // G6
  @Test func aLoaderServesForOneRequest() {
    let loader = fixture.request(.url(Self.url))
    #expect(loader.loadAd() == false)
    fixture.serve(Self.url, SampleAd.openRTB())
    #expect(loader.loadAd() == false)
    fixture.settle()
    #expect(fixture.transferCount(Self.url) == 1)
    #expect(fixture.log.lines == ["didReceive"])
  }

  @Test func theResponseComesInALaterTurnThanTheRequest() {
    fixture.request(.data(SampleAd.openRTB()))
    #expect(fixture.log.lines.isEmpty)
    fixture.settle()
    #expect(fixture.log.lines == ["didReceive"])
  }

  @Test func aProviderIsAskedOnceAndItsFirstAnswerCounts() {
    var calls = 0
    fixture.request(
      .provider { answer in
        calls += 1
        answer(.success(SampleAd.openRTB()))
        answer(.success(SampleAd.openRTB()))
        answer(.failure(CancellationError()))
      })
    fixture.settle()
    #expect(calls == 1)
    #expect(fixture.log.lines == ["didReceive"])
  }

  @Test func aProviderThatFailsIsTold() {
    fixture.request(.provider { $0(.failure(CancellationError())) })
    #expect(fixture.log.lines.isEmpty)
    fixture.settle()
    #expect(fixture.log.lines == ["didFailWithError provider"])
  }

  @Test(arguments: ["", "{", "[]", "<html>no ad</html>", #"{"assets":[]}"#])
  func whatIsNoNativeAdIsAnError(text: String) {
    fixture.request(.data(Array(text.utf8)))
    fixture.settle()
    #expect(fixture.log.lines == ["didFailWithError response"])
  }

  @Test func anErrorOfTheServerIsToldWithItsStatus() throws {
    let loader = fixture.request(.url("https://user:secret@ads.example.com/native"))
    fixture.scheduler.advance(by: .seconds(2))
    let transfer = try #require(fixture.transport.transfers.first)
    transfer.fail(.badStatus, phase: .headers, status: 503)
    fixture.settle()
    #expect(fixture.log.lines == ["didFailWithError badStatus"])
    #expect(loader.responseInfo.status == 503)
    #expect(loader.responseInfo.elapsed == .seconds(2))
    #expect(loader.responseInfo.source?.contains("secret") == false)
  }

  @Test func aResponseOfMoreThanAMegabyteIsRefusedWhileItComes() throws {
    fixture.request(.url(Self.url))
    let transfer = try #require(fixture.transport.transfer(for: Self.url))
    transfer.respond()
    transfer.send([UInt8](repeating: 0x20, count: OpenRTBNative.maximumByteCount))
    #expect(transfer.isActive)
    transfer.send([0x20])
    fixture.settle()
    #expect(transfer.isCancelled)
    #expect(fixture.log.lines == ["didFailWithError tooLarge"])
  }

  @Test func nobodyIsToldOfACancelledRequest() throws {
    for turns in 0...2 {
      let loader = fixture.request(.url(Self.url))
      let transfer = try #require(fixture.transport.transfer(for: Self.url))
      if turns > 0 { transfer.complete(SampleAd.openRTB()) }
      for _ in 1..<max(turns, 1) { fixture.scheduler.runTurn() }
      loader.cancel()
      loader.cancel()
      fixture.scheduler.advance(by: .seconds(100))
      #expect(transfer.isCancelled == (turns == 0))
      #expect(loader.loadAd() == false)
    }
    #expect(fixture.log.lines.isEmpty)
    #expect(fixture.activeURLs.isEmpty)
  }

  @Test func aLoaderThatIsLetGoAsksNoMore() throws {
    var loader: NativeAdLoader? = NativeAdLoader(
      source: .url(Self.url), options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
    loader?.loadAd()
    let transfer = try #require(fixture.transport.transfer(for: Self.url))
    loader = nil
    #expect(transfer.isCancelled)
    fixture.scheduler.advance(by: .seconds(100))
  }

  // A25
  @Test func aDelegateThatIsGoneIsNotMissed() {
    let loader = NativeAdLoader(
      source: .data(SampleAd.openRTB()), options: AdFixture.lazyOptions(), pipeline: fixture.pipeline)
    var delegate: Forgetful? = Forgetful()
    loader.delegate = delegate
    loader.loadAd()
    delegate = nil
    #expect(loader.delegate == nil)
    fixture.settle()
    #expect(fixture.log.lines.isEmpty)
  }

  private final class Forgetful: NativeAdLoaderDelegate {
    func adLoader(_ adLoader: NativeAdLoader, didReceive nativeAd: NativeAd) {}
    func adLoader(
      _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
      responseInfo: NativeAdResponseInfo
    ) {}
  }
}
