#if GTK
  public import CGTK
  public import LazyMedia

  /// Lets placeholders fade out, a little a frame, by the frame clock: a removal handler for views and cells.
  ///
  /// ```swift
  /// let fade = PlaceholderFade(clock: window)
  /// cell.placeholderWillRemoveHandler = fade.handler
  /// ```
  @MainActor public final class PlaceholderFade {
    /// The time of a fade; 180 ms by default.
    public var duration = Duration.milliseconds(180)
    /// Fades under way.
    public var count: Int { fades.count }

    private struct Fade {
      let placeholder: PlaceholderView
      let remove: @MainActor () -> Void
      /// When its first frame was, in microseconds; `nil` before.
      var start: Int64?
    }

    private let clock: UnsafeMutablePointer<GtkWidget>
    private var fades: [Fade] = []
    private var tick: UInt32?

    /// Creates a fade.
    /// - Parameter clock: a widget, such as the window, by whose frames time passes.
    public init(clock: UnsafeMutablePointer<GtkWidget>) {
      self.clock = clock
      g_object_ref(clock)
    }

    isolated deinit {
      if let tick { gtk_widget_remove_tick_callback(clock, tick) }
      for fade in fades { fade.remove() }
      g_object_unref(clock)
    }

    /// Fades a placeholder out, then removes it; at once where the clock's widget is not on the screen, or the person
    /// wants no animations.
    public var handler: PlaceholderRemovalHandler {
      { [weak self] placeholder, remove in
        guard let self, isAnimating else { return remove() }
        fades.append(Fade(placeholder: placeholder, remove: remove))
        start()
      }
    }

    private var isAnimating: Bool {
      guard gtk_widget_get_mapped(clock) != 0, let settings = gtk_widget_get_settings(clock) else {
        return false
      }
      return UnsafeMutableRawPointer(settings).flag("gtk-enable-animations")
    }

    private func start() {
      guard tick == nil else { return }
      let handler = SignalHandler { [weak self] time in self?.advance(to: Int64(time)) }
      tick = gtk_widget_add_tick_callback(
        clock,
        { _, clock, handler in
          SignalHandler.call(handler, UInt(max(0, gdk_frame_clock_get_frame_time(clock))))
          return 1
        }, Unmanaged.passRetained(handler).toOpaque(), { SignalHandler.release($0) })
    }

    private func advance(to now: Int64) {
      let whole = max(
        1, Double(duration.components.seconds) * 1e6 + Double(duration.components.attoseconds) / 1e12)
      var ended: [Fade] = []
      for index in fades.indices {
        let start = fades[index].start ?? now
        fades[index].start = start
        fades[index].placeholder.alpha = max(0, 1 - Double(now - start) / whole)
      }
      fades.removeAll { fade in
        // One whose view was reused meanwhile is gone already.
        guard fade.placeholder.alpha <= 0 || !fade.placeholder.isInstalled else { return false }
        ended.append(fade)
        return true
      }
      for fade in ended { fade.remove() }
      if fades.isEmpty, let tick = tick.take() { gtk_widget_remove_tick_callback(clock, tick) }
    }
  }
#endif
