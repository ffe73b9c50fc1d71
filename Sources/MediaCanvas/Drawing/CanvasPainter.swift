#if Canvas
  internal import CCairo
  public import NativeAds

  /// Draws for a ``CanvasItem``, in points of the canvas. Straight edges are moved to whole pixels. What has no area, or
  /// stands where no canvas is, is not drawn; nor is what comes after the ``CanvasItem/draw(on:)`` that it was given to.
  @MainActor public final class CanvasPainter {
    /// Pixels a point.
    public let scale: Double
    let cairo: OpaquePointer
    private let fontMap: FontMap
    private var typesetter: Typesetter?
    private var isFinished = false
    /// The first thing that went wrong.
    private(set) var failure: CanvasError?

    init(cairo: OpaquePointer, scale: Double, fontMap: FontMap) {
      self.cairo = cairo
      self.scale = scale
      self.fontMap = fontMap
    }

    /// Gives back what drawing needed. Nothing can be drawn afterwards.
    func finish() {
      let status = cairo_status(cairo)
      if status != CAIRO_STATUS_SUCCESS {
        fail(
          status == CAIRO_STATUS_NO_MEMORY
            ? .outOfMemory : .drawingFailed(String(cString: cairo_status_to_string(status))))
      }
      typesetter?.finish()
      cairo_destroy(cairo)
      isFinished = true
    }

    /// Where a frame is drawn; `nil` where it is not.
    func rect(_ frame: LayoutRect) -> DeviceRect? {
      isFinished ? nil : DeviceRect(frame, scale: scale)
    }

    func fail(_ error: CanvasError) {
      if failure == nil { failure = error }
    }

    /// Draws something that leaves no clip and no path behind.
    func isolated(_ draw: () -> Void) {
      cairo_save(cairo)
      draw()
      cairo_restore(cairo)
      cairo_new_path(cairo)
    }

    /// Draws something less than opaque, as a whole.
    func faded(_ alpha: Double, _ draw: () -> Void) {
      guard alpha < 1 else { return draw() }
      guard alpha > 0 else { return }
      isolated {
        cairo_push_group(cairo)
        draw()
        cairo_pop_group_to_source(cairo)
        cairo_paint_with_alpha(cairo, alpha)
      }
    }

    /// Draws something that ends at the edges of a rectangle.
    func clipped(to rect: DeviceRect, cornerRadius: Double, _ draw: () -> Void) {
      isolated {
        path(rect, cornerRadius: cornerRadius)
        cairo_clip(cairo)
        draw()
      }
    }

    /// Draws a text in a frame: as many lines as it may have and the frame has room for, the last with an ellipsis where
    /// something is missing. Of a text of over 2,000 Unicode scalars the first count; control characters are drawn as
    /// spaces.
    /// - Parameters:
    ///   - color: takes the place of the text's own.
    ///   - direction: the direction in which the text begins; left to right by default.
    ///   - isCentered: whether the lines stand in the middle of the height; they begin at the upper edge by default.
    public func text(
      _ text: CardText, in frame: LayoutRect, color: PixelColor, direction: LayoutDirection = .leftToRight,
      isCentered: Bool = false
    ) {
      guard let rect = rect(frame) else { return }
      let typesetter = self.typesetter ?? Typesetter(cairo: cairo, scale: scale, fontMap: fontMap)
      self.typesetter = typesetter
      isolated {
        setSource(color, alpha: 1)
        typesetter.draw(text, in: rect, direction, isCentered: isCentered)
      }
    }

    /// Fills a rectangle.
    /// - Parameter cornerRadius: in points; 0 by default. Half of the shorter side at most.
    public func fill(_ frame: LayoutRect, _ color: PixelColor, cornerRadius: Double = 0) {
      guard let rect = rect(frame) else { return }
      fill(rect, color, cornerRadius: cornerRadius, alpha: 1)
    }

    func fill(_ rect: DeviceRect, _ color: PixelColor, cornerRadius: Double = 0, alpha: Double) {
      path(rect, cornerRadius: cornerRadius)
      setSource(color, alpha: alpha)
      cairo_fill(cairo)
    }

    func setSource(_ color: PixelColor, alpha: Double) {
      cairo_set_source_rgba(
        cairo, Double(color.red) / 255, Double(color.green) / 255, Double(color.blue) / 255,
        Double(color.alpha) / 255 * alpha)
    }

    private func path(_ rect: DeviceRect, cornerRadius: Double) {
      let radius = min(cornerRadius * scale, rect.width / 2, rect.height / 2)
      guard radius > 0 else { return cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height) }
      let (left, top) = (rect.x + radius, rect.y + radius)
      let (right, bottom) = (rect.x + rect.width - radius, rect.y + rect.height - radius)
      cairo_new_sub_path(cairo)
      cairo_arc(cairo, right, top, radius, -.pi / 2, 0)
      cairo_arc(cairo, right, bottom, radius, 0, .pi / 2)
      cairo_arc(cairo, left, bottom, radius, .pi / 2, .pi)
      cairo_arc(cairo, left, top, radius, .pi, .pi * 3 / 2)
      cairo_close_path(cairo)
    }
  }
#endif
