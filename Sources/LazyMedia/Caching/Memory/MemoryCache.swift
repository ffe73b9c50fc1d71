import Glibc
import Locking

/// Finished pictures in memory, up to a number of bytes. Lookups are synchronous and safe from any thread.
///
/// Eviction is SIEVE (Zhang et al., NSDI 2024): a hit only marks its entry, and a hand that wanders from the oldest
/// entry to the newest removes the first that is not marked, so pictures seen once leave before pictures seen again.
public final class MemoryCache: Sendable {
  /// Most bytes of pixels kept.
  public let byteLimit: Int

  private let state = Lock(State())

  /// Creates a cache.
  /// - Parameter byteLimit: a quarter of physical memory by default, at most 512 MiB.
  public init(byteLimit: Int = MemoryCache.defaultByteLimit) {
    self.byteLimit = max(0, byteLimit)
  }

  /// A quarter of physical memory, at most 512 MiB.
  public static var defaultByteLimit: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let pageSize = sysconf(Int32(_SC_PAGESIZE))
    guard pages > 0, pageSize > 0 else { return 128 << 20 }
    return min(pages / 4 * pageSize, 512 << 20)
  }

  /// Bytes of pixels kept now.
  public var byteCount: Int { state.withLock { $0.bytes } }

  /// Pictures kept now.
  public var count: Int { state.withLock { $0.index.count } }

  /// Drops every picture.
  public func removeAll() {
    let old = state.withLock { state in
      let old = state
      state = State()
      return old
    }
    // Pixels are released here, outside the lock.
    _ = consume old
  }

  func image(for key: DecodeKey) -> MediaImage? {
    state.withLock { state in
      guard let slot = state.index[key] else { return nil }
      state.nodes[slot].isVisited = true
      return state.nodes[slot].image
    }
  }

  func insert(_ image: MediaImage, for key: DecodeKey) {
    let cost = image.pixels.byteCount
    // A picture that alone fills the cache would throw out all others.
    guard cost <= byteLimit else { return }
    let evicted = state.withLock { state in
      var evicted: [MediaImage] = []
      if let old = state.remove(key) { evicted.append(old) }
      while state.bytes + cost > byteLimit, let old = state.evict() { evicted.append(old) }
      state.insert(image, cost: cost, for: key)
      return evicted
    }
    _ = consume evicted
  }

  private struct Node {
    var key: DecodeKey
    var image: MediaImage?
    var cost: Int
    var isVisited = false
    var older: Int?
    var newer: Int?
  }

  private struct State {
    var index: [DecodeKey: Int] = [:]
    var nodes: [Node] = []
    var free: [Int] = []
    var oldest: Int?
    var newest: Int?
    var hand: Int?
    var bytes = 0

    mutating func insert(_ image: MediaImage, cost: Int, for key: DecodeKey) {
      let node = Node(key: key, image: image, cost: cost, older: newest)
      let slot: Int
      if let reused = free.popLast() {
        slot = reused
        nodes[slot] = node
      } else {
        slot = nodes.count
        nodes.append(node)
      }
      if let newest { nodes[newest].newer = slot } else { oldest = slot }
      newest = slot
      index[key] = slot
      bytes += cost
    }

    mutating func remove(_ key: DecodeKey) -> MediaImage? {
      guard let slot = index[key] else { return nil }
      return remove(slot)
    }

    mutating func evict() -> MediaImage? {
      guard var slot = hand ?? oldest else { return nil }
      while nodes[slot].isVisited {
        nodes[slot].isVisited = false
        guard let next = nodes[slot].newer ?? oldest else { return nil }
        slot = next
      }
      hand = slot
      return remove(slot)
    }

    private mutating func remove(_ slot: Int) -> MediaImage? {
      let node = nodes[slot]
      if hand == slot { hand = node.newer }
      if let older = node.older { nodes[older].newer = node.newer } else { oldest = node.newer }
      if let newer = node.newer { nodes[newer].older = node.older } else { newest = node.older }
      index[node.key] = nil
      nodes[slot].image = nil
      free.append(slot)
      bytes -= node.cost
      return node.image
    }
  }
}
