import LazyMedia
import LazyMediaTesting
import Testing

@testable import NativeAds

/// Placeholders that are taken away by a handler, in its own time.
@MainActor @Suite struct PlaceholderRemovalTests {
  private let fixture = AdFixture()

  /// The removals that a handler was asked for.
  private final class Removals {
    var all: [(placeholder: PlaceholderView, remove: @MainActor () -> Void)] = []
  }

  private func boundView() throws -> (ad: NativeAd, view: NativeAdView, removals: Removals) {
    let (ad, view) = try fixture.boundAd()
    let removals = Removals()
    view.placeholderWillRemoveHandler = { removals.all.append(($0, $1)) }
    view.mediaView?.showPlaceholder()
    view.showIconPlaceholder()
    _ = fixture.log.take()
    return (ad, view, removals)
  }

  // G35, G36, G37
  @Test func afterLoadingTheHandlerRemovesEachPlaceholderWhenItLikes() throws {
    let (_, view, removals) = try boundView()
    let placeholders = [view.mediaView?.placeholderView, view.iconView?.placeholderView]
    fixture.serveAll()
    #expect(removals.all.count == 2)
    #expect(removals.all[0].placeholder === placeholders[0])
    #expect(removals.all[1].placeholder === placeholders[1])
    #expect(view.pendingRemovals == 2)
    #expect(fixture.log.take().last == "didLoad")
    removals.all[1].remove()
    #expect(fixture.log.take() == ["icon placeholder gone"])
    removals.all[0].remove()
    #expect(fixture.log.take() == ["media placeholder gone"])
    #expect(view.pendingRemovals == 0)
  }

  // G36
  @Test func theHandlerIsCalledForRemovalsByTheProgramToo() throws {
    let (_, view, removals) = try boundView()
    view.removePlaceholders()
    #expect(removals.all.count == 2)
    #expect(fixture.log.lines.isEmpty)
  }

  // G36
  @Test func withoutAHandlerPlaceholdersGoAtOnce() throws {
    let (_, view, _) = try boundView()
    view.placeholderWillRemoveHandler = nil
    view.removePlaceholders()
    #expect(fixture.log.take() == ["media placeholder gone", "icon placeholder gone"])
  }

  // G35
  @Test func aHandlerMayRemoveInsideItsCallAndCallTooOften() throws {
    let (_, view, removals) = try boundView()
    view.placeholderWillRemoveHandler = { _, remove in
      remove()
      remove()
    }
    view.removePlaceholders()
    #expect(fixture.log.take() == ["media placeholder gone", "icon placeholder gone"])
    #expect(removals.all.isEmpty)
  }

  // A6
  @Test func aPlaceholderWhoseRemovalNeverEndsStaysAndIsNotAskedForTwice() throws {
    let (_, view, removals) = try boundView()
    fixture.serveAll()
    view.removePlaceholders()
    view.removePlaceholder(for: .media)
    fixture.scheduler.advance(by: .seconds(3600))
    #expect(removals.all.count == 2)
    #expect(view.pendingRemovals == 2)
    #expect(view.mediaView?.placeholderView != nil)
  }

  // A6
  @Test func aRemovalThatNeverEndsIsEndedAfterATimeIfAskedFor() throws {
    let (_, view, removals) = try boundView()
    view.placeholderRemovalTimeout = .seconds(2)
    view.removePlaceholders()
    removals.all[1].remove()
    _ = fixture.log.take()
    fixture.scheduler.advance(by: .milliseconds(1_999))
    #expect(view.pendingRemovals == 1)
    fixture.scheduler.advance(by: .milliseconds(1))
    #expect(fixture.log.take() == ["media placeholder gone"])
    removals.all[0].remove()
    #expect(fixture.log.lines.isEmpty)
  }

  // A6
  @Test func theTimeOfOneRemovalDoesNotEndTheNext() throws {
    let (_, view, removals) = try boundView()
    view.placeholderRemovalTimeout = .seconds(2)
    view.removePlaceholder(for: .media)
    fixture.scheduler.advance(by: .seconds(1))
    view.mediaView?.showPlaceholder()
    view.removePlaceholder(for: .media)
    fixture.scheduler.advance(by: .milliseconds(1_500))
    #expect(view.pendingRemovals == 1)
    #expect(removals.all.count == 2)
    fixture.scheduler.advance(by: .milliseconds(500))
    #expect(view.pendingRemovals == 0)
  }

