import LazyMedia
import LazyMediaTesting
import MediaTransportTesting
import Testing

@testable import NativeAds

/// Placeholders of a bound view: who shows them, and when they go by themselves.
@MainActor @Suite struct PlaceholderTests {
  private let fixture = AdFixture()

  private func show(on view: NativeAdView) {
    view.mediaView?.showPlaceholder()
    view.showIconPlaceholder()
    _ = fixture.log.take()
  }

  // G28, A8
  @Test func aPlaceholderBeforeAnAdIsBoundIsNotShownAndDiagnosed() {
    let view = fixture.view()
    var diagnostics: [NativeAdView.Diagnostic] = []
    view.diagnosticHandler = { diagnostics.append($0) }
    view.mediaView?.showPlaceholder { _ in Issue.record("configured") }
    view.showIconPlaceholder()
    #expect(diagnostics == [.placeholderBeforeBinding, .placeholderBeforeBinding])
    #expect(view.mediaView?.placeholderView == nil)
    #expect(fixture.log.lines.isEmpty)
  }

  // G29
  @Test func aPlaceholderIsAFreshViewThatTheClosureSetsUpBeforeItIsSeen() throws {
    let (_, view) = try fixture.boundAd()
    var first: PlaceholderView?
    view.mediaView?.showPlaceholder { placeholder in
      #expect(fixture.log.lines.isEmpty)
      placeholder.content = .color(PixelColor(red: 1, green: 2, blue: 3))
      placeholder.contentMode = .contain
      placeholder.clipsToBounds = false
      first = placeholder
    }
    #expect(fixture.log.take() == ["media placeholder"])
    #expect(view.mediaView?.placeholderView === first)
    view.mediaView?.showPlaceholder { second in
      #expect(second !== first)
      #expect(second.contentMode == .cover)
      #expect(second.clipsToBounds)
    }
    view.showIconPlaceholder()
    guard case .bare? = view.iconView?.placeholderView?.content else {
      Issue.record("not bare")
      return
    }
  }

  // G30, G44
  @Test func nothingShowsAPlaceholderByItself() throws {
    let (ad, view) = try fixture.boundAd()
    fixture.fail(SampleAd.iconURL)
    fixture.serveMedia()
    ad.retryFailedAssets()
    fixture.settle()
    view.nativeAd = nil
    view.nativeAd = ad
    fixture.settle()
    #expect(!fixture.log.lines.contains { $0.contains("placeholder") })
  }

