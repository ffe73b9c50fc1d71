import Locking

/// The stores of a pipeline, nearest first, asked on an executor that may block. A store that fails has nothing: a load
/// goes on without it.
///
/// Writes are made one after the other, in the order in which they were asked for. What waits to be written is found
/// already.
final class StoreStack: Sendable {
  /// What was found, and where.
  struct Found: Sendable {
    let key: String
    var entry: StoredEntry
    /// Which of the stores had it, from 0; `nil` where it waits to be written.
    let place: Int?
    let level: MediaStoreLevel
  }

  private enum Write {
    case insert(key: String, head: [UInt8], body: MediaBody, mayBeShared: Bool, places: Int)
    case replaceHead(key: String, head: [UInt8], tag: StoredEntryTag, place: Int)
    case remove(key: String, tag: StoredEntryTag?)
  }

  private struct Pending {
    var writes: [(number: UInt64, write: Write)] = []
    var nextNumber: UInt64 = 1
    var isWriting = false
    /// Bytes of bodies that wait to be written.
    var bytes = 0
    /// What a lookup finds that comes before the write; `nil` for what is to be removed.
    var newest: [String: (number: UInt64, entry: StoredEntry?)] = [:]
    var waiters: [CheckedContinuation<Void, Never>] = []

    var isIdle: Bool { writes.isEmpty && !isWriting }
  }

  /// Lookups that wait until bytes may be read again.
  private struct Gate {
    var isOpen = true
    var waiting: [(work: StoreWork, priority: MediaPriority)] = []
  }

  private let stores: [any MediaStore]
  private let executor: any BackgroundExecutor
  private let meter: MetricsMeter
  private let pending = Lock(Pending())
  private let gate = Lock(Gate())

  /// Bodies that wait to be written hold no more than this; what comes above it is not stored.
  private static let pendingLimit = 64 << 20

  init(stores: [any MediaStore], executor: any BackgroundExecutor, meter: MetricsMeter) {
    self.stores = stores
    self.executor = executor
    self.meter = meter
  }

  var isEmpty: Bool { stores.isEmpty }

  // MARK: Lookups

  /// A look for `key` in one store after the other, to be submitted.
  /// - Parameter completion: called once, on a thread of the executor, unless the work is withdrawn before it runs.
  func lookup(_ key: String, _ completion: @escaping @Sendable (Found?) -> Void) -> StoreWork {
    StoreWork { [self] in completion(found(key)) }
  }

  func submit(_ work: StoreWork, _ priority: MediaPriority) {
    let isOpen = gate.withLock { gate in
      if !gate.isOpen { gate.waiting.append((work, priority)) }
      return gate.isOpen
    }
    if isOpen { executor.submit(work, priority: priority) }
  }

  func withdraw(_ work: StoreWork) {
    work.cancel()
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
    if let newest = pending.withLock({ $0.newest[key] }), let level = stores.first?.level {
      return newest.entry.map { Found(key: key, entry: $0, place: nil, level: level) }
    }
    for (place, store) in stores.enumerated() {
      if let entry = attempt({ () throws(MediaStoreError) in try store.entry(for: key) }) ?? nil {
        return Found(key: key, entry: entry, place: place, level: store.level)
      }
    }
    return nil
  }

  // MARK: Writes

  /// Stores an answer everywhere, or in the first `places` stores.
  /// - Parameter mayBeShared: whether stores that many users share may have it too.
  func insert(
    head: [UInt8], body: MediaBody, for key: String, mayBeShared: Bool = true, places: Int = .max
  ) {
    write(.insert(key: key, head: head, body: body, mayBeShared: mayBeShared, places: places))
  }

  /// Replaces the head of what was found, and copies it, with that head, to the nearer stores.
  func refresh(_ found: Found, with head: [UInt8]) {
    if let place = found.place {
      write(.replaceHead(key: found.key, head: head, tag: found.entry.head.tag, place: place))
      copy(found, head)
    } else {
      insert(head: head, body: found.entry.body, for: found.key)
    }
  }

