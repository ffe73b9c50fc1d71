#if Canvas
  internal import CCairo
  public import NativeAds

  extension CanvasPainter {
    /// Draws the AdChoices mark in the largest square in the middle of a frame: a triangle with an i, on a pale ground.
    public func adChoicesMark(in frame: LayoutRect) {
      guard let rect = rect(frame) else { return }
      let side = min(rect.width, rect.height)
      isolated {
        cairo_translate(cairo, rect.x + (rect.width - side) / 2, rect.y + (rect.height - side) / 2)
        cairo_scale(cairo, side, side)
        // All in parts of the side from here on.
        roundSquare(radius: 0.2)
        cairo_set_source_rgba(cairo, 1, 1, 1, 0.85)
        cairo_fill(cairo)
        triangle(left: 0.26, right: 0.84, height: 0.56)
        cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND)
        cairo_set_line_width(cairo, 0.12)
        cairo_set_source_rgb(cairo, 0, 0.62, 0.74)
        cairo_stroke_preserve(cairo)
        cairo_fill(cairo)
        cairo_set_source_rgb(cairo, 1, 1, 1)
        cairo_arc(cairo, 0.43, 0.36, 0.062, 0, .pi * 2)
        cairo_fill(cairo)
        cairo_rectangle(cairo, 0.375, 0.45, 0.11, 0.24)
        cairo_fill(cairo)
      }
    }

    /// Draws the mark that closes something, a cross, in the largest square in the middle of a frame.
    public func closeMark(in frame: LayoutRect, _ color: PixelColor) {
      guard let rect = rect(frame) else { return }
      let side = min(rect.width, rect.height)
      isolated {
        cairo_translate(cairo, rect.x + (rect.width - side) / 2, rect.y + (rect.height - side) / 2)
        cairo_scale(cairo, side, side)
        for (top, bottom) in [(0.32, 0.68), (0.68, 0.32)] {
          cairo_move_to(cairo, 0.32, top)
          cairo_line_to(cairo, 0.68, bottom)
        }
        cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND)
        cairo_set_line_width(cairo, 0.08)
        setSource(color, alpha: 1)
        cairo_stroke(cairo)
      }
    }

    /// Draws what stands for a video that nobody plays: a dark ground, a mark to play it.
    func video(in rect: DeviceRect) {
      isolated {
        cairo_rectangle(cairo, rect.x, rect.y, rect.width, rect.height)
        cairo_set_source_rgb(cairo, 0.09, 0.1, 0.12)
        cairo_fill(cairo)
        let side = min(rect.width, rect.height, 160 * scale) * 0.4
        cairo_translate(cairo, rect.x + (rect.width - side) / 2, rect.y + (rect.height - side) / 2)
        cairo_scale(cairo, side, side)
        cairo_arc(cairo, 0.5, 0.5, 0.5, 0, .pi * 2)
        cairo_set_source_rgba(cairo, 1, 1, 1, 0.92)
        cairo_fill(cairo)
        triangle(left: 0.38, right: 0.76, height: 0.44)
        cairo_set_source_rgb(cairo, 0.09, 0.1, 0.12)
        cairo_fill(cairo)
      }
    }

    private func triangle(left: Double, right: Double, height: Double) {
      cairo_move_to(cairo, left, 0.5 - height / 2)
      cairo_line_to(cairo, right, 0.5)
      cairo_line_to(cairo, left, 0.5 + height / 2)
      cairo_close_path(cairo)
    }

    private func roundSquare(radius: Double) {
      cairo_arc(cairo, 1 - radius, radius, radius, -.pi / 2, 0)
      cairo_arc(cairo, 1 - radius, 1 - radius, radius, 0, .pi / 2)
      cairo_arc(cairo, radius, 1 - radius, radius, .pi / 2, .pi)
      cairo_arc(cairo, radius, radius, radius, .pi, .pi * 3 / 2)
      cairo_close_path(cairo)
    }
  }
#endif
