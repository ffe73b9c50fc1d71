import MediaTransport

/// The rules of delivery: which hits are sent when, how often, and when one is done with.
///
/// A hit is pending until it is delivered or given up. A place in flight is taken longer: until the transfer is over and,
/// of a hit that a queue keeps, until the queue has let go of it.
struct TrackerDeliveryMachine {
  /// What is to be done, in order.
  enum Action: Equatable {
    /// Send it; `accept` and `close` follow.
    case send(TrackerHit)
    /// Keep the number of its attempts.
    case keep(TrackerHit)
    /// Tell what became of it, and, unless it is postponed, let the queue let go of it.
    case end(TrackerHit, TrackerOutcome)
  }

  private struct Pending {
    var hit: TrackerHit
    /// Whether a queue has it.
    var isKept: Bool
    /// Those of this run.
    var attempts = 0
  }

  /// What a place in flight is taken by.
  private enum Holder {
    case transfer
    case queue
  }

  private struct Delayed {
    let due: Duration
    let id: TrackerHit.ID
  }

  private let limits: TrackerLimits
  private var pending: [TrackerHit.ID: Pending] = [:]
  private var line = HitLine()
  /// By moment.
  private var delayed: [Delayed] = []
  private var places: [TrackerHit.ID: Set<Holder>] = [:]

  init(limits: TrackerLimits = TrackerLimits()) { self.limits = limits }

  /// Hits that are neither delivered nor given up.
  var pendingCount: Int { pending.count }
  /// Places that are taken.
  var inFlightCount: Int { places.count }
  /// When to call ``advance(to:)``; `nil` while nothing is put off.
  var nextDue: Duration? { delayed.first?.due }

  /// Whether the hit is under way.
  func has(_ id: TrackerHit.ID) -> Bool { pending[id] != nil || places[id] != nil }

  /// Hits are to be delivered.
  /// - Parameter areKept: whether a queue has them.
  mutating func add(_ hits: [TrackerHit], areKept: Bool) -> [Action] {
    for hit in hits where !has(hit.id) {
      pending[hit.id] = Pending(hit: hit, isKept: areKept)
      line.append(hit.id)
    }
    var actions: [Action] = []
    while pending.count > limits.pending, let oldest = popOldest() {
      actions.append(.end(oldest, .failed(.tooManyWaiting)))
    }
    return actions + fill()
  }

  /// The queue had no room for the hit any more. In flight, it goes on without one.
  mutating func drop(_ hit: TrackerHit) -> [Action] {
    guard places[hit.id] == nil else {
      pending[hit.id]?.isKept = false
      return []
    }
    pending[hit.id] = nil
    delayed.removeAll { $0.id == hit.id }
    return [.end(hit, .failed(.tooManyWaiting))]
  }

  /// The server has answered with success.
  mutating func accept(_ id: TrackerHit.ID) -> [Action] {
    guard let delivered = pending.removeValue(forKey: id) else { return [] }
    if delivered.isKept { places[id]?.insert(.queue) }
    return [.end(delivered.hit, .delivered)]
  }

  /// The transfer is over: with an error, unless it was accepted.
  mutating func close(_ id: TrackerHit.ID, _ error: TransportError?, at now: Duration) -> [Action] {
    leave(id, .transfer)
    guard let error, var failed = pending[id] else { return fill() }
    // What a queue says of earlier runs may be any number.
    failed.hit.attempts = min(max(0, failed.hit.attempts), limits.attempts) + 1
    failed.attempts += 1
    pending[id] = failed
    return fail(failed, error, at: now) + fill()
  }

  /// The queue has let go of the hit.
  mutating func forget(_ id: TrackerHit.ID) -> [Action] {
    leave(id, .queue)
    return fill()
  }

  /// Time has passed.
  mutating func advance(to now: Duration) -> [Action] {
    let due = delayed.prefix { $0.due <= now }
    delayed.removeFirst(due.count)
    for next in due { line.append(next.id) }
    return fill()
  }

  private mutating func fail(_ failed: Pending, _ error: TransportError, at now: Duration) -> [Action] {
    let id = failed.hit.id
    if Self.isFinal(error) || failed.hit.attempts >= limits.attempts {
      pending[id] = nil
      return [.end(failed.hit, .failed(.transport(error)))]
    }
    let keeping: [Action] = failed.isKept ? [.keep(failed.hit)] : []
    guard failed.attempts < limits.attemptsPerRun else {
      pending[id] = nil
      let outcome: TrackerOutcome =
        failed.isKept ? .postponed(.transport(error)) : .failed(.transport(error))
      return keeping + [.end(failed.hit, outcome)]
    }
    let due = now + limits.delay(after: failed.attempts)
    let place = delayed.lastIndex { $0.due <= due }.map { $0 + 1 } ?? 0
    delayed.insert(Delayed(due: due, id: id), at: place)
    return keeping
  }

  /// Whether the next attempt would end as this one.
  private static func isFinal(_ error: TransportError) -> Bool {
    switch error.code {
    case .invalidURL, .invalidHeader, .schemeNotAllowed, .tooManyRedirects: true
    // Request timeout, too early, too many requests (RFC 9110, 8470, 6585).
    case .badStatus: error.status.map { $0 < 500 && ![408, 425, 429].contains($0) } ?? false
    default: false
    }
  }

  private mutating func leave(_ id: TrackerHit.ID, _ holder: Holder) {
    places[id]?.remove(holder)
    if places[id]?.isEmpty == true { places[id] = nil }
  }

  /// Of those that wait: what was tried in vain is older than what was not tried.
  private mutating func popOldest() -> TrackerHit? {
    if !delayed.isEmpty { return pending.removeValue(forKey: delayed.removeFirst().id)?.hit }
    while let id = line.popFirst() {
      if let hit = pending.removeValue(forKey: id)?.hit { return hit }
    }
    return nil
  }

  private mutating func fill() -> [Action] {
    var actions: [Action] = []
    while places.count < limits.inFlight, let id = line.popFirst() {
      guard let next = pending[id] else { continue }
      places[id] = [.transfer]
      actions.append(.send(next.hit))
    }
    return actions
  }
}
