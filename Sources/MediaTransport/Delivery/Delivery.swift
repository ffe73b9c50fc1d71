internal import Locking

/// The way from a transport's thread to a receiver: carries the promise that nothing follows the end, and that no
/// terminal call begins after `cancel()` has returned.
final class Delivery: Sendable {
  private enum State {
    case open(any TransportReceiver)
    case ended
    case cancelled
  }

  private let state: Lock<State>

  init(_ receiver: any TransportReceiver) {
    state = Lock(.open(receiver))
  }

  /// Cuts the receiver off and lets it go; returns whether this call did so.
  func cancel() -> Bool {
    // The receiver goes after the lock: its end may run code.
    let receiver = state.withLock { state -> (any TransportReceiver)? in
      guard case .open(let receiver) = state else { return nil }
      state = .cancelled
      return receiver
    }
    return receiver != nil
  }

  /// Whether `cancel()` came before the end.
  var isCancelled: Bool {
    state.withLock { if case .cancelled = $0 { true } else { false } }
  }

  func receive(_ response: TransportResponse) { current?.transportDidReceive(response) }

  func receive(_ bytes: RawSpan) { current?.transportDidReceive(bytes) }

  func finish(_ summary: TransportSummary) { end()?.transportDidFinish(summary) }

  func fail(_ error: TransportError) { end()?.transportDidFail(error) }

  private var current: (any TransportReceiver)? {
    state.withLock { if case .open(let receiver) = $0 { receiver } else { nil } }
  }

  private func end() -> (any TransportReceiver)? {
    state.withLock { state in
      guard case .open(let receiver) = state else { return nil }
      state = .ended
      return receiver
    }
  }
}