  /// Copies what was found to the nearer stores.
  func promote(_ found: Found) { copy(found, found.entry.head.bytes) }

  private func copy(_ found: Found, _ head: [UInt8]) {
    guard let place = found.place, place > 0 else { return }
    insert(head: head, body: found.entry.body, for: found.key, places: place)
  }

  /// Removes what turned out to be bad, unless a newer entry has its place.
  func remove(_ found: Found) {
    write(.remove(key: found.key, tag: found.place == nil ? nil : found.entry.head.tag))
  }

  /// Removes whatever is stored under `key`.
  func remove(_ key: String) { write(.remove(key: key, tag: nil)) }

  /// Returns when nothing waits to be written any more.
  func finishWriting() async {
    await withCheckedContinuation { continuation in
      let isIdle = pending.withLock { pending in
        if !pending.isIdle { pending.waiters.append(continuation) }
        return pending.isIdle
      }
      if isIdle { continuation.resume() }
    }
  }

  private func write(_ write: Write) {
    guard !stores.isEmpty else { return }
    let (isTaken, mustStart) = pending.withLock { pending -> (Bool, Bool) in
      let number = pending.nextNumber
      switch write {
      case .insert(let key, let head, let body, _, let places):
        guard pending.bytes == 0 || pending.bytes + body.count <= Self.pendingLimit else {
          return (false, false)
        }
        pending.bytes += body.count
        if places == .max {
          let head = StoredHead(bytes: head, tag: StoredEntryTag(number: 0), bodyByteCount: body.count)
          pending.newest[key] = (number, StoredEntry(head: head, body: body))
        }
      case .remove(let key, tag: nil): pending.newest[key] = (number, nil)
      case .remove, .replaceHead: break
      }
      pending.nextNumber += 1
      pending.writes.append((number, write))
      defer { pending.isWriting = true }
      return (true, !pending.isWriting)
    }
    if !isTaken { meter.count { $0.storesSkipped += 1 } }
    if mustStart { executor.submit(StoreWork { [self] in writeAll() }, priority: .normal) }
  }

  private func writeAll() {
    while true {
      let (writes, waiters) = pending.withLock { pending in
        let taken = (pending.writes, pending.writes.isEmpty ? pending.waiters : [])
        if pending.writes.isEmpty {
          pending.isWriting = false
          pending.waiters = []
        }
        pending.writes = []
        return taken
      }
      for waiter in waiters { waiter.resume() }
      if writes.isEmpty { return }
      for (number, write) in writes {
        carryOut(write)
        let done = pending.withLock { pending -> StoredEntry? in
          switch write {
          case .insert(let key, _, let body, _, _):
            pending.bytes -= body.count
            if pending.newest[key]?.number == number {
              return pending.newest.removeValue(forKey: key)?.entry
            }
          case .remove(let key, _):
            if pending.newest[key]?.number == number { pending.newest[key] = nil }
          case .replaceHead: break
          }
          return nil
        }
        // Its bytes may be released here, outside the lock.
        _ = consume done
      }
    }
  }

  private func carryOut(_ write: Write) {
    switch write {
    case .insert(let key, let head, let body, let mayBeShared, let places):
      for store in stores.prefix(places) where mayBeShared || store.level != .shared {
        attempt { () throws(MediaStoreError) in try store.insert(head: head, body: body, for: key) }
      }
    case .replaceHead(let key, let head, let tag, let place):
      let store = stores[place]
      attempt { () throws(MediaStoreError) in try store.replaceHead(with: head, for: key, tag: tag) }
    case .remove(let key, let tag):
      for store in stores { attempt { () throws(MediaStoreError) in try store.remove(key, tag: tag) } }
    }
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

  func run() { take()?() }

  /// What has not begun to run does nothing.
  func cancel() { _ = take() }

  /// Let go of at once: the executor may keep the work longer than what it was for.
  private func take() -> (@Sendable () -> Void)? { body.withLock { $0.take() } }
}
