import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// icon{ok, fail, none} x media{ok, fail, none} x order x lazy{on, off}: every cell.
@MainActor @Suite struct StateMatrixTests {
  enum Fate: String, CaseIterable, Sendable { case ok, fail, none }
  enum Order: String, CaseIterable, Sendable { case iconFirst, mediaFirst }

  struct Cell: Sendable, CustomTestStringConvertible {
    var icon: Fate
    var media: Fate
    var order: Order
    var testDescription: String { "icon \(icon), media \(media), \(order)" }
  }

  nonisolated static let cells = Fate.allCases.flatMap { icon in
    Fate.allCases.flatMap { media in Order.allCases.map { Cell(icon: icon, media: media, order: $0) } }
  }

  private func response(_ cell: Cell) -> [UInt8] {
    SampleAd.openRTB(icon: cell.icon == .none ? nil : .icon, media: cell.media == .none ? nil : .media)
  }

  private func play(_ cell: Cell, on fixture: AdFixture) {
    let assets = [
      (SampleAd.iconURL, cell.icon, SampleFile.png4x2), (SampleAd.mediaURL, cell.media, SampleFile.jpeg32x16),
    ]
    for (url, fate, file) in cell.order == .iconFirst ? assets : assets.reversed() {
      switch fate {
      case .ok: fixture.serve(url, file)
      case .fail: fixture.fail(url)
      case .none: break
      }
    }
  }

  /// What the rules say: each asset's change as it comes, didFail at the first failure, didLoad when all that the ad
  /// has are loaded; an ad without media that was asked for with a media view has failed at once.
  private func expected(_ cell: Cell) -> [String] {
    var fates = [("icon", cell.icon), ("media", cell.media)]
    if cell.order == .mediaFirst { fates.reverse() }
    // Without a transfer its failure comes first.
    if cell.media == .none { fates = [("media", .none), ("icon", cell.icon)] }
    var lines: [String] = []
    var hasFailed = false
    for (asset, fate) in fates {
      switch (asset, fate) {
      case (_, .ok): lines.append("\(asset) loaded")
      case ("icon", .none): continue
      default:
        lines.append("\(asset) failed")
        if !hasFailed { lines.append("didFail \(asset) \(fate == .none ? "missingAsset" : "badStatus")") }
        hasFailed = true
      }
    }
    return hasFailed ? lines : lines + ["didLoad"]
  }

  private func state(_ fate: Fate) -> MediaLoadingState {
    switch fate {
    case .ok: .loaded
    case .fail: .failed
    case .none: .none
    }
  }

  // G8, G9, G10, G11, G12, A1, A9, A12
  @Test(arguments: cells)
  func lazyAdsTellEveryChangeAndOneEnd(cell: Cell) throws {
    let fixture = AdFixture()
    let ad = try #require(fixture.ad(response(cell)))
    #expect(fixture.log.take() == ["didReceive"])
    #expect(ad.iconLoadingState == (cell.icon == .none ? .none : .loading))
    #expect(ad.mediaLoadingState == .loading)
    fixture.settle()
    play(cell, on: fixture)
    #expect(fixture.log.take() == expected(cell))
    #expect(ad.iconLoadingState == state(cell.icon))
    #expect(ad.mediaLoadingState == (cell.media == .none ? .failed : state(cell.media)))
    #expect(fixture.activeURLs.isEmpty)
  }

  // A28
  @Test(arguments: cells)
  func eagerAdsComeWithTheirMediaOrNotAtAll(cell: Cell) throws {
    let fixture = AdFixture()
    var received: NativeAd?
    fixture.request(.data(response(cell)), NativeAdOptions()) { received = $0 }
    fixture.settle()
    if cell.media != .none { #expect(fixture.log.lines.isEmpty) }
    play(cell, on: fixture)
    fixture.settle()
    if cell.media == .ok {
      #expect(fixture.log.take() == ["didReceive"])
      #expect(received?.iconLoadingState == state(cell.icon))
      #expect(received?.mediaLoadingState == .loaded)
    } else {
      #expect(
        fixture.log.take() == ["didFailWithError \(cell.media == .none ? "missingAsset" : "badStatus")"])
      #expect(received == nil)
    }
    #expect(fixture.activeURLs.isEmpty)
  }

  // A9
  @Test func anAdForAViewWithoutMediaIsLoadedWithItsIcon() throws {
    let fixture = AdFixture()
    let ad = try #require(
      fixture.ad(SampleAd.openRTB(), AdFixture.lazyOptions { $0.renderingSetting.hasMediaView = false }))
    fixture.settle()
    #expect(ad.mediaLoadingState == .none)
    #expect(ad.mediaData == nil)
    #expect(fixture.transport.transfer(for: SampleAd.mediaURL) == nil)
    fixture.serveIcon()
    #expect(fixture.log.take() == ["didReceive", "icon loaded", "didLoad"])
  }

  // A9
  @Test func anAdWithoutAnyAssetIsLoadedOnTheNextTurn() throws {
    let fixture = AdFixture()
    _ = fixture.ad(
      SampleAd.openRTB(icon: nil, media: nil),
      AdFixture.lazyOptions { $0.renderingSetting.hasMediaView = false })
    #expect(fixture.log.take() == ["didReceive"])
    fixture.settle()
    #expect(fixture.log.take() == ["didLoad"])
  }
}
