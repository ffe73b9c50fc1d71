#if GTK
  import CGTK
  import NativeAds

  /// The AdChoices mark: a triangle with an i, which tells screen readers that the card is an advertisement.
  @MainActor final class AdChoicesMark {
    private let area = AreaWidget(role: GTK_ACCESSIBLE_ROLE_IMG)

    var widget: UnsafeMutablePointer<GtkWidget> { area.widget }

    init() {
      area.widget.setAccessibleName("Advertisement")
      gtk_widget_add_css_class(area.widget, "lazymedia-secondaryText")
      area.onSnapshot = { [weak self] snapshot, size in self?.draw(on: snapshot, size) }
    }

    private func draw(on snapshot: OpaquePointer, _ size: LayoutSize) {
      let frame = LayoutRect(x: 0, y: 0, width: size.width, height: size.height)
      var bounds = frame.graphene
      // It stands on pictures of any color.
      var ground = area.color(.surface)
      ground.alpha *= 0.8
      snapshot.fill(frame, radius: 4, with: ground)
      guard let context = gtk_snapshot_append_cairo(snapshot, &bounds) else { return }
      let color = area.color(.secondaryText)
      cairo_scale(context, size.width / 16, size.height / 16)
      cairo_set_source_rgba(
        context, Double(color.red), Double(color.green), Double(color.blue), Double(color.alpha))
      cairo_set_line_width(context, 1.5)
      cairo_set_line_join(context, CAIRO_LINE_JOIN_ROUND)
      cairo_move_to(context, 3, 2)
      cairo_line_to(context, 14, 8)
      cairo_line_to(context, 3, 14)
      cairo_close_path(context)
      cairo_stroke(context)
      cairo_arc(context, 6.2, 5.8, 1, 0, 2 * Double.pi)
      cairo_fill(context)
      cairo_rectangle(context, 5.4, 7.4, 1.6, 3.6)
      cairo_fill(context)
      cairo_destroy(context)
    }
  }
#endif
