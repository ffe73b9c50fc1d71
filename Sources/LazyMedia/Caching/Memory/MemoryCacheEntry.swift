import Synchronization

/// A picture in a ``MemoryCache``: the storage of the ``MediaImage``s that the cache gives, so that whoever shows one can
/// pin it.
///
/// @unchecked: `residence`, `isProven`, `pins` and `wasShown` are touched under the lock of the cache's order only; all else does not
/// change or is atomic.
final class MemoryCacheEntry: MediaImageStorage, @unchecked Sendable {
  /// Where it stands in the order of its cache.
  enum Residence {
    /// In the index, on its way into the order.
    case arriving
    /// May be evicted; its place in the queue.
    case queued(Int)
    /// Shown, so it stays, and does not count.
    case pinned
    /// Evicted, replaced or removed.
    case gone
  }

  private static let mostUses: UInt8 = 3

  let key: DecodeKey
  /// How often it was asked for since the order last looked, up to ``mostUses``.
  let uses = Atomic<UInt8>(0)
  /// When it is too old to be given.
  let expiry: Duration?
  /// Bytes of its pixels.
  let cost: Int
  weak let cache: MemoryCache?

  var residence = Residence.arriving
  /// Whether it belongs to the main queue of the order.
  var isProven = false
  /// Of those who show it.
  var pins = 0
  /// Whether it was ever shown.
  private var wasShown = false

  init(_ image: MediaImage, for key: DecodeKey, expiry: Duration?, in cache: MemoryCache) {
    self.key = key
    self.expiry = expiry
    cost = image.pixels.byteCount
    self.cache = cache
    super.init(
      pixels: image.pixels, info: image.info, iccProfile: image.iccProfile, warnings: image.warnings,
      goodRows: image.goodRows)
  }

  override var cacheEntry: MemoryCacheEntry? { self }

  /// It is shown. The hit that led to its first showing was no second use: it may have been prefetched.
  func noteShowing() {
    guard !wasShown else { return }
    wasShown = true
    let count = uses.load(ordering: .relaxed)
    if count > 0 { uses.store(count - 1, ordering: .relaxed) }
  }

  /// A hit. Written only where it changes something, so that threads that read the same picture do not disturb each other.
  func noteUse() {
    // Of two hits at one moment one may get lost.
    let count = uses.load(ordering: .relaxed)
    if count < Self.mostUses { uses.store(count + 1, ordering: .relaxed) }
  }
}

/// Keeps a picture in the memory cache while it is shown: from its creation to its end.
final class MemoryCachePin: Sendable {
  private let entry: MemoryCacheEntry

  /// `nil` for a picture that is in no cache.
  init?(_ image: MediaImage) {
    guard let entry = image.cacheEntry else { return nil }
    self.entry = entry
    entry.cache?.pin(entry)
  }

  deinit { entry.cache?.unpin(entry) }
}
