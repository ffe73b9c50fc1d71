import Locking

/// The shards of a memory cache, each with an index behind a lock of its own, on cache lines of their own, so that
/// threads that look in different shards do not disturb each other. A lookup counts no reference to any of this.
struct MemoryCacheShards: ~Copyable, @unchecked Sendable {
  // @unchecked: the memory does not move or go before the end, and every shard is a lock.
  private typealias Shard = Lock<MemoryCacheIndex>

  /// A power of two: enough that threads that look at the same moment seldom meet.
  private static let count = 32
  /// Two cache lines: processors fetch them in pairs.
  private static let stride = 128

  private let memory = UnsafeMutableRawPointer.allocate(byteCount: count * stride, alignment: stride)

  init() {
    for number in 0..<Self.count {
      memory.advanced(by: number * Self.stride).bindMemory(to: Shard.self, capacity: 1)
        .initialize(to: Shard(MemoryCacheIndex()))
    }
  }

  deinit {
    for number in 0..<Self.count { shard(number).deinitialize(count: 1) }
    memory.deallocate()
  }

  /// The entry that requests like `request` share.
  func entry(for request: borrowing MediaRequest) -> MemoryCacheEntry? {
    shard(number(request.decodeHash)).pointee.withLock { $0.entry(for: request) }
  }

  /// Lookups by requests that found something.
  var hits: Int { (0..<Self.count).reduce(0) { $0 + shard($1).pointee.withLock { $0.hits } } }

  /// Puts `entry` in, and returns that which its key had.
  func insert(_ entry: MemoryCacheEntry) -> MemoryCacheEntry? {
    shard(number(entry.key.hash)).pointee.withLock { $0.insert(entry) }
  }

  /// The entry of `key`.
  func entry(for key: DecodeKey) -> MemoryCacheEntry? {
    shard(number(key.hash)).pointee.withLock { $0.entry(for: key) }
  }

  /// Takes `entry` out, unless its key has another by now.
  func remove(_ entry: MemoryCacheEntry) {
    shard(number(entry.key.hash)).pointee.withLock { $0.remove(entry) }
  }

  /// From the upper bits: the index of a shard takes the lower.
  private func number(_ hash: Int) -> Int {
    Int(truncatingIfNeeded: UInt(bitPattern: hash) >> 48) & (Self.count - 1)
  }

  private func shard(_ number: Int) -> UnsafeMutablePointer<Shard> {
    memory.advanced(by: number * Self.stride).assumingMemoryBound(to: Shard.self)
  }
}
