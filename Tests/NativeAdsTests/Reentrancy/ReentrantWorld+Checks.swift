import LazyMedia

@testable import NativeAds

extension ReentrantWorld {
  /// Reports content that is not that of an area's ad.
  func checkContent(_ content: MediaContent, of asset: MediaAssetType, for ad: NativeAd?) {
    switch content {
    case .empty, .preview: return
    case .image(let image):
      let url = asset == .icon ? ad?.response.icon?.url : ad?.response.mainImage?.url
      let size = ServedFile(url: url)?.size
      if image.info.displaySize != size {
        report("\(asset): a picture of \(image.info.displaySize) instead of \(size?.description ?? "none")")
      }
    case .video:
      if asset != .media || ad?.mediaData?.mediaType != .video {
        report("\(asset): a video instead of an image")
      }
    }
  }

  /// Reports what may not be once the world is settled.
  func checkSettled() {
    for cell in cells {
      for (display, area) in [(cell.media, cell.view.mediaView), (cell.icon, cell.view.iconView)] {
        let isKnown = display.placeholders.last === area?.placeholderView
        if display.placeholders.count > 1 || !isKnown { report("a placeholder that the view does not know") }
      }
      if let ad = cell.view.nativeAd {
        if !ad.boundViews.contains(where: { $0 === cell.view }) {
          report("an ad that does not know its view")
        }
        checkArea(cell.media, of: .media, showing: ad, in: cell.view)
        checkArea(cell.icon, of: .icon, showing: ad, in: cell.view)
      } else {
        checkUnbound(cell)
      }
    }
    for ad in ads where ad.boundViews.contains(where: { $0.nativeAd !== ad }) {
      report("an ad that keeps a view of another")
    }
  }

  private func checkUnbound(_ cell: Cell) {
    for display in [cell.media, cell.icon] {
      if case .empty = display.content {} else { report("a view without ad that shows something") }
      if !display.placeholders.isEmpty { report("a view without ad that has a placeholder") }
    }
  }

  private func checkArea(
    _ display: ReentrantDisplay, of asset: MediaAssetType, showing ad: NativeAd, in view: NativeAdView
  ) {
    let state = ad.loadingState(of: asset)
    checkContent(display.content, of: asset, for: ad)
    switch display.content {
    case .empty:
      // What was let go on a memory warning may fail when it is loaded again.
      if state == .loaded, !hasFailures { report("\(asset): loaded, but not shown") }
      let mayWait = asset == .media && ad.mediaData?.mediaType == .video && !view.isInWindow
      if state == .loading, !mayWait { report("\(asset): loading for ever") }
    case .preview:
      if state != .failed { report("\(asset): a preview that stays") }
    case .image, .video: break
    }
  }
}
