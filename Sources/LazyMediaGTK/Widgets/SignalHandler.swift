#if GTK
  import CGTK

  /// A function that C calls through a pointer to it. Whoever registers it gives GLib one reference, which GLib gives back
  /// by ``release(_:)``. GTK calls on the main thread only, which is the main actor's.
  final class SignalHandler: Sendable {
    private let body: @MainActor @Sendable (UInt) -> Void

    init(_ body: @escaping @MainActor @Sendable (_ argument: UInt) -> Void) { self.body = body }

    /// - Parameter argument: what the signal brings, a number or the address of an object.
    static func call(_ handler: UnsafeMutableRawPointer?, _ argument: UInt = 0) {
      guard let handler else { return }
      let body = Unmanaged<SignalHandler>.fromOpaque(handler).takeUnretainedValue().body
      MainActor.assumeIsolated { body(argument) }
    }

    static func release(_ handler: UnsafeMutableRawPointer?) {
      if let handler { Unmanaged<SignalHandler>.fromOpaque(handler).release() }
    }
  }

  extension UnsafeMutableRawPointer {
    /// Calls `body` when a signal without arguments is emitted, until the object or the connection is gone.
    @discardableResult
    func onSignal(
      _ name: String, after: Bool = false, _ body: @escaping @MainActor @Sendable () -> Void
    ) -> UInt {
      let call: @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void = {
        SignalHandler.call($1)
      }
      return connect(name, unsafeBitCast(call, to: GCallback.self), after) { _ in body() }
    }

    /// Calls `body` with the argument of a signal that brings an object: its address.
    @discardableResult
    func onObjectSignal(_ name: String, _ body: @escaping @MainActor @Sendable (UInt) -> Void) -> UInt {
      let call:
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void =
          {
            SignalHandler.call($2, UInt(bitPattern: $1))
          }
      return connect(name, unsafeBitCast(call, to: GCallback.self), false, body)
    }

    /// Calls `body` with the argument of a signal that brings a number.
    @discardableResult
    func onNumberSignal(_ name: String, _ body: @escaping @MainActor @Sendable (UInt) -> Void) -> UInt {
      let call: @convention(c) (UnsafeMutableRawPointer?, UInt32, UnsafeMutableRawPointer?) -> Void = {
        SignalHandler.call($2, UInt($1))
      }
      return connect(name, unsafeBitCast(call, to: GCallback.self), false, body)
    }

    /// Calls `body` with the place of a signal that brings a number of presses and a place.
    func onPressSignal(_ name: String, _ body: @escaping @MainActor @Sendable (Double, Double) -> Void) {
      let call:
        @convention(c) (UnsafeMutableRawPointer?, Int32, Double, Double, UnsafeMutableRawPointer?) -> Void = {
          let (x, y, handler) = ($2, $3, $4)
          withUnsafePointer(to: (x, y)) { SignalHandler.call(handler, UInt(bitPattern: $0)) }
        }
      _ = connect(name, unsafeBitCast(call, to: GCallback.self), false) { address in
        guard let place = UnsafePointer<(Double, Double)>(bitPattern: address)?.pointee else { return }
        body(place.0, place.1)
      }
    }

    private func connect(
      _ name: String, _ callback: @escaping GCallback, _ after: Bool,
      _ body: @escaping @MainActor @Sendable (UInt) -> Void
    ) -> UInt {
      UInt(
        g_signal_connect_data(
          self, name, callback, Unmanaged.passRetained(SignalHandler(body)).toOpaque(),
          { handler, _ in SignalHandler.release(handler) }, after ? G_CONNECT_AFTER : GConnectFlags(0)))
    }
  }
#endif
