/// Something with work for the main actor. Its identity is that of the object.
public protocol MainWork: AnyObject, Sendable {
  /// Does the next piece, and tells whether there was one. Called until it returns `false`.
  @MainActor func applyNext() -> Bool
}

/// Where work for the main actor waits for its turn. The one that pipelines use by default is ``MainQueue``; a
/// simulation plays the turns by hand.
public protocol MainScheduler: Sendable {
  /// Queues work for a later turn, in order. From any thread.
  func enqueue(_ work: any MainWork)
  /// Fires `timer` on the main actor once `delay` has passed, in a turn of its own. From any thread.
  func schedule(_ timer: MainTimer, after delay: Duration)
}

extension MainScheduler {
  /// Runs `body` on the main actor in a later turn.
  public func enqueue(_ body: @escaping @MainActor @Sendable () -> Void) { enqueue(MainCall(body)) }

  /// Runs `body` on the main actor once `delay` has passed, unless the timer is cancelled before.
  @MainActor
  public func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> MainTimer {
    let timer = MainTimer(body)
    schedule(timer, after: delay)
    return timer
  }
}

/// Something to be done later on the main actor, once.
@MainActor public final class MainTimer {
  private var body: (@MainActor () -> Void)?

  /// Creates a timer; a ``MainScheduler`` fires it.
  public init(_ body: @escaping @MainActor () -> Void) { self.body = body }

  /// Whether it has neither fired nor been cancelled.
  public var isPending: Bool { body != nil }

  /// Lets go of what was to be done. Idempotent.
  public func cancel() { body = nil }

  /// Does it, unless it was done or cancelled before.
  public func fire() { body.take()?() }
}

/// A function as work.
private final class MainCall: MainWork {
  private let body: @MainActor @Sendable () -> Void
  @MainActor private var isDone = false

  init(_ body: @escaping @MainActor @Sendable () -> Void) { self.body = body }

  @MainActor func applyNext() -> Bool {
    guard !isDone else { return false }
    isDone = true
    body()
    return true
  }
}
