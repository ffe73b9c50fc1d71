#if Canvas
  internal import CCairo
  internal import CPango
  internal import NativeAds

  /// Lays texts out and draws them, as outlines: glyphs stand where the layout puts them, at any scale, not at whole pixels.
  @MainActor final class Typesetter {
    private let cairo: OpaquePointer
    private let scale: Double
    private let fontMap: FontMap
    private let context: OpaquePointer

    init(cairo: OpaquePointer, scale: Double, fontMap: FontMap) {
      self.cairo = cairo
      self.scale = scale
      self.fontMap = fontMap
      context = pango_font_map_create_context(fontMap.pango)
      // Nothing that depends on the size of a pixel, so that a text breaks in the same places at every scale.
      let options = cairo_font_options_create()
      cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE)
      cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF)
      cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY)
      pango_cairo_context_set_font_options(context, options)
      cairo_font_options_destroy(options)
      pango_context_set_round_glyph_positions(context, 0)
      // That of the machine otherwise.
      pango_context_set_language(context, pango_language_from_string("en"))
    }

    func finish() { g_object_unref(UnsafeMutableRawPointer(context)) }

    /// Draws with the source of the Cairo context.
    func draw(_ text: CardText, in rect: DeviceRect, _ direction: LayoutDirection, isCentered: Bool) {
      guard text.maximumLines > 0, text.fontSize >= 1 else { return }
      let string = DrawableText.string(text.string)
      guard !string.isEmpty else { return }
      let size = min(text.fontSize, 1_000)
      pango_context_set_base_dir(
        context,
        PangoDirection(
          direction == .leftToRight ? cpango_direction_ltr : cpango_direction_rtl))
      let layout = pango_layout_new(context)
      defer { g_object_unref(UnsafeMutableRawPointer(layout)) }
      setFont(of: layout, size: size, isBold: text.isBold)
      pango_layout_set_text(layout, string, Int32(string.utf8.count))
      pango_layout_set_auto_dir(layout, 0)
      pango_layout_set_alignment(layout, Self.alignment(text.alignment, direction))
      pango_layout_set_width(layout, Int32(rect.width / scale * Double(cpango_scale)))
      let lines = lineCount(text.maximumLines, size: size, height: rect.height / scale)
      // A negative height is a number of lines.
      pango_layout_set_height(layout, -lines)
      pango_layout_set_wrap(layout, PangoWrapMode(cpango_wrap_word_char))
      pango_layout_set_ellipsize(layout, PangoEllipsizeMode(cpango_ellipsize_end))
      show(layout, in: rect, size: size, isCentered: isCentered)
    }

    private func show(_ layout: OpaquePointer, in rect: DeviceRect, size: Double, isCentered: Bool) {
      // Accents may stand out of the frame, but not far.
      let margin = size / 2 * scale
      cairo_rectangle(
        cairo, rect.x - margin, rect.y - margin, rect.width + 2 * margin, rect.height + 2 * margin)
      cairo_clip(cairo)
      cairo_translate(cairo, rect.x, rect.y)
      cairo_scale(cairo, scale, scale)
      pango_cairo_update_context(cairo, context)
      var height: Int32 = 0
      pango_layout_get_size(layout, nil, &height)
      let spare = rect.height / scale - Double(height) / Double(cpango_scale)
      cairo_move_to(cairo, 0, isCentered ? spare / 2 : 0)
      if fontMap.hasColorFonts {
        pango_cairo_show_layout(cairo, layout)
      } else {
        pango_cairo_layout_path(cairo, layout)
        cairo_fill(cairo)
      }
    }

    private func setFont(of layout: OpaquePointer, size: Double, isBold: Bool) {
      let font = pango_font_description_new()
      defer { pango_font_description_free(font) }
      pango_font_description_set_family(font, fontMap.families)
      pango_font_description_set_weight(
        font, PangoWeight(isBold ? cpango_weight_bold : cpango_weight_normal))
      pango_font_description_set_absolute_size(font, size * Double(cpango_scale))
      pango_layout_set_font_description(layout, font)
    }

    /// Pango counts left and right on the screen here.
    private static func alignment(_ alignment: CardText.Alignment, _ direction: LayoutDirection)
      -> PangoAlignment
    {
      switch (alignment, direction) {
      case (.center, _): PangoAlignment(cpango_align_center)
      case (.leading, .leftToRight): PangoAlignment(cpango_align_left)
      case (.leading, .rightToLeft): PangoAlignment(cpango_align_right)
      }
    }

    /// As many lines as are allowed and have room, a quarter of one aside; one at least.
    private func lineCount(_ maximum: Int, size: Double, height: Double) -> Int32 {
      let room = height / (size * FontMap.lineHeight) + 0.25
      return Int32(max(1, min(Double(maximum), room, 1_000)))
    }
  }
#endif
