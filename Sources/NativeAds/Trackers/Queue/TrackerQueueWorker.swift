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
    /// Whoever gave an order is there until it is carried out; `nil` while none waits.
    var owner: TrackerSender?
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

  func remove(_ id: TrackerHit.ID, for owner: TrackerSender) { submit(.remove(id), owner) }
  func keep(_ hit: TrackerHit, for owner: TrackerSender) { submit(.keep(hit), owner) }
  func load(for owner: TrackerSender) { submit(.load, owner) }

  private func submit(_ order: Order, _ owner: TrackerSender) {
    let isFirst = state.withLock { state in
      state.orders.append(order)
      defer { state.owner = owner }
      return state.owner == nil
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
    // The owner goes outside of the lock.
    let (isMore, owner) = state.withLock { state in
      state.orders.isEmpty ? (false, state.owner.take()) : (true, nil)
    }
    if isMore { executor.submit(self, priority: .normal) }
    _ = owner
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
      if isLoadDue { report.loaded = try queue.storedHits() }
    } catch { report.error = error }
    return report
  }
}
