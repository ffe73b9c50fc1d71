import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import SeededRandom
import Testing

@testable import NativeAds

/// Views of recycled cells.
@MainActor @Suite struct ReuseTests {
  private let fixture = AdFixture()

  // A17
  @Test func unbindingAndPreparingForReuseMayBeCalledInAnyOrderAndNumber() throws {
    let calls: [(NativeAdView) -> Void] = [
      { $0.unbind() }, { $0.prepareForReuse() }, { $0.nativeAd = nil },
    ]
    for first in calls {
      for second in calls {
        let fixture = AdFixture()
        let (ad, view) = try fixture.boundAd()
        view.mediaView?.showPlaceholder()
        fixture.serveIcon()
        _ = fixture.log.take()
        first(view)
        #expect(fixture.log.take() == ["media placeholder gone", "icon empty"])
        second(view)
        fixture.settle()
        #expect(fixture.log.lines.isEmpty)
        #expect(view.nativeAd == nil)
        #expect(fixture.activeURLs.isEmpty)
        #expect(ad.iconLoadingState == .loaded)
      }
    }
  }

  // A17
  @Test func aViewThatWasNeverBoundCanBeGivenUp() {
    let view = fixture.view()
    view.prepareForReuse()
    view.unbind()
    #expect(fixture.log.lines.isEmpty)
  }

  // A16
  @Test func aViewKeepsItsAdWhichGoesOnLoadingUntilTheNextIsThere() throws {
    let (ad, view) = try fixture.boundAd(SampleAd.openRTB(icon: nil))
    view.mediaView?.showPlaceholder()
    _ = fixture.log.take()
    // A refresh that fails touches nothing.
    fixture.request(.data([]))
    fixture.settle()
    #expect(fixture.log.take() == ["didFailWithError response"])
    #expect(view.nativeAd === ad)
    #expect(fixture.activeURLs == [SampleAd.mediaURL])
    // One that succeeds neither, up to the moment at which its ad is bound.
    let next = "https://cdn.example.com/2.jpg"
    fixture.request(.data(SampleAd.openRTB(icon: nil, media: SampleAd.Image(url: next, type: 3)))) {
      refreshed in
      #expect(self.fixture.activeURLs == [SampleAd.mediaURL])
      #expect(view.mediaView?.placeholderView != nil)
      view.nativeAd = refreshed
    }
    fixture.settle()
    #expect(fixture.activeURLs == [next])
    #expect(view.mediaView?.placeholderView == nil)
    #expect(ad.mediaLoadingState == .loading)
    _ = fixture.log.take()
    fixture.serve(next, SampleFile.jpeg32x16)
    #expect(fixture.log.take() == ["size 32x16", "media image 32x16", "media loaded", "didLoad"])
  }

  // A27
  @Test func whatWasQueuedWhenTheCellWasReusedIsNotShown() throws {
    let (ad, view) = try fixture.boundAd()
    fixture.transport.transfer(for: SampleAd.mediaURL)?.complete(SampleFile.jpeg32x16)
    fixture.executor.runAll()
    #expect(fixture.scheduler.queued > 0)
    view.prepareForReuse()
    fixture.settle()
    #expect(!fixture.log.take().contains { $0.contains("media image") })
    #expect(ad.mediaLoadingState == .loading)
  }

