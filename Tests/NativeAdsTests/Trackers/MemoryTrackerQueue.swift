import Locking
import NativeAds

/// A queue that lasts as long as the test.
final class MemoryTrackerQueue: TrackerQueue {
  private struct State {
    var hits: [TrackerHit] = []
    var limit = Int.max
    var failure: TrackerQueueError?
  }

  private let state = Lock(State())

  var hits: [TrackerHit] { state.withLock { $0.hits } }
  /// The ends of their URLs.
  var names: [String] { hits.compactMap { $0.url.split(separator: "/").last.map { String($0) } } }

  var limit: Int {
    get { state.withLock { $0.limit } }
    set { state.withLock { $0.limit = newValue } }
  }
  /// What every call ends with.
  var failure: TrackerQueueError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// As an earlier run would.
  func leave(_ names: [String], at time: Duration, attempts: Int = 0) {
    state.withLock { state in
      state.hits += names.map {
        TrackerHit(id: $0, url: "https://t.example/\($0)", event: .click, time: time, attempts: attempts)
      }
    }
  }

  func insert(_ hits: [TrackerHit]) throws(TrackerQueueError) -> [TrackerHit] {
    try state.withLock { (state) throws(TrackerQueueError) in
      if let failure = state.failure { throw failure }
      state.hits += hits
      let surplus = max(0, state.hits.count - state.limit)
      defer { state.hits.removeFirst(surplus) }
      return Array(state.hits.prefix(surplus))
    }
  }

  func update(removing ids: [TrackerHit.ID], keeping hits: [TrackerHit]) throws(TrackerQueueError) {
    try state.withLock { (state) throws(TrackerQueueError) in
      if let failure = state.failure { throw failure }
      for hit in hits {
        if let index = state.hits.firstIndex(where: { $0.id == hit.id }) { state.hits[index] = hit }
      }
      state.hits.removeAll { ids.contains($0.id) }
    }
  }

  func storedHits() throws(TrackerQueueError) -> [TrackerHit] {
    if let failure { throw failure }
    return hits
  }
}
