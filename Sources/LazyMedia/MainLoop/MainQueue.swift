import Dispatch

/// The main queue of the process, through ``MainLoop`` where the main thread runs another loop.
public struct MainQueue: MainScheduler {
  /// Creates a scheduler; all of them are the same queue.
  public init() {}

  /// See ``MainScheduler/enqueue(_:)``.
  public func enqueue(_ work: any MainWork) { ApplyQueue.shared.enqueue(work) }

  /// See ``MainScheduler/schedule(_:after:)``.
  public func schedule(_ timer: MainTimer, after delay: Duration) {
    let (seconds, attoseconds) = delay.components
    let nanoseconds = Int(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
    let interval =
      nanoseconds.overflow
      ? DispatchTimeInterval.never : .nanoseconds(nanoseconds.partialValue + Int(attoseconds / 1_000_000_000))
    DispatchQueue.main.asyncAfter(deadline: .now() + interval) {
      MainActor.assumeIsolated { timer.fire() }
    }
  }
}
