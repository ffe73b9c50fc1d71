import Synchronization

/// The order in which pictures leave a memory cache, over all of its shards: S3-FIFO (Yang et al., SOSP 2023).
///
/// New pictures wait in a small queue, a tenth of the bytes. Those that were asked for again meanwhile move on to the
/// main queue, the others leave and are remembered as ghosts; a picture that comes back while it is remembered starts in
/// the main queue. In the main queue a picture leaves once as many rounds as it was asked for, at most three, are over.
/// So a long run of pictures seen once passes through the small queue and pushes nothing out of the main one.
struct EvictionOrder {
  private struct Node {
    var entry: MemoryCacheEntry?
    var older: Int?
    var newer: Int?
  }

  private struct Queue {
    var oldest: Int?
    var newest: Int?
    var bytes = 0
    var count = 0
  }

  private var nodes: [Node] = []
  private var free: [Int] = []
  private var small = Queue()
  private var main = Queue()
  private var ghosts = GhostList()

  /// Bytes of pictures in the order.
  var bytes: Int { small.bytes + main.bytes }
  /// Pictures in the order.
  var count: Int { small.count + main.count }

  /// Adds a picture that is new to the cache.
  mutating func insert(_ entry: MemoryCacheEntry) {
    entry.isProven = ghosts.remove(entry.key.hash)
    append(entry)
  }

  /// Adds a picture that was taken out, as the newest. That alone makes it no picture that is seen again and again.
  mutating func putBack(_ entry: MemoryCacheEntry) {
    if !entry.isProven, entry.uses.load(ordering: .relaxed) > 0 { prove(entry) }
    append(entry)
  }

  /// Takes out the picture whose turn it is.
  mutating func evict() -> MemoryCacheEntry? {
    // Others may ask for pictures all the while.
    var patience = 5 * count
    while true {
      patience -= 1
      if let place = small.oldest, main.count == 0 || small.bytes * 10 >= bytes, let entry = remove(place) {
        if patience > 0, entry.uses.load(ordering: .relaxed) > 0 {
          prove(entry)
          append(entry)
          continue
        }
        ghosts.append(entry.key.hash, limit: count)
        return entry
      }
      guard let place = main.oldest, let entry = remove(place) else { return nil }
      let uses = entry.uses.load(ordering: .relaxed)
      guard patience > 0, uses > 0 else { return entry }
      entry.uses.store(uses - 1, ordering: .relaxed)
      append(entry)
    }
  }

  /// Takes out the picture at a place.
  @discardableResult
  mutating func remove(_ place: Int) -> MemoryCacheEntry? {
    let node = nodes[place]
    guard let entry = node.entry else { return nil }
    change(entry) { queue in
      if node.older == nil { queue.oldest = node.newer }
      if node.newer == nil { queue.newest = node.older }
      queue.bytes -= entry.cost
      queue.count -= 1
    }
    if let older = node.older { nodes[older].newer = node.newer }
    if let newer = node.newer { nodes[newer].older = node.older }
    nodes[place].entry = nil
    free.append(place)
    entry.residence = .gone
    return entry
  }

  private mutating func append(_ entry: MemoryCacheEntry) {
    let newest = entry.isProven ? main.newest : small.newest
    let node = Node(entry: entry, older: newest)
    let place = free.popLast() ?? nodes.count
    if place < nodes.count { nodes[place] = node } else { nodes.append(node) }
    if let newest { nodes[newest].newer = place }
    change(entry) { queue in
      if queue.oldest == nil { queue.oldest = place }
      queue.newest = place
      queue.bytes += entry.cost
      queue.count += 1
    }
    entry.residence = .queued(place)
  }

  private func prove(_ entry: MemoryCacheEntry) {
    entry.isProven = true
    entry.uses.store(0, ordering: .relaxed)
  }

  private mutating func change(_ entry: MemoryCacheEntry, _ body: (inout Queue) -> Void) {
    if entry.isProven { body(&main) } else { body(&small) }
  }
}
