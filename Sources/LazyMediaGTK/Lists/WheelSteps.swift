#if GTK
  import CGTK
  import Glibc

  /// Scrolls by the steps of a wheel, all of those between two frames at once.
  ///
  /// GTK 4.8 finds the row at a place by heights that it learns with each frame: a second step before that, on which its
  /// rows have moved on, lands some rows away. What comes smoothly, as from a touchpad, GTK gathers by itself.
  @MainActor final class WheelSteps {
    private let adjustment: UnsafeMutablePointer<GtkAdjustment>
    private let widget: UnsafeMutablePointer<GtkWidget>
    private let isVertical: Bool
    private var steps = 0.0
    private var tick: UInt32?

    /// - Parameter widget: a `GtkScrolledWindow`, which must outlive this.
    init?(widget: UnsafeMutablePointer<GtkWidget>, isVertical: Bool) {
      let window = OpaquePointer(widget)
      guard
        let adjustment = isVertical
          ? gtk_scrolled_window_get_vadjustment(window) : gtk_scrolled_window_get_hadjustment(window),
        let controller = gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES)
      else { return nil }
      (self.widget, self.adjustment, self.isVertical) = (widget, adjustment, isVertical)
      gtk_event_controller_set_propagation_phase(controller, GTK_PHASE_CAPTURE)
      let scroll:
        @convention(c) (UnsafeMutableRawPointer?, Double, Double, UnsafeMutableRawPointer?) -> gboolean = {
          guard let controller = $0, let steps = $3 else { return 0 }
          let event = gtk_event_controller_get_current_event(OpaquePointer(controller))
          guard let event, gdk_scroll_event_get_direction(event) != GDK_SCROLL_SMOOTH else { return 0 }
          let (x, y) = ($1, $2)
          let wheel = Unmanaged<WheelSteps>.fromOpaque(steps).takeUnretainedValue()
          MainActor.assumeIsolated { wheel.add(x, y) }
          return 1
        }
      g_signal_connect_data(
        UnsafeMutableRawPointer(controller), "scroll", unsafeBitCast(scroll, to: GCallback.self),
        Unmanaged.passUnretained(self).toOpaque(), nil, GConnectFlags(0))
      gtk_widget_add_controller(widget, controller)
      self.controller = controller
    }

    /// To be called before the last reference goes: GTK's controller has none.
    func end() {
      if let tick = tick.take() { gtk_widget_remove_tick_callback(widget, tick) }
      if let controller = controller.take() { gtk_widget_remove_controller(widget, controller) }
    }

    private var controller: OpaquePointer?

    private func add(_ x: Double, _ y: Double) {
      steps += isVertical || x == 0 ? y : x
      guard tick == nil else { return }
      let handler = SignalHandler { [weak self] _ in self?.scroll() }
      tick = gtk_widget_add_tick_callback(
        widget,
        { _, _, handler in
          SignalHandler.call(handler)
          return 0
        }, Unmanaged.passRetained(handler).toOpaque(), { SignalHandler.release($0) })
    }

    private func scroll() {
      tick = nil
      // As far a step as GTK goes.
      let length = pow(gtk_adjustment_get_page_size(adjustment), 2.0 / 3)
      gtk_adjustment_set_value(adjustment, gtk_adjustment_get_value(adjustment) + steps * length)
      steps = 0
    }
  }
#endif
