import Glibc
import Locking

/// Finished pictures in memory, up to a number of bytes. Lookups are synchronous and safe from any thread.
///
/// A picture that a ``MediaSlot`` shows is pinned: it stays, and its bytes stand outside the limits. Of the others those
/// seen once leave before those seen again, so a fling through a thousand pictures does not throw out what is in use.
///
/// Pictures are found in shards, each behind a lock of its own; a hit takes that lock, allocates nothing and changes no
/// order. The order of eviction, behind another lock, is one for all shards, so that the limits hold over all of them
/// and a single picture may be as large as all together.
public final class MemoryCache: Sendable {
  /// Most bytes of pixels kept, pinned pictures not counted.
  public let byteLimit: Int
  /// Most pictures kept, pinned ones not counted.
  public let entryLimit: Int
  /// After this time since it was put in a picture is not given any more; `nil` is never. Its memory is freed when it is
  /// asked for or evicted: nothing wakes up for it.
  public let timeToLive: Duration?

  private let now: @Sendable () -> Duration
  private let shards = MemoryCacheShards()
  private let order = Lock(Order())

  private struct Order {
    var evictable = EvictionOrder()
    var pinnedBytes = 0
    var pinnedCount = 0

    mutating func pin(_ entry: MemoryCacheEntry) {
      entry.residence = .pinned
      pinnedBytes += entry.cost
      pinnedCount += 1
    }

    mutating func remove(_ entry: MemoryCacheEntry) {
      switch entry.residence {
      case .queued(let place): evictable.remove(place)
      case .pinned:
        pinnedBytes -= entry.cost
        pinnedCount -= 1
      case .arriving, .gone: break
      }
      entry.residence = .gone
    }

    /// Takes out what stands above the limits.
    mutating func evict(toBytes bytes: Int, entries: Int) -> [MemoryCacheEntry] {
      var evicted: [MemoryCacheEntry] = []
      while evictable.bytes > bytes || evictable.count > entries, let entry = evictable.evict() {
        evicted.append(entry)
      }
      return evicted
    }
  }

  /// Creates a cache.
  /// - Parameters:
  ///   - byteLimit: most bytes of pixels; a quarter of physical memory by default, at most 512 MiB. A picture larger than
  ///     this is not kept.
  ///   - entryLimit: most pictures; no limit by default.
  ///   - timeToLive: how long a picture is given after it was put in; `nil`, the default, is without end.
  ///   - now: the time since some fixed moment; a monotonic clock by default. Asked only where `timeToLive` is set.
  public init(
    byteLimit: Int = MemoryCache.defaultByteLimit, entryLimit: Int = .max, timeToLive: Duration? = nil,
    now: @escaping @Sendable () -> Duration = MemoryCache.monotonicClock()
  ) {
    self.byteLimit = max(0, byteLimit)
    self.entryLimit = max(0, entryLimit)
    self.timeToLive = timeToLive
    self.now = now
  }

  /// A quarter of physical memory, at most 512 MiB.
  public static var defaultByteLimit: Int {
    let pages = sysconf(Int32(_SC_PHYS_PAGES))
    let pageSize = sysconf(Int32(_SC_PAGESIZE))
    guard pages > 0, pageSize > 0 else { return 128 << 20 }
    return min(pages / 4 * pageSize, 512 << 20)
  }

  /// A clock that begins now and never goes back.
  public static func monotonicClock() -> @Sendable () -> Duration {
    let origin = ContinuousClock.now
    return { ContinuousClock.now - origin }
  }

  /// Bytes of pixels kept now, pinned pictures not counted: at most ``byteLimit``.
  public var byteCount: Int { order.withLock { $0.evictable.bytes } }

  /// Bytes of pixels of pictures that are shown now, each counted once.
  public var pinnedByteCount: Int { order.withLock { $0.pinnedBytes } }

  /// Pictures kept now, pinned ones included.
  public var count: Int { order.withLock { $0.evictable.count + $0.pinnedCount } }

  /// Pictures that were asked for and found.
  public var hitCount: Int { shards.hits }

  /// Drops every picture that is not pinned.
  public func removeAll() { trim(toBytes: 0) }

  /// Evicts pictures until at most so many bytes are left, pinned pictures not counted.
  public func trim(toBytes bytes: Int) {
    let entries = bytes > 0 ? entryLimit : 0
    forget(order.withLock { $0.evict(toBytes: max(0, bytes), entries: entries) })
  }

  // MARK: Pictures

  /// The picture that requests like this one share, whatever their policy.
  package func image(for request: borrowing MediaRequest) -> MediaImage? {
    guard let entry = shards.entry(for: request) else { return nil }
    if timeToLive != nil, let expiry = entry.expiry, now() >= expiry {
      drop(entry)
      return nil
    }
    entry.noteUse()
    return MediaImage(entry)
  }

  /// Puts a picture in for requests like this one.
  @discardableResult
  package func insert(_ image: MediaImage, for request: MediaRequest) -> MediaImage {
    insert(image, for: request.decodeKey.stored)
  }

  /// Puts a picture in the place of whatever `key` had. Returns it as the cache gives it from now on, to be pinned where
  /// it is shown; one too large for the cache as it is.
  @discardableResult
  func insert(_ image: MediaImage, for key: DecodeKey) -> MediaImage {
    guard image.pixels.byteCount <= byteLimit, entryLimit > 0 else {
      // It would throw out all others. What it replaces is not to be found any more.
      if let old = shards.entry(for: key) { drop(old) }
      return image
    }
    let entry = MemoryCacheEntry(image, for: key, expiry: timeToLive.map { now() + $0 }, in: self)
    // Found first and ordered then, so that what is evicted can be found no more.
    let old = shards.insert(entry)
    let evicted = order.withLock { order in
      if let old { order.remove(old) }
      // Another may have taken its place already.
      guard case .arriving = entry.residence else { return [] as [MemoryCacheEntry] }
      // Found and shown already.
      if entry.pins > 0 {
        order.pin(entry)
        return []
      }
      let evicted = order.evict(toBytes: byteLimit - entry.cost, entries: entryLimit - 1)
      order.evictable.insert(entry)
      return evicted
    }
    forget(evicted)
    return MediaImage(entry)
  }

  // MARK: Pins

  /// Keeps an entry while it is shown. Each call wants its ``unpin(_:)``.
  func pin(_ entry: MemoryCacheEntry) {
    order.withLock { order in
      entry.pins += 1
      entry.noteShowing()
      guard entry.pins == 1, case .queued(let place) = entry.residence else { return }
      order.evictable.remove(place)
      order.pin(entry)
    }
  }

  /// Gives an entry that nobody shows any more back to the order, as the newest.
  func unpin(_ entry: MemoryCacheEntry) {
    let evicted = order.withLock { order in
      entry.pins -= 1
      guard entry.pins == 0, case .pinned = entry.residence else { return [] as [MemoryCacheEntry] }
      order.remove(entry)
      let evicted = order.evict(toBytes: byteLimit - entry.cost, entries: entryLimit - 1)
      order.evictable.putBack(entry)
      return evicted
    }
    forget(evicted)
  }

  // MARK: Parts

  private func drop(_ entry: MemoryCacheEntry) {
    order.withLock { $0.remove(entry) }
    forget([entry])
  }

  /// Makes entries that are out of the order unfindable. Their pixels are released outside of all locks.
  private func forget(_ entries: [MemoryCacheEntry]) {
    for entry in entries { shards.remove(entry) }
  }
}
