#if GTK
  import CGTK
  import NativeAds

  /// The label of a card's text, used for one text after another. GTK's inscription asks for no size of its own, so a new
  /// text makes nobody lay out anew; where its frame has room for no further line, it ends with an ellipsis.
  @MainActor final class CardLabel {
    let widget: UnsafeMutablePointer<GtkWidget>
    private var shown: (text: CardText, isOnGround: Bool, direction: LayoutDirection)?
    private var fonts: (size: Double, isBold: Bool)?

    init(role: GtkAccessibleRole) {
      widget = makeWidget(gtk_inscription_get_type(), role: role)
      gtk_inscription_set_text_overflow(label, GTK_INSCRIPTION_OVERFLOW_ELLIPSIZE_END)
      gtk_inscription_set_min_chars(label, 0)
      gtk_inscription_set_min_lines(label, 0)
    }

    isolated deinit { g_object_unref(widget) }

    private var label: OpaquePointer { OpaquePointer(widget) }

    /// - Parameter isOnGround: whether the text stands in the middle of a filled shape, else at the upper edge.
    func show(_ text: CardText, isOnGround: Bool, _ direction: LayoutDirection) {
      let former = shown
      shown = (text, isOnGround, direction)
      if former?.text.string != text.string { gtk_inscription_set_text(label, text.string) }
      if let former, former.isOnGround == isOnGround, former.direction == direction,
        former.text.isStyled(as: text)
      {
        return
      }
      // GTK mirrors what begins at the start of lines by the widget's direction.
      gtk_widget_set_direction(widget, direction == .rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
      gtk_inscription_set_xalign(label, text.alignment == .center ? 0.5 : 0)
      gtk_inscription_set_yalign(label, isOnGround ? 0.5 : 0)
      setFont(of: text)
      if let color = former?.text.color { gtk_widget_remove_css_class(widget, "lazymedia-\(color.rawValue)") }
      gtk_widget_add_css_class(widget, "lazymedia-\(text.color.rawValue)")
    }

    /// What of a frame the text gets, so that it has no more lines than it may have: GTK counts none, but fills the height.
    func place(in frame: LayoutRect) -> LayoutRect {
      guard let shown else { return frame }
      return frame.place(
        for: shown.text.maximumLines, lineHeight: lineHeight(of: shown.text), isInMiddle: shown.isOnGround)
    }

    /// By the font that the widget has now; fonts are the program's choice.
    private func lineHeight(of text: CardText) -> Double {
      guard let context = gtk_widget_get_pango_context(widget),
        let font = pango_font_description_copy(pango_context_get_font_description(context))
      else { return text.fontSize }
      defer { pango_font_description_free(font) }
      pango_font_description_set_absolute_size(font, Double(text.pangoSize))
      if text.isBold { pango_font_description_set_weight(font, PANGO_WEIGHT_BOLD) }
      guard let metrics = pango_context_get_metrics(context, font, nil) else { return text.fontSize }
      defer { pango_font_metrics_unref(metrics) }
      return Double(pango_font_metrics_get_height(metrics)) / Double(PANGO_SCALE)
    }

    private func setFont(of text: CardText) {
      guard fonts.map({ $0 != (text.fontSize, text.isBold) }) ?? true else { return }
      fonts = (text.fontSize, text.isBold)
      let attributes = pango_attr_list_new()
      pango_attr_list_insert(attributes, pango_attr_size_new_absolute(text.pangoSize))
      if text.isBold { pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
      gtk_inscription_set_attributes(label, attributes)
      pango_attr_list_unref(attributes)
    }
  }

  extension LayoutRect {
    /// The part of it that has room for so many lines, and for half a line more: letters that the font lacks come from
    /// others, with higher lines.
    func place(for lines: Int, lineHeight: Double, isInMiddle: Bool) -> LayoutRect {
      let needed = (Double(max(1, lines)) + 0.5) * lineHeight
      guard needed < height else { return self }
      return LayoutRect(x: x, y: isInMiddle ? y + (height - needed) / 2 : y, width: width, height: needed)
    }
  }

  extension CardText {
    fileprivate var pangoSize: Int32 { Int32((min(max(1, fontSize), 1_000) * Double(PANGO_SCALE)).rounded()) }

    fileprivate func isStyled(as other: CardText) -> Bool {
      fontSize == other.fontSize && isBold == other.isBold && color == other.color
        && alignment == other.alignment
    }
  }
#endif
