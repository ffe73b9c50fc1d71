import Locking

/// What is left of transfers that ended early, in memory, so that the next one goes on from there. Bounded; what was kept
/// first leaves first.
final class PartialBodies: Sendable {
  /// The beginning of a body, and what is needed to ask for the rest.
  struct Partial: Sendable {
    let body: BodyBuffer
    let point: ResumePoint

    /// Of `body` as it is now: a last piece may have been counted in `point` and not have come there, or come there later.
    init?(_ body: BodyBuffer, _ point: ResumePoint) {
      self.body = BodyBuffer()
      self.body.adopt(body)
      let count = self.body.count
      guard count <= point.received,
        let point = ResumePoint(
          head: point.head, received: count, validator: point.validator, total: point.total)
      else { return nil }
      self.point = point
    }
  }

  private struct State {
    /// In order of age. Few: none is smaller than `leastBytes`.
    var kept: [(key: FetchKey, partial: Partial, cost: Int)] = []
    var bytes = 0

    mutating func remove(at index: Int) -> Partial {
      let old = kept.remove(at: index)
      bytes -= old.cost
      return old.partial
    }
  }

  /// Less is as well fetched again.
  static let leastBytes = 16 << 10

  private let byteLimit: Int
  private let state = Lock(State())

  init(byteLimit: Int = 16 << 20) { self.byteLimit = byteLimit }

  var byteCount: Int { state.withLock { $0.bytes } }

  func keep(_ partial: Partial, for key: FetchKey) {
    let cost = partial.body.count
    guard partial.body.count >= Self.leastBytes, cost <= byteLimit else { return }
    let left = state.withLock { state in
      var left: [Partial] = []
      if let index = state.kept.firstIndex(where: { $0.key == key }) { left.append(state.remove(at: index)) }
      while state.bytes + cost > byteLimit { left.append(state.remove(at: 0)) }
      state.kept.append((key, partial, cost))
      state.bytes += cost
      return left
    }
    // Bytes are released here, outside the lock.
    _ = consume left
  }

  /// The beginning of a body, for the one that goes on with it.
  func take(_ key: FetchKey) -> Partial? {
    state.withLock { state in
      guard let index = state.kept.firstIndex(where: { $0.key == key }) else { return nil }
      return state.remove(at: index)
    }
  }

  func removeAll() {
    let old = state.withLock { state in
      let old = state
      state = State()
      return old
    }
    _ = consume old
  }
}
