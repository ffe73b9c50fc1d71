import LazyMedia
import LazyMediaTesting
import Testing

@testable import NativeAds

/// What an ad does, and tells, when its card is laid out anew, as in each step of a resize.
@MainActor @Suite struct CardRebindingTests {
  private let fixture = CardFixture()

  private func show(_ ad: NativeAd, in cell: CardCell, width: Double) {
    cell.show(
      ad, card: CardLayout.circular(CardContent(ad), size: LayoutSize(width: width, height: 240)))
  }

  private func cell() -> CardCell { CardCell(surface: fixture.makeSurface()) }

  // G40, G43
  @Test func anAdThatIsLaidOutAnewGoesOnBeingSeen() async throws {
    var ad = fixture.makeAd(1)
    let events = try #require(ad?.events)
    var cell: CardCell? = self.cell()
    if let ad, let cell {
      show(ad, in: cell, width: 140)
      cell.adView?.visibleFraction = 1
      fixture.serveAll()
      for step in 1...10 {
        fixture.ads.scheduler.advance(by: .milliseconds(100))
        show(ad, in: cell, width: 140 + Double(step))
      }
      fixture.ads.scheduler.advance(by: .milliseconds(100))
      show(ad, in: cell, width: 140)
      cell.prepareForReuse()
    }
    cell = nil
    ad = nil
    fixture.ads.forgetAds()
    var names: [String] = []
    for await event in events {
      switch event {
      case .didRender: names.append("render")
      case .didBecomeViewable: names.append("viewable")
      case .didChangeUserInterest(let isLooking): names.append("interest \(isLooking)")
      default: break
      }
    }
    #expect(names == ["render", "viewable", "interest true", "interest false"])
  }

  // G40
  @Test func anAdThatIsGivenUpWhileItIsLaidOutAnewIsSeenNoMore() throws {
    let ad = try #require(fixture.makeAd(1))
    let cell = cell()
    show(ad, in: cell, width: 140)
    cell.adView?.visibleFraction = 1
    fixture.serveAll()
    _ = fixture.ads.log.take()
    var isDone = false
    fixture.onCall = { [unowned cell] in
      guard !isDone else { return }
      isDone = true
      cell.prepareForReuse()
    }
    show(ad, in: cell, width: 100)
    #expect(isDone)
    fixture.ads.scheduler.advance(by: .seconds(5))
    #expect(!fixture.ads.log.take().contains("viewable"))
    // What it had loaded for the view goes with it.
    #expect(ad.image(of: .icon) == nil)
  }
}
