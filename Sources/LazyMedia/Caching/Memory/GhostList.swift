/// Hashes of keys whose pictures have left, oldest first, up to a number. Two keys of one hash are taken for the same:
/// that costs no more than a place in the wrong queue.
struct GhostList {
  /// When each was last added: which of its places in `order` is the true one.
  private var times: [Int: UInt64] = [:]
  private var order: [(hash: Int, time: UInt64)] = []
  private var first = 0
  private var clock: UInt64 = 0

  var count: Int { times.count }

  /// Adds a hash; the oldest go until at most `limit` are left.
  mutating func append(_ hash: Int, limit: Int) {
    clock += 1
    times[hash] = clock
    order.append((hash, clock))
    while times.count > limit, first < order.count {
      let (hash, time) = order[first]
      first += 1
      if times[hash] == time { times[hash] = nil }
    }
    guard order.count > 2 * times.count + 16 else { return }
    order = order[first...].filter { times[$0.hash] == $0.time }
    first = 0
  }

  /// Takes a hash out, and tells whether it was there.
  mutating func remove(_ hash: Int) -> Bool { times.removeValue(forKey: hash) != nil }
}
