import Locking
import MediaCodecs

/// Files as they came, in memory, up to a number of bytes: encoded pictures and videos, so that they need not be
/// fetched again for another size, or after their pixels were dropped. Filled by requests with
/// ``MediaRequest/keepsData``. Lookups are synchronous and safe from any thread.
///
/// What was used least recently leaves first.
public final class DataCache: Sendable {
  /// A body that is kept, and what the check of its container found if it was loaded as a file.
  struct Entry: Sendable {
    let body: BodyBuffer
    var video: VideoInfo?
  }

  private struct State {
    struct Kept {
      var entry: Entry
      let cost: Int
      /// When it was last used: which of its places in `uses` is the true one.
      var use: UInt64
    }

    var index: [FetchKey: Kept] = [:]
    /// Uses, oldest first from `first` on; those that a later use of the same body has replaced are skipped.
    var uses: [(key: FetchKey, use: UInt64)] = []
    var first = 0
    var clock: UInt64 = 0
    var bytes = 0

    mutating func touch(_ key: FetchKey) {
      clock += 1
      index[key]?.use = clock
      uses.append((key, clock))
      guard uses.count > 2 * index.count + 16 else { return }
      uses = uses[first...].filter { index[$0.key]?.use == $0.use }
      first = 0
    }

    mutating func remove(_ key: FetchKey) -> Entry? {
      guard let kept = index.removeValue(forKey: key) else { return nil }
      bytes -= kept.cost
      return kept.entry
    }

    mutating func evict() -> Entry? {
      while first < uses.count {
        let (key, use) = uses[first]
        first += 1
        if index[key]?.use == use { return remove(key) }
      }
      return nil
    }
  }

  /// Most bytes kept.
  public let byteLimit: Int

  private let state = Lock(State())

  /// Creates a cache.
  /// - Parameter byteLimit: most bytes of memory for bodies; 32 MiB by default.
  public init(byteLimit: Int = 32 << 20) {
    self.byteLimit = max(0, byteLimit)
  }

  /// Bytes of memory that bodies take now.
  public var byteCount: Int { state.withLock { $0.bytes } }

  /// Bodies kept now.
  public var count: Int { state.withLock { $0.index.count } }

  /// Drops every body.
  public func removeAll() {
    let old = state.withLock { state in
      let old = state
      state = State()
      return old
    }
    // Bodies are released here, outside the lock.
    _ = consume old
  }

  func entry(for key: FetchKey) -> Entry? {
    state.withLock { state in
      guard let kept = state.index[key] else { return nil }
      state.touch(key)
      return kept.entry
    }
  }

  /// Keeps a body that is whole and good.
  func insert(_ entry: Entry, for key: FetchKey) {
    let cost = entry.body.capacity
    // One that alone fills the cache would throw out all others.
    guard cost <= byteLimit else { return }
    let left = state.withLock { state in
      var entry = entry
      var left: [Entry] = []
      if let old = state.remove(key) {
        // The same bytes, used as a picture now: what the check of the container found still holds.
        if entry.video == nil, entry.body.isSame(as: old.body) { entry.video = old.video }
        left.append(old)
      }
      while state.bytes + cost > byteLimit, let old = state.evict() { left.append(old) }
      state.index[key] = State.Kept(entry: entry, cost: cost, use: 0)
      state.bytes += cost
      state.touch(key)
      return left
    }
    _ = consume left
  }

  /// Drops a body that turned out to be bad, unless another has taken its place.
  func remove(_ body: BodyBuffer, for key: FetchKey) {
    let left = state.withLock { state -> Entry? in
      guard let kept = state.index[key], kept.entry.body.isSame(as: body) else { return nil }
      return state.remove(key)
    }
    _ = consume left
  }
}