  // G31
  @Test func placeholdersGoOnceIconAndMediaAreLoadedNotBefore() throws {
    let (_, view) = try fixture.boundAd()
    show(on: view)
    fixture.serveIcon()
    #expect(fixture.log.take() == ["icon image 4x2", "icon loaded"])
    fixture.serveMedia()
    #expect(
      fixture.log.take() == [
        "media image 32x16", "media loaded", "media placeholder gone", "icon placeholder gone", "didLoad",
      ])
  }

  // G32, G44, A12
  @Test(arguments: [true, false])
  func whereOneFailsNoPlaceholderGoesByItself(iconFails: Bool) throws {
    let (_, view) = try fixture.boundAd()
    show(on: view)
    if iconFails { fixture.fail(SampleAd.iconURL) } else { fixture.serveIcon() }
    if iconFails { fixture.serveMedia() } else { fixture.fail(SampleAd.mediaURL) }
    #expect(view.mediaView?.placeholderView != nil)
    #expect(view.iconView?.placeholderView != nil)
    view.removePlaceholders()
    #expect(fixture.log.take().suffix(2) == ["media placeholder gone", "icon placeholder gone"])
  }

  // G33
  // FAULTS 23
  @Test func aPlaceholderTakesThePlaceOfTheOneBefore() throws {
    let (_, view) = try fixture.boundAd()
    show(on: view)
    view.placeholderWillRemoveHandler = { _, _ in Issue.record("asked to remove one that is replaced") }
    fixture.onEvent = { _, line in
      if line.hasPrefix("didFail") { view.mediaView?.showPlaceholder { $0.content = .bare } }
    }
    let first = view.mediaView?.placeholderView
    fixture.fail(SampleAd.mediaURL)
    #expect(
      fixture.log.take() == [
        "media failed", "didFail media badStatus", "media placeholder gone", "media placeholder",
      ])
    #expect(first?.isInstalled == false)
    #expect(view.mediaView?.placeholderView?.isInstalled == true)
  }

  // G34
  @Test func onlyPlaceholdersAreRemovedNotWhatTheAreaShows() throws {
    let (_, view) = try fixture.boundAd()
    view.mediaView?.showPlaceholder()
    _ = fixture.log.take()
    fixture.serveAll()
    #expect(fixture.log.take().count { $0.hasSuffix("gone") } == 1)
    view.removePlaceholders()
    view.removePlaceholder(for: .icon)
    #expect(fixture.log.lines.isEmpty)
  }

  // G39
  @Test func removalByTheProgramRemovesBothOrOneIfAskedFor() throws {
    let (_, view) = try fixture.boundAd()
    show(on: view)
    view.removePlaceholders()
    #expect(fixture.log.take() == ["media placeholder gone", "icon placeholder gone"])
    show(on: view)
    view.removePlaceholder(for: .icon)
    #expect(fixture.log.take() == ["icon placeholder gone"])
    #expect(view.mediaView?.placeholderView != nil)
  }

  // A7
  @Test func aPlaceholderShownAfterLoadingStaysUntilTheProgramRemovesIt() throws {
    let (_, view) = try fixture.boundAd()
    var diagnostics: [NativeAdView.Diagnostic] = []
    view.diagnosticHandler = { diagnostics.append($0) }
    fixture.serveAll()
    show(on: view)
    #expect(diagnostics == [.placeholderAfterLoading, .placeholderAfterLoading])
    fixture.settle()
    fixture.scheduler.advance(by: .seconds(60))
    #expect(view.mediaView?.placeholderView != nil)
    view.removePlaceholders()
    #expect(fixture.log.take() == ["media placeholder gone", "icon placeholder gone"])
  }

  // A7, A1
  @Test func aPlaceholderShownInsideDidLoadStays() throws {
    let (_, view) = try fixture.boundAd()
    fixture.onEvent = { _, line in
      if line == "didLoad" { view.mediaView?.showPlaceholder() }
    }
    fixture.serveAll()
    #expect(view.mediaView?.placeholderView != nil)
  }

  // A12
  @Test func placeholdersGoEachWithItsAssetIfAskedFor() throws {
    let (_, view) = try fixture.boundAd()
    view.placeholderRemoval = .perAsset
    show(on: view)
    fixture.fail(SampleAd.iconURL)
    #expect(fixture.log.take() == ["icon failed", "didFail icon badStatus"])
    fixture.serveMedia()
    #expect(fixture.log.take() == ["media image 32x16", "media loaded", "media placeholder gone"])
    #expect(view.iconView?.placeholderView != nil)
  }

  // G32
  @Test func aFailurePlaceholderTakesThePlaceWhereAnAssetFails() throws {
    let (ad, view) = try fixture.boundAd()
    view.failurePlaceholder = { placeholder, type in
      placeholder.content = .color(PixelColor(red: type == .icon ? 1 : 2, green: 0, blue: 0))
    }
    show(on: view)
    fixture.fail(SampleAd.iconURL)
    #expect(
      fixture.log.take() == [
        "icon failed", "icon placeholder gone", "icon placeholder", "didFail icon badStatus",
      ])
    guard case .color(PixelColor(red: 1, green: 0, blue: 0))? = view.iconView?.placeholderView?.content else {
      Issue.record("another placeholder")
      return
    }
    ad.retryFailedAssets()
    fixture.settle()
    fixture.serveAll()
    #expect(view.iconView?.placeholderView == nil)
    #expect(view.mediaView?.placeholderView == nil)
  }

  // A1
  @Test func aProgressivePictureIsPreviewedInThePlaceholderThatWaitsForIt() throws {
    let view = fixture.view()
    let ad = try #require(fixture.ad(SampleAd.openRTB()))
    view.nativeAd = ad
    view.mediaView?.showPlaceholder { $0.content = .preview }
    fixture.settle()
    let transfer = try #require(fixture.transport.transfer(for: SampleAd.mediaURL))
    let file = SampleFile.padded(SampleFile.progressiveJPEG48x48, toAtLeast: 40_000)
    transfer.respond(expectedBytes: file.count)
    transfer.send(Array(file.dropLast(60)))
    fixture.settle()
    #expect(view.mediaView?.placeholderView?.preview != nil)
    #expect(ad.mediaLoadingState == .loading)
  }
}
