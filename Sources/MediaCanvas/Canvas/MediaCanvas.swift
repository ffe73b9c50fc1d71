#if Canvas
  internal import CCairo
  public import NativeAds

  /// Draws ads into pictures, without a window: what is added to it is drawn, in its present state, as often as it is asked
  /// for. The same state gives the same pixels, on every machine, with the bundled fonts.
  ///
  /// ```swift
  /// let canvas = try MediaCanvas(size: LayoutSize(width: 390, height: 300), scale: 2)
  /// let card = CanvasCard(scale: 2)
  /// canvas.add(card)
  /// CardCell(surface: card).show(ad, card: layout)
  /// let png = try PNGEncoder().encode(canvas.render())
  /// ```
  @MainActor public final class MediaCanvas {
    /// Most pixels along a side.
    public nonisolated static let maximumSide = 16_384
    /// Most pixels in all: 256 MiB.
    public nonisolated static let maximumPixelCount = 64 << 20

    /// The size, in points.
    public let size: LayoutSize
    /// Pixels a point, 1 to 3.
    public let scale: Double
    /// The size of what is drawn, in pixels.
    public let pixelSize: PixelSize
    /// What is behind everything; `nil` is transparent.
    public var background: PixelColor?
    /// What texts are drawn with.
    public let fonts: CanvasFonts
    /// What is drawn, the hindmost first.
    public private(set) var items: [any CanvasItem] = []

    /// Creates an empty canvas.
    ///
    /// Throws ``CanvasError``: for a scale factor that is not 1 to 3, and for a size that is not positive or too large.
    /// - Parameters:
    ///   - size: its size, in points.
    ///   - scale: pixels a point; 1 by default.
    ///   - background: what is behind everything; `nil`, the default, is transparent.
    ///   - fonts: what texts are drawn with; the bundled font by default.
    public init(
      size: LayoutSize, scale: Double = 1, background: PixelColor? = nil, fonts: CanvasFonts = .bundled
    ) throws(CanvasError) {
      guard scale >= 1, scale <= 3 else { throw .invalidScale(scale) }
      let (width, height) = ((size.width * scale).rounded(), (size.height * scale).rounded())
      guard width >= 1, height >= 1 else { throw .invalidSize(size) }
      let side = Double(Self.maximumSide)
      guard width <= side, height <= side, width * height <= Double(Self.maximumPixelCount) else {
        throw .tooLarge(size, scale: scale)
      }
      self.size = size
      self.scale = scale
      self.background = background
      self.fonts = fonts
      pixelSize = PixelSize(width: Int(width), height: Int(height))
    }

    /// Draws something too, in front of what there is.
    public func add(_ item: any CanvasItem) { items.append(item) }

    /// Does not draw something any more.
    public func remove(_ item: any CanvasItem) { items.removeAll { $0 === item } }

    /// Draws everything as it is now: BGRA8, premultiplied.
    ///
    /// Throws ``CanvasError``.
    public func render() throws(CanvasError) -> PixelBuffer {
      let fontMap = try FontMap.shared(fonts)
      var failure: CanvasError?
      let pixels: PixelBuffer
      do {
        pixels = try PixelBuffer(
          size: pixelSize, format: .bgra8, alphaMode: .premultiplied, isOpaque: background?.alpha == 255
        ) { failure = draw(into: $0, fontMap) }
      } catch { throw .outOfMemory }
      if let failure { throw failure }
      return pixels
    }

    /// Draws into the pixels of the result: nothing is copied.
    private func draw(into bytes: UnsafeMutableRawBufferPointer, _ fontMap: FontMap) -> CanvasError? {
      let surface = cairo_image_surface_create_for_data(
        bytes.baseAddress?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
        Int32(pixelSize.width), Int32(pixelSize.height), Int32(pixelSize.width * 4))
      defer { cairo_surface_destroy(surface) }
      guard let cairo = cairo_create(surface) else { return .outOfMemory }
      let painter = CanvasPainter(cairo: cairo, scale: scale, fontMap: fontMap)
      if let background {
        painter.fill(LayoutRect(x: 0, y: 0, width: size.width + 1, height: size.height + 1), background)
      }
      for item in items { painter.isolated { item.draw(on: painter) } }
      painter.finish()
      cairo_surface_finish(surface)
      return painter.failure
    }
  }
#endif
