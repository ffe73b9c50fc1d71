import LazyMedia
import LazyMediaTesting
import Testing

@testable import NativeAds

/// Who hears what happens to an ad.
@MainActor @Suite(.timeLimit(.minutes(1))) struct DelegateTests {
  private let fixture = AdFixture()

  private func name(_ event: NativeAdEvent) -> String {
    switch event {
    case .didChangeMediaAssetLoadingState(let type, let state): "\(type) \(state)"
    case .didLoadMediaData: "didLoad"
    case .didFailToLoadMediaData(let error): "didFail \(error.asset)"
    case .sizeMismatch: "sizeMismatch"
    default: "\(event)"
    }
  }

  // A25
  @Test func theDelegateIsHeldWeaklyAndLoadingGoesOnWithoutIt() throws {
    let ad = try #require(fixture.ad(SampleAd.openRTB()))
    _ = fixture.log.take()
    var listener: AdListener? = AdListener(log: fixture.log)
    weak let held = listener
    ad.delegate = listener
    listener = nil
    #expect(held == nil)
    fixture.settle()
    fixture.serveAll()
    #expect(fixture.log.lines.isEmpty)
    #expect(ad.mediaLoadingState == .loaded)
  }

  // A25
  @Test func aDelegateThatIsSetLateHearsOnlyWhatFollows() throws {
    let ad = try #require(fixture.ad(SampleAd.openRTB()))
    ad.delegate = nil
    fixture.settle()
    fixture.serveIcon()
    _ = fixture.log.take()
    let late = AdListener(log: fixture.log)
    ad.delegate = late
    fixture.settle()
    #expect(fixture.log.lines.isEmpty)
    fixture.serveMedia()
    #expect(fixture.log.lines == ["media loaded", "didLoad"])
    let later = AdListener(log: fixture.log)
    ad.delegate = later
    fixture.settle()
    #expect(fixture.log.lines == ["media loaded", "didLoad"])
  }

  @Test func theDelegateHearsBeforeTheHandlersAndBothHear() throws {
    let (ad, _) = try fixture.boundAd()
    ad.didChangeMediaAssetLoadingStateHandler = { [log = fixture.log] _, state, type in
      log.add("handler \(type) \(state)")
    }
    ad.didLoadMediaDataHandler = { [log = fixture.log] _ in log.add("handler didLoad") }
    ad.didFailToLoadMediaDataHandler = { [log = fixture.log] _, error in
      log.add("handler didFail \(error.asset)")
    }
    fixture.fail(SampleAd.iconURL)
    #expect(
      fixture.log.take() == [
        "icon failed", "handler icon failed", "didFail icon badStatus", "handler didFail icon",
      ])
    ad.retryFailedAssets()
    fixture.settle()
    _ = fixture.log.take()
    fixture.serveAll()
    #expect(
      fixture.log.take() == [
        "icon image 4x2", "icon loaded", "handler icon loaded", "media image 32x16", "media loaded",
        "handler media loaded", "didLoad", "handler didLoad",
      ])
  }

  @Test func theSequenceOfEventsEndsWithTheAd() async throws {
    var ad = fixture.ad(SampleAd.openRTB())
    let events = try #require(ad?.events)
    fixture.settle()
    fixture.serveAll()
    ad = nil
    fixture.forgetAds()
    var names: [String] = []
    for await event in events { names.append(name(event)) }
    #expect(names == ["icon loaded", "sizeMismatch", "media loaded", "didLoad"])
  }

  @Test func eventsThatNobodyReadsAreBounded() async throws {
    var ad = fixture.ad(SampleAd.openRTB())
    let events = try #require(ad?.events)
    fixture.settle()
    for _ in 0..<1000 { ad?.performClick() }
    fixture.serveAll()
    ad = nil
    fixture.forgetAds()
    var names: [String] = []
    for await event in events { names.append(name(event)) }
    #expect(names.count == 256)
    #expect(names.last == "didLoad")
  }

  @Test func aHandlerThatHoldsTheAdWeaklyDoesNotKeepIt() throws {
    var ad = fixture.ad(SampleAd.openRTB())
    weak let held = ad
    fixture.settle()
    ad = nil
    fixture.forgetAds()
    #expect(held == nil)
    #expect(fixture.activeURLs.isEmpty)
  }
}
