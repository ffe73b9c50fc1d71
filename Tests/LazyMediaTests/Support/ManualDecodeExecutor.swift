import LazyMedia
import Locking

/// An executor that decodes when the test says so, on the test's thread.
final class ManualDecodeExecutor: DecodeExecutor {
  private struct State {
    var queue: [(work: any DecodeWork, priority: MediaPriority)] = []
    var submissions = 0
  }

  private let state = Lock(State())

  /// Steps that wait, with their priorities, in order of submission.
  var priorities: [MediaPriority] { state.withLock { $0.queue.map(\.priority) } }
  /// Steps submitted so far.
  var submissions: Int { state.withLock { $0.submissions } }

  func submit(_ work: any DecodeWork, priority: MediaPriority) {
    state.withLock { state in
      state.queue.append((work, priority))
      state.submissions += 1
    }
  }

  func withdraw(_ work: any DecodeWork) {
    state.withLock { state in state.queue.removeAll { $0.work === work } }
  }

  func setPriority(_ priority: MediaPriority, of work: any DecodeWork) {
    state.withLock { state in
      for index in state.queue.indices where state.queue[index].work === work {
        state.queue[index].priority = priority
      }
    }
  }

  /// Runs the oldest step. Returns whether there was one.
  @discardableResult
  func runNext() -> Bool {
    let work = state.withLock { state in state.queue.isEmpty ? nil : state.queue.removeFirst().work }
    work?.run()
    return work != nil
  }

  /// Runs steps until none is left.
  func runAll() {
    while runNext() {}
  }
}
