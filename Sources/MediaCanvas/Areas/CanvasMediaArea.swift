#if Canvas
  public import NativeAds

  /// An area for a picture on a ``MediaCanvas``.
  @MainActor public final class CanvasMediaArea: MediaDisplay, CanvasItem {
    /// Where it stands on the canvas, in points.
    public var frame: LayoutRect
    /// Pixels a point, as pictures are decoded for; that of the canvas.
    public let scale: Double
    /// How a picture fills the area; `contain` by default. It is that of the ``MediaView`` that the area shows.
    public var contentMode = ContentFit.contain
    /// The radius of its corners, in points; 0 by default.
    public var cornerRadius = 0.0
    /// How opaque it is, placeholder included, 0 to 1; 1 by default.
    public var alpha = 1.0
    /// What it shows under the placeholder.
    public private(set) var content = MediaContent.empty
    /// The placeholder.
    public private(set) var placeholder: PlaceholderView?

    private var contentPixels = DrawablePixels()
    private var placeholderPixels = DrawablePixels()

    /// Creates an empty area.
    /// - Parameter scale: pixels a point; 1 by default.
    public init(frame: LayoutRect = LayoutRect(x: 0, y: 0, width: 0, height: 0), scale: Double = 1) {
      self.frame = frame
      self.scale = scale
    }

    /// See `MediaDisplay`; `nil` for an area that no canvas can have.
    public var pixelSize: PixelSize? {
      let (width, height) = (
        DeviceRect.length(frame.width, scale), DeviceRect.length(frame.height, scale)
      )
      let limit = Double(MediaCanvas.maximumSide)
      guard width >= 1, height >= 1, width <= limit, height <= limit else { return nil }
      return PixelSize(width: Int(width), height: Int(height))
    }

    /// See `MediaDisplay`.
    public func show(_ content: MediaContent) {
      contentPixels.forget()
      self.content = content
    }

    /// See `MediaDisplay`.
    public func install(_ placeholder: PlaceholderView) {
      placeholderPixels.forget()
      self.placeholder = placeholder
    }

    /// See `MediaDisplay`. It is read when it is drawn.
    public func update(_ placeholder: PlaceholderView) {}

    /// See `MediaDisplay`.
    public func uninstall(_ placeholder: PlaceholderView) {
      guard placeholder === self.placeholder else { return }
      placeholderPixels.forget()
      self.placeholder = nil
    }

    /// See ``CanvasItem``.
    public func draw(on painter: CanvasPainter) { draw(on: painter, x: 0, y: 0) }

    /// Draws it moved by so much.
    func draw(on painter: CanvasPainter, x: Double, y: Double) {
      guard let rect = painter.rect(frame.offset(x: x, y: y)) else { return }
      painter.faded(alpha) {
        painter.clipped(to: rect, cornerRadius: cornerRadius) { drawContent(on: painter, rect) }
        guard let placeholder else { return }
        if placeholder.clipsToBounds {
          painter.clipped(to: rect, cornerRadius: cornerRadius) { draw(placeholder, on: painter, rect) }
        } else {
          draw(placeholder, on: painter, rect)
        }
      }
    }

    private func drawContent(on painter: CanvasPainter, _ rect: DeviceRect) {
      switch content {
      case .empty: break
      case .preview(let preview): draw(preview.pixels, on: painter, rect)
      case .image(let image): draw(image.pixels, on: painter, rect)
      case .video: painter.video(in: rect)
      }
    }

    private func draw(_ pixels: PixelBuffer, on painter: CanvasPainter, _ rect: DeviceRect) {
      painter.picture(pixels, in: rect, fit: contentMode, alpha: 1, cache: &contentPixels)
    }

    private func draw(_ placeholder: PlaceholderView, on painter: CanvasPainter, _ rect: DeviceRect) {
      let alpha = min(1, placeholder.alpha)
      guard alpha > 0 else { return }
      let fit: ContentFit
      switch placeholder.content {
      case .bare: return
      case .color(let color): return painter.fill(rect, color, alpha: alpha)
      case .image: fit = placeholder.contentMode
      case .blurHash, .thumbHash: fit = .fill
      // Where the picture will stand.
      case .preview: fit = contentMode
      }
      guard let pixels = placeholder.pixels else { return }
      painter.picture(pixels, in: rect, fit: fit, alpha: alpha, cache: &placeholderPixels)
    }
  }
#endif
