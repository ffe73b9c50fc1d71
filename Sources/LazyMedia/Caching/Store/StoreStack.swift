import Locking

/// The stores of a pipeline, nearest first, asked on an executor that may block. A store that fails has nothing: a load
/// goes on without it.
final class StoreStack: Sendable {
  /// What was found, and where.
  struct Found: Sendable {
    let entry: StoredEntry
    /// Which of the stores had it, from 0.
    let place: Int
    let level: MediaStoreLevel
  }

  private let stores: [any MediaStore]
  private let executor: any BackgroundExecutor
  private let meter: MetricsMeter
  private let pending = Lock(Pending())
  private let gate = Lock(Gate())

  /// Lookups that wait until bytes may be read again.
  private struct Gate {
    var isOpen = true
    var waiting: [(work: StoreWork, priority: MediaPriority)] = []
  }

  /// Writes that wait or run.
  private struct Pending {
    var writes = 0
    /// Bytes of bodies that wait to be written.
    var bytes = 0
    var waiters: [CheckedContinuation<Void, Never>] = []
  }

  /// Bodies that wait to be written hold no more than this; what comes above it is not stored.
  private static let pendingLimit = 64 << 20

  init(stores: [any MediaStore], executor: any BackgroundExecutor, meter: MetricsMeter) {
    self.stores = stores
    self.executor = executor
    self.meter = meter
  }

  var isEmpty: Bool { stores.isEmpty }

  /// Looks for `key` in one store after the other.
  /// - Parameter completion: called once, on a thread of the executor, unless the work is withdrawn before it runs.
  /// - Returns: what can be withdrawn or made more urgent.
  func find(
    _ key: String, priority: MediaPriority, _ completion: @escaping @Sendable (Found?) -> Void
  ) -> StoreWork {
    let work = StoreWork { [self] in completion(found(key)) }
    submit(work, priority)
    return work
  }

  private func submit(_ work: StoreWork, _ priority: MediaPriority) {
    let isOpen = gate.withLock { gate in
      if !gate.isOpen { gate.waiting.append((work, priority)) }
      return gate.isOpen
    }
    if isOpen { executor.submit(work, priority: priority) }
  }

  /// While closed, no lookup begins; what the executor has already goes on. Open at first.
  func setAdmission(isOpen: Bool) {
    let freed = gate.withLock { gate in
      gate.isOpen = isOpen
      guard isOpen else { return [(work: StoreWork, priority: MediaPriority)]() }
      defer { gate.waiting = [] }
      return gate.waiting
    }
    for (work, priority) in freed { executor.submit(work, priority: priority) }
  }

  private func found(_ key: String) -> Found? {
    for (place, store) in stores.enumerated() {
      if let entry = attempt({ () throws(MediaStoreError) in try store.entry(for: key) }) ?? nil {
        return Found(entry: entry, place: place, level: store.level)
      }
    }
    return nil
  }

  func withdraw(_ work: StoreWork) {
    gate.withLock { gate in gate.waiting.removeAll { $0.work === work } }
    executor.withdraw(work)
  }

  func setPriority(_ priority: MediaPriority, of work: StoreWork) {
    gate.withLock { gate in
      for index in gate.waiting.indices where gate.waiting[index].work === work {
        gate.waiting[index].priority = priority
      }
    }
    executor.setPriority(priority, of: work)
  }

  /// Stores an answer everywhere, or in the first `places` stores.
  /// - Parameter mayBeShared: whether stores that many users share may have it too.
  func insert(
    head: [UInt8], body: MediaBody, for key: String, mayBeShared: Bool = true, places: Int = .max
  ) {
    let count = body.count
    let isTaken = pending.withLock { pending in
      guard pending.bytes == 0 || pending.bytes + count <= Self.pendingLimit else { return false }
      pending.bytes += count
      return true
    }
    guard isTaken else { return meter.count { $0.storesSkipped += 1 } }
    write { [self] in
      for store in stores.prefix(places) where mayBeShared || store.level != .shared {
        attempt { () throws(MediaStoreError) in try store.insert(head: head, body: body, for: key) }
      }
      pending.withLock { $0.bytes -= count }
    }
  }

  /// Replaces the head of what was found, and copies it, with that head, to the nearer stores.
  func refresh(_ found: Found, with head: [UInt8], for key: String) {
    let store = stores[found.place]
    let tag = found.entry.head.tag
    write { [self] in
      attempt { () throws(MediaStoreError) in try store.replaceHead(with: head, for: key, tag: tag) }
    }
    if found.place > 0 { insert(head: head, body: found.entry.body, for: key, places: found.place) }
  }

  /// Copies what was found to the nearer stores.
  func promote(_ found: Found, for key: String) {
    guard found.place > 0 else { return }
    insert(head: found.entry.head.bytes, body: found.entry.body, for: key, places: found.place)
  }

  /// Removes what turned out to be bad, unless a newer entry has its place.
  func remove(_ found: Found, for key: String) {
    let store = stores[found.place]
    let tag = found.entry.head.tag
    write { [self] in
      attempt { () throws(MediaStoreError) in try store.remove(key, tag: tag) }
    }
  }

  /// Removes whatever is stored under `key`.
  func remove(_ key: String) {
    write { [self] in
      for store in stores {
        attempt { () throws(MediaStoreError) in try store.remove(key, tag: nil) }
      }
    }
  }

  /// Returns when nothing waits to be written any more.
  func finishWriting() async {
    await withCheckedContinuation { continuation in
      let isIdle = pending.withLock { pending in
        if pending.writes > 0 { pending.waiters.append(continuation) }
        return pending.writes == 0
      }
      if isIdle { continuation.resume() }
    }
  }

  private func write(_ body: @escaping @Sendable () -> Void) {
    pending.withLock { $0.writes += 1 }
    let work = StoreWork { [self] in
      body()
      let waiters = pending.withLock { pending in
        pending.writes -= 1
        guard pending.writes == 0 else { return [CheckedContinuation<Void, Never>]() }
        defer { pending.waiters = [] }
        return pending.waiters
      }
      for waiter in waiters { waiter.resume() }
    }
    // Reads go first: somebody may wait for them.
    executor.submit(work, priority: .low)
  }

  @discardableResult
  private func attempt<Result>(_ body: () throws(MediaStoreError) -> Result) -> Result? {
    do {
      return try body()
    } catch {
      meter.count { $0.storeFailures += 1 }
      return nil
    }
  }
}

/// A call of a store, to be made on an executor that may block.
final class StoreWork: BackgroundWork {
  private let body: Lock<(@Sendable () -> Void)?>

  init(_ body: @escaping @Sendable () -> Void) { self.body = Lock(body) }

  func run() {
    // Let go of at once: the executor may keep the work longer than what it was for.
    let body = body.withLock { $0.take() }
    body?()
  }
}
