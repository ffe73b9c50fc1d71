#if Canvas
  import LazyMedia
  import MediaCanvas
  import NativeAds

  /// How ads are drawn, as options say.
  @MainActor struct DrawingStyle {
    let scale: Double
    let palette: CardPalette
    let direction: LayoutDirection
    let fonts: CanvasFonts

    /// The space around what is drawn, in points.
    static let margin = 16.0

    init(_ settings: Settings) {
      scale = Double(settings.scale)
      palette = settings.isDark ? .dark : .light
      direction = settings.isRightToLeft ? .rightToLeft : .leftToRight
      fonts = settings.fonts == .system ? .system : .bundled
    }

    func canvas(_ size: LayoutSize) throws(CanvasError) -> MediaCanvas {
      try MediaCanvas(size: size, scale: scale, background: palette[.background], fonts: fonts)
    }

    func makeSurface() -> CanvasCard { CanvasCard(scale: scale, palette: palette) }
  }

  extension Settings {
    /// What ads that are drawn are asked for with: pictures as the canvas takes them, and only of ads that are seen.
    func drawnAdOptions(isLocal: Bool) -> NativeAdOptions {
      var options = adOptions(isLocal: isLocal)
      options.renderingSetting.pixelFormat = .bgra8
      options.renderingSetting.alphaMode = .premultiplied
      options.loadsUnboundAssets = false
      options.videoTargetWidth = canvasWidth * scale
      return options
    }
  }
#endif
