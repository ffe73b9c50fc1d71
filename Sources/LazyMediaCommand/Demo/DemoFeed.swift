#if Canvas
  import LazyMedia
  import MediaCanvas
  import NativeAds

  /// Draws the first screen of a feed three times, side by side: when it is opened, while it loads, and loaded.
  @MainActor struct DemoFeed {
    private static let gap = 24.0

    let settings: Settings
    let transport: any Transport
    let output: RenderOutput

    /// Returns once the picture is written.
    func draw(_ sources: [CreativeSource], to path: String) async throws {
      let pipeline = MediaSetup.pipeline(
        for: settings, over: MeteredTransport(transport, headers: settings.headers))
      var ads: [NativeAd] = []
      for source in sources {
        ads.append(try await source.load(options: settings.drawnAdOptions(isLocal: false), from: pipeline))
      }
      let style = DrawingStyle(settings)
      let renderer = CoverRenderer(palette: style.palette, direction: style.direction) { style.makeSurface() }
      let feed = try DrawnFeed(ads, renderer: renderer, style: style, settings: settings)
      let seen = feed.list.visibleItems.map { ads[$0.index] }
      var pictures = [try feed.canvas.render()]
      for share in [0.6, 1] {
        await feed.watch.wait(atMost: settings.timeout) { seen.settledShare >= share }
        try Task.checkCancellation()
        pictures.append(try feed.canvas.render())
      }
      let row = PictureRow(pictures, size: feed.canvas.size, gap: Self.gap)
      let canvas = try style.canvas(row.size)
      canvas.add(row)
      try output.write(try PNGEncoder().encode(try canvas.render()), to: path, kind: "picture")
    }
  }

  /// Pictures of one size, side by side.
  @MainActor private final class PictureRow: CanvasItem {
    let size: LayoutSize
    private let pictures: [(pixels: PixelBuffer, frame: LayoutRect)]

    init(_ pictures: [PixelBuffer], size: LayoutSize, gap: Double) {
      self.pictures = pictures.enumerated().map { index, pixels in
        let x = Double(index) * (size.width + gap)
        return (pixels, LayoutRect(x: x, y: 0, width: size.width, height: size.height))
      }
      self.size = LayoutSize(width: self.pictures.last?.frame.maxX ?? size.width, height: size.height)
    }

    func draw(on painter: CanvasPainter) {
      for picture in pictures { painter.picture(picture.pixels, in: picture.frame, fit: .fill) }
    }
  }

  extension [NativeAd] {
    /// Which part of their assets is loaded or has failed, 0 to 1.
    @MainActor fileprivate var settledShare: Double {
      let states = flatMap { ad in MediaAssetType.allCases.map { ad.loadingState(of: $0) } }.filter {
        $0 != .none
      }
      return states.isEmpty ? 1 : Double(states.count { $0 != .loading }) / Double(states.count)
    }
  }
#endif
