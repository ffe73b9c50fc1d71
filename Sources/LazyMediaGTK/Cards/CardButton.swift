#if GTK
  import CGTK
  import NativeAds

  /// The button of a card, used for one card after another.
  @MainActor final class CardButton {
    let widget: UnsafeMutablePointer<GtkWidget>
    private let label = CardLabel(role: GTK_ACCESSIBLE_ROLE_LABEL)

    init(onClick: @escaping @MainActor @Sendable () -> Void) {
      widget = makeWidget(gtk_button_get_type(), role: GTK_ACCESSIBLE_ROLE_BUTTON)
      gtk_widget_add_css_class(widget, "lazymedia-button")
      gtk_button_set_child(widget.raw.assumingMemoryBound(to: GtkButton.self), label.widget)
      widget.raw.onSignal("clicked", onClick)
    }

    isolated deinit { g_object_unref(widget) }

    /// - Parameter frame: that of the button.
    func show(_ text: CardText, in frame: LayoutRect, _ direction: LayoutDirection) {
      label.show(text, isOnGround: true, direction)
      let margin = label.place(in: frame).allocation.y - frame.allocation.y
      gtk_widget_set_margin_top(label.widget, margin)
      gtk_widget_set_margin_bottom(label.widget, margin)
      widget.setAccessibleName(text.string)
    }
  }
#endif
