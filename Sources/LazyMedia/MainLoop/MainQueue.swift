import Dispatch

/// The main queue of the process, through ``MainLoop`` where the main thread runs another loop.
public struct MainQueue: MainScheduler {
  /// Creates a scheduler; all of them are the same queue.
  public init() {}

  /// See ``MainScheduler/enqueue(_:)``.
  public func enqueue(_ work: any MainWork) { ApplyQueue.shared.enqueue(work) }

  /// See ``MainScheduler/schedule(_:after:)``.
  public func schedule(_ timer: MainTimer, after delay: Duration) {
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.interval(delay)) {
      MainActor.assumeIsolated { timer.fire() }
    }
  }

  /// Nothing for a delay that is over, never for one beyond what nanoseconds can count (292 years).
  static func interval(_ delay: Duration) -> DispatchTimeInterval {
    guard delay > .zero else { return .nanoseconds(0) }
    let (seconds, attoseconds) = delay.components
    let whole = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let all = whole.partialValue.addingReportingOverflow(Int(attoseconds / 1_000_000_000))
    return whole.overflow || all.overflow ? .never : .nanoseconds(all.partialValue)
  }
}
