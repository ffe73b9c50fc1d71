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

    func show(_ text: CardText, _ direction: LayoutDirection) {
      label.show(text, isOnGround: true, direction)
      widget.setAccessibleName(text.string)
    }
  }
#endif
