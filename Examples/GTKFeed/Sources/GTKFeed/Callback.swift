import LazyMediaGTK

/// A function for GTK to call, on the main thread as always.
final class Callback: Sendable {
  let body: @MainActor @Sendable () -> Void

  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }

  static func call(_ pointer: UnsafeMutableRawPointer?) {
    guard let pointer else { return }
    let body = Unmanaged<Callback>.fromOpaque(pointer).takeUnretainedValue().body
    MainActor.assumeIsolated { body() }
  }

  static func release(_ pointer: UnsafeMutableRawPointer?) {
    if let pointer { Unmanaged<Callback>.fromOpaque(pointer).release() }
  }

  /// What a shortcut does.
  static func action(_ body: @escaping @MainActor @Sendable () -> Void) -> OpaquePointer? {
    gtk_callback_action_new(
      { _, _, pointer in
        Callback.call(pointer)
        return 1
      }, Unmanaged.passRetained(Callback(body)).toOpaque(), { Callback.release($0) })
  }

  /// Calls `body` when the process gets a signal.
  static func onUnixSignal(_ number: Int32, _ body: @escaping @MainActor @Sendable () -> Void) {
    g_unix_signal_add_full(
      G_PRIORITY_DEFAULT, number,
      { pointer in
        Callback.call(pointer)
        return 1
      }, Unmanaged.passRetained(Callback(body)).toOpaque(), { Callback.release($0) })
  }
}

extension UnsafeMutableRawPointer {
  /// Calls `body` when a signal without arguments is emitted.
  func on(_ signal: String, after: Bool = false, _ body: @escaping @MainActor @Sendable () -> Void) {
    let call: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Int32 = {
      Callback.call($1)
      return 0
    }
    g_signal_connect_data(
      self, signal, unsafeBitCast(call, to: GCallback.self),
      Unmanaged.passRetained(Callback(body)).toOpaque(),
      { pointer, _ in Callback.release(pointer) }, after ? G_CONNECT_AFTER : GConnectFlags(0))
  }
}

extension UnsafeMutablePointer<GtkWidget> {
  /// The same widget, as one of its classes.
  func `as`<Class>(_: Class.Type) -> UnsafeMutablePointer<Class> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Class.self)
  }
}
