#if Canvas
  import LazyMedia
  import MediaCanvas
  import NativeAds

  /// A list of ads on a canvas.
  @MainActor final class DrawnFeed<Renderer: NativeAdListRenderer> where Renderer.Cell == CardCell {
    let list: NativeAdList<Renderer>
    let canvas: MediaCanvas
    let orientation: FeedOrientation
    let watch = LoadWatch()

    init(_ ads: [NativeAd], renderer: Renderer, style: DrawingStyle, settings: Settings) throws(CanvasError) {
      orientation = settings.orientation ?? (settings.renderer == .circular ? .horizontal : .vertical)
      let isHorizontal = orientation == .horizontal
      let margin = DrawingStyle.margin
      var size = LayoutSize(width: Double(settings.canvasWidth), height: Double(Settings.feedHeight))
      if let height = settings.canvasHeight {
        size.height = Double(height)
      } else if isHorizontal {
        let heights = ads.map { renderer.itemSize(in: size, for: $0).height }
        size.height = (heights.max() ?? 0) + 2 * margin
      }
      canvas = try style.canvas(size)
      list = NativeAdList(renderer: renderer, bounds: size)
      list.orientation = isHorizontal ? .horizontal : .vertical
      list.direction = style.direction
      list.insets =
        isHorizontal
        ? LayoutInsets(top: 0, leading: margin, bottom: 0, trailing: margin)
        : LayoutInsets(top: margin, leading: 0, bottom: margin, trailing: 0)
      for ad in ads { watch.watch(ad) }
      list.ads = ads
      canvas.add(CanvasList(list))
    }

    /// Returns once nothing more can come of the ads that are seen, or the time is over.
    func waitUntilSeenIsSettled(atMost limit: Duration) async {
      await watch.wait(atMost: limit) { [list] in
        list.visibleItems.allSatisfy { list.ads[$0.index].isSettled($0.cell.card?.shownAssets ?? []) }
      }
    }

    /// What was drawn last.
    var frame: FilmFrame {
      let viewport = list.geometry.viewport(at: list.contentOffset)
      return FilmFrame(
        offset: list.contentOffset,
        items: list.visibleItems.map { item in
          let surface = item.cell.surface as? CanvasCard
          var areas: [MediaAssetType: FilmFrame.Area] = [:]
          for (type, area) in [(MediaAssetType.media, surface?.mediaArea), (.icon, surface?.iconArea)] {
            guard let area, area.frame.width > 0 else { continue }
            areas[type] = FilmFrame.Area(
              frame: area.frame.offset(x: item.frame.x + viewport.x, y: item.frame.y + viewport.y),
              state: list.ads[item.index].loadingState(of: type))
          }
          return FilmFrame.Item(index: item.index, areas: areas)
        })
    }
  }
#endif
