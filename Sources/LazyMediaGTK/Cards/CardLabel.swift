#if GTK
  import CGTK
  import NativeAds

  /// The label of a card's text, used for one text after another.
  @MainActor final class CardLabel {
    let widget: UnsafeMutablePointer<GtkWidget>
    private var shown: (text: CardText, isOnGround: Bool, direction: LayoutDirection)?
    private var fonts: (size: Double, isBold: Bool)?

    init(role: GtkAccessibleRole) {
      widget = makeWidget(gtk_label_get_type(), role: role)
      gtk_label_set_ellipsize(label, PANGO_ELLIPSIZE_END)
    }

    isolated deinit { g_object_unref(widget) }

    private var label: OpaquePointer { OpaquePointer(widget) }

    /// - Parameter isOnGround: whether the text stands in the middle of a filled shape, else at the upper edge.
    func show(_ text: CardText, isOnGround: Bool, _ direction: LayoutDirection) {
      defer { shown = (text, isOnGround, direction) }
      if shown?.text.string != text.string { gtk_label_set_text(label, text.string) }
      guard
        shown.map({ $0.isOnGround != isOnGround || $0.direction != direction || !$0.text.isStyled(as: text) })
          ?? true
      else { return }
      // GTK mirrors what begins at the start of lines by the widget's direction.
      gtk_widget_set_direction(
        widget, direction == .rightToLeft ? GTK_TEXT_DIR_RTL : GTK_TEXT_DIR_LTR)
      let isCentered = text.alignment == .center
      gtk_label_set_xalign(label, isCentered ? 0.5 : 0)
      gtk_label_set_justify(label, isCentered ? GTK_JUSTIFY_CENTER : GTK_JUSTIFY_LEFT)
      gtk_label_set_yalign(label, isOnGround ? 0.5 : 0)
      gtk_label_set_wrap(label, text.maximumLines > 1 ? 1 : 0)
      gtk_label_set_lines(label, Int32(clamping: max(1, text.maximumLines)))
      gtk_label_set_single_line_mode(label, 0)
      setFont(of: text)
      if let former = shown?.text.color { gtk_widget_remove_css_class(widget, "lazymedia-\(former.rawValue)") }
      gtk_widget_add_css_class(widget, "lazymedia-\(text.color.rawValue)")
    }

    private func setFont(of text: CardText) {
      guard fonts.map({ $0 != (text.fontSize, text.isBold) }) ?? true else { return }
      fonts = (text.fontSize, text.isBold)
      let attributes = pango_attr_list_new()
      let size = Int32((min(max(1, text.fontSize), 1_000) * Double(PANGO_SCALE)).rounded())
      pango_attr_list_insert(attributes, pango_attr_size_new_absolute(size))
      if text.isBold { pango_attr_list_insert(attributes, pango_attr_weight_new(PANGO_WEIGHT_BOLD)) }
      gtk_label_set_attributes(label, attributes)
      pango_attr_list_unref(attributes)
    }
  }

  extension CardText {
    fileprivate func isStyled(as other: CardText) -> Bool {
      fontSize == other.fontSize && isBold == other.isBold && color == other.color
        && alignment == other.alignment && maximumLines == other.maximumLines
    }
  }
#endif
