internal import Glibc
internal import Locking

/// Storage for pixels, used again instead of being returned to the system, up to a number of bytes.
///
/// Fresh memory costs a page fault for each 4 KiB, which is half the time of a large decode. Storage is kept
/// by size class (eight classes from one power of two to the next), so that sizes that differ little share it.
/// Safe to use from any thread.
public final class PixelBufferPool: Sendable {
  /// The pool that decoders use unless told otherwise.
  public static let shared = PixelBufferPool(byteLimit: 64 << 20)

  /// Most bytes kept for later use.
  public let byteLimit: Int

  /// A cache line.
  private static let alignment = 64
  /// Where storage starts in its allocation: libjpeg-turbo writes rows at multiples of 32 bytes around the caches, which
  /// makes small decodes slower (1200x627 at 4/8 by 4%) and leaves the pixels cold for whoever shows them.
  private static let lead = 16

  private struct Bucket: Sendable {
    // Addresses, since pointers are not Sendable; each is owned by this bucket alone.
    var addresses: [UInt] = []
    var lastUse: UInt64 = 0
  }

  private struct State: Sendable {
    var buckets: [Int: Bucket] = [:]
    var cachedBytes = 0
    var uses: UInt64 = 0
  }

  private let state = Lock(State())

  /// Creates a pool; with a limit of 0 it keeps nothing.
  public init(byteLimit: Int) { self.byteLimit = max(0, byteLimit) }

  deinit { trim() }

  /// Bytes kept for later use now.
  public var cachedBytes: Int { state.withLock { $0.cachedBytes } }

  /// Gives all kept bytes back to the system.
  public func trim() {
    let buckets = state.withLock { state in
      let buckets = state.buckets
      state.buckets = [:]
      state.cachedBytes = 0
      return buckets
    }
    for (capacity, bucket) in buckets {
      for address in bucket.addresses { Self.free(address, capacity) }
    }
  }

  /// The size class of so many bytes.
  internal static func capacity(for byteCount: Int) -> Int {
    let bytes = max(byteCount, 1024)
    let step = max(64, (1 << (Int.bitWidth - 1 - bytes.leadingZeroBitCount)) / 8)
    return (bytes + step - 1) / step * step
  }

  internal func take(capacity: Int) -> UnsafeMutableRawPointer? {
    let kept = state.withLock { state -> UInt? in
      state.uses += 1
      guard let address = state.buckets[capacity]?.addresses.popLast() else { return nil }
      state.buckets[capacity]?.lastUse = state.uses
      state.cachedBytes -= capacity
      return address
    }
    if let kept, let pointer = UnsafeMutableRawPointer(bitPattern: kept) { return pointer }
    return Self.allocate(capacity)
  }

  internal func give(_ pointer: UnsafeMutableRawPointer, capacity: Int) {
    let address = UInt(bitPattern: pointer)
    let limit = byteLimit
    let dropped = state.withLock { state -> [(address: UInt, capacity: Int)] in
      guard capacity <= limit else { return [(address, capacity)] }
      var dropped: [(address: UInt, capacity: Int)] = []
      state.uses += 1
      while state.cachedBytes + capacity > limit {
        // The class that was out of use longest gives first.
        let candidates = state.buckets.filter { !$0.value.addresses.isEmpty }
        guard let oldest = candidates.min(by: { $0.value.lastUse < $1.value.lastUse })?.key,
          let address = state.buckets[oldest]?.addresses.popLast()
        else { break }
        state.cachedBytes -= oldest
        dropped.append((address, oldest))
      }
      state.buckets[capacity, default: Bucket()].addresses.append(address)
      state.buckets[capacity]?.lastUse = state.uses
      state.cachedBytes += capacity
      if state.buckets.count > 256 { state.buckets = state.buckets.filter { !$0.value.addresses.isEmpty } }
      return dropped
    }
    for (address, capacity) in dropped { Self.free(address, capacity) }
  }

  // MARK: Memory

  /// Storage of this size and above is mapped by itself. On the heap, blocks this large lie among those that
  /// decoders use for a while, which leaves holes: a seventh of the memory of 400 pictures, as measured.
  private static let smallestMapping = 128 << 10

  private static func allocate(_ capacity: Int) -> UnsafeMutableRawPointer? {
    guard capacity >= smallestMapping else {
      return aligned_alloc(alignment, capacity + alignment).map { $0 + lead }
    }
    let mapping = mmap(nil, capacity + lead, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let mapping, mapping != MAP_FAILED else { return nil }
    return mapping + lead
  }

  private static func free(_ address: UInt, _ capacity: Int) {
    let start = UnsafeMutableRawPointer(bitPattern: address - UInt(lead))
    if capacity >= smallestMapping { munmap(start, capacity + lead) } else { Glibc.free(start) }
  }
}
