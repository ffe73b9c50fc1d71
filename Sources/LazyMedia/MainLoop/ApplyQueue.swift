import Dispatch
import Locking

/// Tasks with events for the main actor, in the order in which they came. A batch takes one hop to the main actor.
final class ApplyQueue: Sendable {
  static let shared = ApplyQueue()

  private struct State {
    var tasks: [MediaTask] = []
    var isHopping = false
  }

  private let state = Lock(State())

  func enqueue(_ task: MediaTask) {
    let hops = state.withLock { state in
      state.tasks.append(task)
      defer { state.isHopping = true }
      return !state.isHopping
    }
    if hops { hop() }
  }

  /// Hands out what is queued now, until `budget` is used up; at least one task. Returns whether some is left.
  @MainActor func apply(within budget: Duration?) -> Bool {
    let batch = state.withLock { state in
      state.isHopping = false
      defer { state.tasks = [] }
      return state.tasks
    }
    guard !batch.isEmpty else { return false }
    let end = budget.map { ContinuousClock.now + $0 }
    var next = 0
    repeat {
      while batch[next].applyNext() {}
      next += 1
      guard next < batch.count else { return state.withLock { !$0.tasks.isEmpty } }
    } while end.map { ContinuousClock.now < $0 } ?? true
    // In front again, and a hop, so that the loop is woken for the rest.
    let hops = state.withLock { state in
      state.tasks.insert(contentsOf: batch[next...], at: 0)
      defer { state.isHopping = true }
      return !state.isHopping
    }
    if hops { hop() }
    return true
  }

  private func hop() {
    // The main queue is the main actor's executor; no Task, so that the order is that of the queue.
    DispatchQueue.main.async {
      MainActor.assumeIsolated { MainLoop.applyFromMainQueue() }
    }
  }
}
