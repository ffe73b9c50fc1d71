import Synchronization

/// The order in which pictures leave a memory cache, over all of its shards: SIEVE (Zhang et al., NSDI 2024).
///
/// A hit only marks its entry. A hand wanders from the oldest entry to the newest and removes the first that is not
/// marked; marks that it meets it takes away. So pictures seen once leave before pictures seen again, and a long run of
/// new ones passes behind those seen again without pushing them out.
struct EvictionOrder {
  private struct Node {
    var entry: MemoryCacheEntry?
    var older: Int?
    var newer: Int?
  }

  private var nodes: [Node] = []
  private var free: [Int] = []
  private var oldest: Int?
  private var newest: Int?
  private var hand: Int?

  /// Bytes of pictures in the order.
  private(set) var bytes = 0
  /// Pictures in the order.
  private(set) var count = 0

  /// Adds an entry as the newest.
  mutating func append(_ entry: MemoryCacheEntry) {
    let place: Int
    let node = Node(entry: entry, older: newest)
    if let reused = free.popLast() {
      place = reused
      nodes[place] = node
    } else {
      place = nodes.count
      nodes.append(node)
    }
    if let newest { nodes[newest].newer = place } else { oldest = place }
    newest = place
    entry.residence = .queued(place)
    bytes += entry.cost
    count += 1
  }

  /// Takes out the entry whose turn it is.
  mutating func evict() -> MemoryCacheEntry? {
    guard var place = hand ?? oldest else { return nil }
    while let entry = nodes[place].entry, entry.isUsed.exchange(false, ordering: .relaxed) {
      guard let next = nodes[place].newer ?? oldest else { return nil }
      place = next
    }
    hand = place
    let entry = nodes[place].entry
    remove(place)
    return entry
  }

  /// Takes out the entry at a place.
  mutating func remove(_ place: Int) {
    let node = nodes[place]
    guard let entry = node.entry else { return }
    if hand == place { hand = node.newer }
    if let older = node.older { nodes[older].newer = node.newer } else { oldest = node.newer }
    if let newer = node.newer { nodes[newer].older = node.older } else { newest = node.older }
    nodes[place].entry = nil
    free.append(place)
    entry.residence = .gone
    bytes -= entry.cost
    count -= 1
  }
}
