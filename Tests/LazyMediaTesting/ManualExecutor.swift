public import LazyMedia
import Locking

/// An executor that decodes when the test says so, on the test's thread.
public final class ManualExecutor: BackgroundExecutor {
  private struct State {
    var queue: [(work: any BackgroundWork, priority: MediaPriority)] = []
    var submissions = 0
  }

  private let state = Lock(State())

  /// Creates an executor that has nothing to do.
  public init() {}

  /// Steps that wait, with their priorities, in order of submission.
  public var priorities: [MediaPriority] { state.withLock { $0.queue.map(\.priority) } }
  /// Steps submitted so far.
  public var submissions: Int { state.withLock { $0.submissions } }

  /// See ``BackgroundExecutor/submit(_:priority:)``.
  public func submit(_ work: any BackgroundWork, priority: MediaPriority) {
    state.withLock { state in
      state.queue.append((work, priority))
      state.submissions += 1
    }
  }

  /// See ``BackgroundExecutor/withdraw(_:)``.
  public func withdraw(_ work: any BackgroundWork) {
    state.withLock { state in state.queue.removeAll { $0.work === work } }
  }

  /// See ``BackgroundExecutor/setPriority(_:of:)``.
  public func setPriority(_ priority: MediaPriority, of work: any BackgroundWork) {
    state.withLock { state in
      for index in state.queue.indices where state.queue[index].work === work {
        state.queue[index].priority = priority
      }
    }
  }

  /// Runs the oldest step. Returns whether there was one.
  @discardableResult
  public func runNext() -> Bool {
    let work = state.withLock { state in state.queue.isEmpty ? nil : state.queue.removeFirst().work }
    work?.run()
    return work != nil
  }

  /// Runs the most urgent step, of several the oldest. Returns whether there was one.
  @discardableResult
  public func runMostUrgent() -> Bool {
    let work = state.withLock { state in
      let most = state.queue.map(\.priority).max()
      let index = state.queue.firstIndex { $0.priority == most }
      return index.map { state.queue.remove(at: $0).work }
    }
    work?.run()
    return work != nil
  }

  /// Runs steps until none is left.
  public func runAll() {
    while runNext() {}
  }
}
