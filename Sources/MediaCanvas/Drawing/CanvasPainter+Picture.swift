#if Canvas
  internal import CCairo
  public import NativeAds

  extension CanvasPainter {
    /// Draws a picture in a frame. Only ``ContentFit/fill`` distorts it; ``ContentFit/center`` draws a pixel of the picture
    /// on a pixel of the canvas. A picture with a side of over 16,384 pixels may not be drawn.
    /// - Parameters:
    ///   - cornerRadius: of the frame, in points; 0 by default.
    ///   - alpha: 0 to 1; 1 by default.
    public func picture(
      _ pixels: PixelBuffer, in frame: LayoutRect, fit: ContentFit, cornerRadius: Double = 0,
      alpha: Double = 1
    ) {
      guard let rect = rect(frame), alpha > 0 else { return }
      var cache = DrawablePixels()
      clipped(to: rect, cornerRadius: cornerRadius) {
        picture(pixels, in: rect, fit: fit, alpha: alpha, cache: &cache)
      }
    }

    /// Draws a picture in a rectangle, out of which it may stand.
    func picture(
      _ pixels: PixelBuffer, in rect: DeviceRect, fit: ContentFit, alpha: Double,
      cache: inout DrawablePixels
    ) {
      let drawable: PixelBuffer
      do { drawable = try cache.pixels(for: pixels) } catch { return fail(.outOfMemory) }
      let place = PicturePlace(of: drawable.size, in: rect, fit: fit)
      drawable.withUnsafeBytes { bytes in
        // Cairo reads it only.
        let start = UnsafeMutableRawPointer(mutating: bytes.baseAddress)
        let surface = cairo_image_surface_create_for_data(
          start?.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32,
          Int32(clamping: drawable.size.width),
          Int32(clamping: drawable.size.height), Int32(clamping: drawable.bytesPerRow))
        defer { cairo_surface_destroy(surface) }
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS else { return }
        draw(surface, drawable.size, at: place, alpha: alpha)
        // Whoever may still refer to it finds no pixels.
        cairo_surface_finish(surface)
      }
    }

    private func draw(_ surface: OpaquePointer?, _ size: PixelSize, at place: PicturePlace, alpha: Double) {
      isolated {
        cairo_rectangle(cairo, place.x, place.y, place.width, place.height)
        cairo_clip(cairo)
        cairo_translate(cairo, place.x, place.y)
        if !place.isExact {
          cairo_scale(cairo, place.width / Double(size.width), place.height / Double(size.height))
        }
        cairo_set_source_surface(cairo, surface, 0, 0)
        let pattern = cairo_get_source(cairo)
        cairo_pattern_set_filter(pattern, place.isExact ? CAIRO_FILTER_NEAREST : CAIRO_FILTER_GOOD)
        // At its edges the picture does not fade.
        cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD)
        cairo_paint_with_alpha(cairo, alpha)
        cairo_set_source_rgb(cairo, 0, 0, 0)
      }
    }
  }
#endif
