import Locking

/// A clock that stands still, and lets something happen, once, when it is asked. A pipeline asks between its look into
/// the memory cache and the join of what is under way.
final class InterruptingClock: Sendable {
  private let interruption = Lock<(@Sendable () -> Void)?>(nil)

  /// Lets `body` happen when the time is asked for next.
  func interrupt(_ body: @escaping @Sendable () -> Void) { interruption.withLock { $0 = body } }

  @Sendable func now() -> Duration {
    let body = interruption.withLock { $0.take() }
    body?()
    return .zero
  }
}