  // A27, A4
  @Test func whatWasQueuedForTheAdBeforeIsNotShownInTheViewOfTheNext() throws {
    let next = "https://cdn.example.com/2.jpg"
    let ad = try #require(
      fixture.ad(SampleAd.openRTB(icon: nil, media: SampleAd.Image(url: next, type: 3))))
    let (_, view) = try fixture.boundAd()
    fixture.transport.transfer(for: SampleAd.mediaURL)?.complete(SampleFile.jpeg32x16)
    fixture.executor.runAll()
    #expect(fixture.scheduler.queued > 0)
    view.nativeAd = ad
    fixture.settle()
    #expect(!fixture.log.take().contains { $0.contains("media image") })
    fixture.serve(next, SampleFile.jpeg16x96)
    #expect(fixture.log.take().contains("media image 16x96"))
  }

  // A4
  @Test func aDecodeThatRunsWhenTheCellIsReusedIsNotShown() throws {
    let (_, view) = try fixture.boundAd()
    let transfer = try #require(fixture.transport.transfer(for: SampleAd.mediaURL))
    transfer.respond(expectedBytes: SampleFile.jpeg32x16.count)
    transfer.send(Array(SampleFile.jpeg32x16.dropLast(2)))
    fixture.executor.runNext()
    view.prepareForReuse()
    #expect(transfer.isCancelled)
    transfer.sendLate(Array(SampleFile.jpeg32x16.suffix(2)))
    fixture.settle()
    #expect(!fixture.log.take().contains { $0.contains("media image") })
  }

  /// Ads and the only size of picture that each may show.
  private struct Storm {
    static let files = [
      SampleFile.jpeg32x16, SampleFile.jpeg16x96, SampleFile.png4x2, SampleFile.progressiveJPEG48x48,
    ]
    static let sizes = [
      PixelSize(width: 32, height: 16), PixelSize(width: 16, height: 96), PixelSize(width: 4, height: 2),
      PixelSize(width: 48, height: 48),
    ]
    static func url(_ number: Int) -> String { "https://cdn.example.com/\(number).jpg" }
  }

  // A4, A27
  // FAULTS 1, 3
  @Test(arguments: 0..<4)
  func tenThousandReboundCellsNeverShowAWrongPicture(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    // Small, so that pictures go and come.
    let fixture = AdFixture { $0.memoryCache = MemoryCache(byteLimit: 16 << 10) }
    let ads = try (0..<16).map { number in
      try #require(
        fixture.ad(
          SampleAd.openRTB(icon: nil, media: SampleAd.Image(url: Storm.url(number), type: 3))))
    }
    let views = (0..<6).map { _ in fixture.view(hasIcon: false) }
    var bound = [Int?](repeating: nil, count: views.count)
    var wrong = 0
    var shown = 0
    for (index, view) in views.enumerated() {
      (view.mediaView?.display as? RecordingDisplay)?.onShow = { content in
        let size: PixelSize
        switch content {
        case .image(let image): size = image.size
        case .preview(let preview): size = preview.pixels.size
        case .empty, .video: return
        }
        shown += 1
        if bound[index].map({ Storm.sizes[$0 % 4] }) != size { wrong += 1 }
      }
    }
    for rebind in 0..<10_000 {
      let index = Int.random(in: 0..<views.count, using: &random)
      if random.happens(15) {
        bound[index] = nil
        views[index].prepareForReuse()
      } else {
        let number = Int.random(in: 0..<ads.count, using: &random)
        bound[index] = number
        views[index].nativeAd = ads[number]
        if random.happens(30) { views[index].mediaView?.showPlaceholder { $0.content = .preview } }
      }
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: fixture.executor.runNext()
        case 1: fixture.scheduler.runTurn()
        default:
          guard let transfer = fixture.transport.activeTransfers.randomElement(using: &random) else {
            continue
          }
          let number = (0..<ads.count).first { Storm.url($0) == transfer.request.url } ?? 0
          if random.happens(10) {
            transfer.fail(.connectionFailed)
          } else {
            transfer.complete(Storm.files[number % 4])
          }
        }
      }
      if rebind % 100 == 0 {
        fixture.transport.forgetEndedTransfers()
        _ = fixture.log.take()
        for ad in ads { ad.retryFailedAssets() }
        if random.happens(20) { fixture.pipeline.handleMemoryWarning() }
      }
    }
    #expect(wrong == 0)
    #expect(shown > 500)
    for view in views { view.prepareForReuse() }
    fixture.settle()
    #expect(fixture.activeURLs.isEmpty)
  }
}
