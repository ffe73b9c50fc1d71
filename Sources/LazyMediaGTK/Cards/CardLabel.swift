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

    private func setFont(of text: CardText) {
      guard fonts.map({ $0 != (text.fontSize, text.isBold) }) ?? true else { return }
      fonts = (text.fontSize, text.isBold)
      let attributes = pango_attr_list_new()
      let size = Int32((min(max(1, text.fontSize), 1_000) * Double(PANGO_SCALE)).rounded())
      pango_attr_list_insert(attributes, pango_attr_size_new_absolute(size))
      if text.isBold { pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
      gtk_inscription_set_attributes(label, attributes)
      pango_attr_list_unref(attributes)
    }
  }

  extension CardText {
    fileprivate func isStyled(as other: CardText) -> Bool {
      fontSize == other.fontSize && isBold == other.isBold && color == other.color
        && alignment == other.alignment
    }
  }
#endif
