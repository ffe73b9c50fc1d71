#if GTK
  import CGTK
  import NativeAds

  /// What is drawn on a `GtkSnapshot`, in points.
  extension OpaquePointer {
    /// Cuts off what is drawn until the matching `gtk_snapshot_pop`.
    func clip(to frame: LayoutRect, radius: Double) {
      var bounds = frame.graphene
      guard radius > 0 else { return gtk_snapshot_push_clip(self, &bounds) }
      var rounded = frame.rounded(radius)
      gtk_snapshot_push_rounded_clip(self, &rounded)
    }

    func fill(_ frame: LayoutRect, with color: PixelColor) {
      fill(frame, with: GdkRGBA(color))
    }

    func fill(_ frame: LayoutRect, radius: Double = 0, with color: GdkRGBA) {
      var (color, bounds) = (color, frame.graphene)
      guard radius > 0 else { return gtk_snapshot_append_color(self, &color, &bounds) }
      clip(to: frame, radius: radius)
      gtk_snapshot_append_color(self, &color, &bounds)
      gtk_snapshot_pop(self)
    }

    /// A line inside of a frame.
    func outline(_ frame: LayoutRect, radius: Double, width: Double, with color: GdkRGBA) {
      var rounded = frame.rounded(radius)
      let widths = [Float](repeating: Float(width), count: 4)
      let colors = [color, color, color, color]
      gtk_snapshot_append_border(self, &rounded, widths, colors)
    }

    @MainActor func draw(_ texture: PixelTexture, in frame: LayoutRect) {
      var bounds = frame.graphene
      gtk_snapshot_append_texture(self, texture.texture, &bounds)
    }
  }

  extension GdkRGBA {
    init(_ color: PixelColor) {
      self.init(
        red: Float(color.red) / 255, green: Float(color.green) / 255, blue: Float(color.blue) / 255,
        alpha: Float(color.alpha) / 255)
    }
  }

  extension LayoutRect {
    var graphene: graphene_rect_t {
      graphene_rect_t(
        origin: graphene_point_t(x: Float(x), y: Float(y)),
        size: graphene_size_t(width: Float(max(0, width)), height: Float(max(0, height))))
    }

    fileprivate func rounded(_ radius: Double) -> GskRoundedRect {
      var (rounded, bounds) = (GskRoundedRect(), graphene)
      gsk_rounded_rect_init_from_rect(&rounded, &bounds, Float(max(0, min(radius, min(width, height) / 2))))
      return rounded
    }
  }
#endif
