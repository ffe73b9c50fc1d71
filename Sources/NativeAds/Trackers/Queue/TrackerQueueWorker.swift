import LazyMedia
import Locking

/// Does on a background thread, in order, what a queue need not do before an event is told.
final class TrackerQueueWorker: BackgroundWork {
  /// What was done.
  struct Report {
    /// What the queue has let go of, or was to.
    var removed: [TrackerHit.ID] = []
    /// What it keeps, where that was asked for.
    var loaded: [TrackerHit]?
    var error: TrackerQueueError?
  }

  private enum Order {
    case remove(TrackerHit.ID)
    case keep(TrackerHit)
    case load
  }

  private struct State {
    var orders: [Order] = []
    var isSubmitted = false
  }

  /// The main actor never waits longer for the queue than these take.
  private static let ordersAtOnce = 128

  private let queue: any TrackerQueue
  private let executor: any BackgroundExecutor
  private let onReport: @Sendable (Report) -> Void
  private let state = Lock(State())

  /// - Parameter onReport: called on the background thread.
  init(
    _ queue: any TrackerQueue, executor: any BackgroundExecutor,
    onReport: @escaping @Sendable (Report) -> Void
  ) {
    self.queue = queue
    self.executor = executor
    self.onReport = onReport
  }

  func remove(_ id: TrackerHit.ID) { submit(.remove(id)) }
  func keep(_ hit: TrackerHit) { submit(.keep(hit)) }
  func load() { submit(.load) }

  private func submit(_ order: Order) {
    let isFirst = state.withLock { state in
      state.orders.append(order)
      defer { state.isSubmitted = true }
      return !state.isSubmitted
    }
    if isFirst { executor.submit(self, priority: .normal) }
  }

  func run() {
    let orders = state.withLock { state in
      let orders = Array(state.orders.prefix(Self.ordersAtOnce))
      state.orders.removeFirst(orders.count)
      return orders
    }
    onReport(carryOut(orders))
    let isMore = state.withLock { state in
      state.isSubmitted = !state.orders.isEmpty
      return state.isSubmitted
    }
    if isMore { executor.submit(self, priority: .normal) }
  }

  private func carryOut(_ orders: [Order]) -> Report {
    var report = Report()
    var kept: [TrackerHit] = []
    var isLoadDue = false
    for order in orders {
      switch order {
      case .remove(let id): report.removed.append(id)
      case .keep(let hit): kept.append(hit)
      case .load: isLoadDue = true
      }
    }
    do throws(TrackerQueueError) {
      if !report.removed.isEmpty || !kept.isEmpty {
        try queue.update(removing: report.removed, keeping: kept)
      }
      if isLoadDue { report.loaded = try queue.hits() }
    } catch { report.error = error }
    return report
  }
}
