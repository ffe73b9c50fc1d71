import Dispatch
import Locking

/// Work for the main actor, in the order in which it came. A batch takes one hop to the main actor.
final class ApplyQueue: Sendable {
  static let shared = ApplyQueue()

  private struct State {
    private var works: [(any MainWork)?] = []
    private var next = 0
    var isHopping = false

    var count: Int { works.count - next }

    mutating func append(_ work: any MainWork) { works.append(work) }

    mutating func popFirst() -> (any MainWork)? {
      guard next < works.count else { return nil }
      let work = works[next].take()
      next += 1
      if next == works.count {
        works.removeAll(keepingCapacity: true)
        next = 0
      }
      return work
    }
  }

  private let state = Lock(State())

  func enqueue(_ work: any MainWork) {
    let hops = state.withLock { state in
      state.append(work)
      defer { state.isHopping = true }
      return !state.isHopping
    }
    if hops { hop() }
  }

  /// Hands out what is queued now, until `budget` is used up; at least one work. A handler that runs the loop again
  /// hands out the rest there.
  @MainActor func apply(within budget: Duration?) {
    var left = state.withLock { state in
      state.isHopping = false
      return state.count
    }
    let end = budget.map { ContinuousClock.now + $0 }
    while left > 0, let work = take() {
      while work.applyNext() {}
      left -= 1
      if let end, ContinuousClock.now >= end { break }
    }
    // A hop, so that the loop is woken for the rest.
    let hops = state.withLock { state in
      guard state.count > 0, !state.isHopping else { return false }
      state.isHopping = true
      return true
    }
    if hops { hop() }
  }

  private func take() -> (any MainWork)? {
    state.withLock { $0.popFirst() }
  }

  private func hop() {
    // The main queue is the main actor's executor; no Task, so that the order is that of the queue.
    DispatchQueue.main.async {
      MainActor.assumeIsolated { MainLoop.applyFromMainQueue() }
    }
  }
}