  // A6
  @Test func givingTheViewUpDropsPlaceholdersWithoutTheHandler() throws {
    let (_, view, removals) = try boundView()
    view.removePlaceholder(for: .media)
    view.nativeAd = nil
    #expect(removals.all.count == 1)
    #expect(view.pendingRemovals == 0)
    #expect(
      fixture.log.take().filter { $0.hasSuffix("gone") } == [
        "media placeholder gone", "icon placeholder gone",
      ])
  }

  // A6
  @Test func aViewThatIsLetGoDropsItsPlaceholders() throws {
    var view: NativeAdView? = fixture.view()
    weak let held = view
    let ad = try #require(fixture.ad(SampleAd.openRTB()))
    view?.nativeAd = ad
    view?.mediaView?.showPlaceholder()
    fixture.settle()
    _ = fixture.log.take()
    view = nil
    #expect(held == nil)
    #expect(fixture.log.take().contains("media placeholder gone"))
    #expect(fixture.activeURLs.isEmpty)
  }

  // A5, G38
  @Test func aRemovalThatEndsAfterReuseTouchesNothingOfTheNextAd() throws {
    let (_, view, removals) = try boundView()
    view.removePlaceholders()
    view.prepareForReuse()
    #expect(view.mediaView?.placeholderView == nil)
    let next = try #require(fixture.ad(SampleAd.openRTB()))
    view.nativeAd = next
    view.mediaView?.showPlaceholder()
    view.showIconPlaceholder()
    _ = fixture.log.take()
    for removal in removals.all {
      removal.remove()
      removal.remove()
    }
    #expect(fixture.log.lines.isEmpty)
    #expect(view.mediaView?.placeholderView != nil)
    view.removePlaceholders()
    for removal in removals.all.prefix(2) { removal.remove() }
    #expect(fixture.log.lines.isEmpty)
    #expect(view.pendingRemovals == 2)
  }

  // A5
  @Test func aPlaceholderShownWhileAnotherLeavesDropsThatAtOnce() throws {
    let (_, view, removals) = try boundView()
    view.removePlaceholder(for: .media)
    view.mediaView?.showPlaceholder()
    #expect(fixture.log.take() == ["media placeholder gone", "media placeholder"])
    #expect(removals.all.count == 1)
    removals.all[0].remove()
    #expect(view.mediaView?.placeholderView != nil)
    #expect(view.pendingRemovals == 0)
  }

  // G38, G36
  @Test func removalBeforeReuseGoesThroughTheHandlerAndReuseEndsIt() throws {
    let (_, view, removals) = try boundView()
    view.removePlaceholders()
    #expect(removals.all.count == 2)
    #expect(fixture.log.lines.isEmpty)
    view.prepareForReuse()
    #expect(
      fixture.log.take().filter { $0.hasSuffix("gone") } == [
        "media placeholder gone", "icon placeholder gone",
      ])
    #expect(removals.all.count == 2)
  }

  // G38
  @Test func bindingAnotherAdLeavesNoPlaceholderOfTheFirst() throws {
    let (_, view, _) = try boundView()
    view.nativeAd = fixture.ad(SampleAd.openRTB())
    #expect(view.mediaView?.placeholderView == nil)
    #expect(view.iconView?.placeholderView == nil)
  }

  // G35, A5
  @Test func aHandlerMayGiveTheViewUp() throws {
    let (_, view, _) = try boundView()
    var calls = 0
    view.placeholderWillRemoveHandler = { _, remove in
      calls += 1
      view.nativeAd = nil
      remove()
    }
    fixture.serveAll()
    #expect(calls == 1)
    #expect(view.pendingRemovals == 0)
    #expect(
      fixture.log.take().filter { $0.hasSuffix("gone") }.sorted() == [
        "icon placeholder gone", "media placeholder gone",
      ])
  }
}
