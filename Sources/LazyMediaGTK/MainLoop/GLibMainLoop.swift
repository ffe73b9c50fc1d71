#if GTK
  import CGTK
  import LazyMedia

  /// Runs the main actor inside GLib's main loop, which is that of every GTK program. Such a program has a synchronous
  /// `main`, and needs nothing of Dispatch's loop.
  ///
  /// ```swift
  /// GLibMainLoop.attach()
  /// let loop = g_main_loop_new(nil, 0)
  /// g_main_loop_run(loop)
  /// ```
  @MainActor public enum GLibMainLoop {
    private static var source: UInt32?

    /// Watches the main actor's work from now on, in GLib's default main context. A second call changes the budget.
    /// - Parameters:
    ///   - budget: the time after which a turn of the loop hands no further picture over; 2 ms by default.
    ///   - priority: that of GTK's redrawing by default: input comes first, and neither the frames nor the main actor
    ///     can keep the other waiting.
    /// - Returns: whether there is something to watch: not in a program whose `main` is asynchronous.
    @discardableResult
    public static func attach(
      budget: Duration? = .milliseconds(2), priority: Int32 = 120
    ) -> Bool {
      detach()
      let descriptor = MainLoop.fileDescriptor
      guard descriptor >= 0 else { return false }
      let drain = Unmanaged.passRetained(SignalHandler { _ in MainLoop.drain(budget: budget) })
      source = g_unix_fd_add_full(
        priority, descriptor, G_IO_IN,
        { _, _, handler in
          SignalHandler.call(handler)
          return 1
        }, drain.toOpaque(), { SignalHandler.release($0) })
      return true
    }

    /// Watches no longer. Idempotent.
    public static func detach() {
      if let source { g_source_remove(source) }
      source = nil
    }
  }
#endif
