import Locking

/// A stretch of a body in memory. What ``BodyBuffer`` has published of it is never written again.
final class BodySegment: @unchecked Sendable {
  // @unchecked: bytes are written below the published count never, above it by the one appending thread only.
  fileprivate let start: UnsafeMutableRawPointer
  fileprivate let capacity: Int

  fileprivate init(capacity: Int) {
    self.capacity = capacity
    start = .allocate(byteCount: capacity, alignment: 16)
  }

  deinit { start.deallocate() }
}

/// A body as it arrives: written by the transport's thread, read by decode threads without a copy.
///
/// It is kept whole until its fetch is over, so that a decode of another size can join at any moment.
final class BodyBuffer: Sendable {
  /// Bytes that may be read.
  struct Slice: Sendable {
    fileprivate let segment: BodySegment
    fileprivate let range: Range<Int>

    var count: Int { range.count }

    func withBytes<Result, Failure: Error>(
      _ body: (RawSpan) throws(Failure) -> Result
    ) throws(Failure) -> Result {
      try body(
        UnsafeRawBufferPointer(start: segment.start + range.lowerBound, count: range.count).bytes)
    }
  }

  private struct State {
    struct Part {
      let segment: BodySegment
      var used: Int
      /// Bytes of the segment that may be used: what another buffer shares is not written to.
      var limit: Int
    }

    var segments: [Part] = []
    var count = 0
    var expected = 0
  }

  private static let firstCapacity = 64 << 10
  private static let largestGrowth = 4 << 20

  private let state = Lock(State())

  /// Bytes received so far.
  var count: Int { state.withLock { $0.count } }

  /// Bytes of memory taken.
  var capacity: Int { state.withLock { $0.segments.reduce(0) { $0 + $1.segment.capacity } } }

  /// Whether both hold the same memory.
  func isSame(as other: BodyBuffer) -> Bool {
    let first = state.withLock { $0.segments.first?.segment }
    return first === other.state.withLock { $0.segments.first?.segment }
  }

  /// Begins with the bytes that another buffer has now, by sharing their memory. What is appended goes elsewhere.
  func adopt(_ other: BodyBuffer) {
    var shared = other.state.withLock { $0 }
    for index in shared.segments.indices { shared.segments[index].limit = shared.segments[index].used }
    state.withLock { state in
      shared.expected = state.expected
      state = shared
    }
  }

  /// The whole body as one stretch of memory: this one, or a copy where it came without its length.
  func contiguous() -> BodyBuffer {
    let parts = slices(from: 0)
    guard parts.count > 1 else { return self }
    let copy = BodyBuffer()
    copy.reserve(parts.reduce(0) { $0 + $1.count })
    for part in parts { part.withBytes { copy.append($0) } }
    return copy
  }

  /// Makes the first segment large enough for the whole body, once its length is told. Memory is touched only
  /// as bytes arrive.
  func reserve(_ expected: Int) {
    state.withLock { $0.expected = expected }
  }

  /// Makes it a body of `byteCount` bytes that `body` writes in place. Nothing is appended after that.
  func fill<Failure: Error>(
    _ byteCount: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    guard byteCount > 0 else { return try body(UnsafeMutableRawBufferPointer(start: nil, count: 0)) }
    let segment = BodySegment(capacity: byteCount)
    let bytes = UnsafeMutableRawBufferPointer(start: segment.start, count: byteCount)
    bytes.initializeMemory(as: UInt8.self, repeating: 0)
    try body(bytes)
    state.withLock { state in
      state.segments = [State.Part(segment: segment, used: byteCount, limit: byteCount)]
      state.count = byteCount
    }
  }

  /// Appends bytes; one thread at a time.
  func append(_ bytes: RawSpan) {
    state.withLock { state in
      bytes.withUnsafeBytes { source in
        guard let base = source.baseAddress else { return }
        var offset = 0
        while offset < source.count {
          if state.segments.last.map({ $0.used == $0.limit }) ?? true {
            let wanted =
              state.expected > state.count
              ? state.expected - state.count
              : min(max(state.count, Self.firstCapacity), Self.largestGrowth)
            state.segments.append(
              State.Part(segment: BodySegment(capacity: wanted), used: 0, limit: wanted))
          }
          let last = state.segments.count - 1
          let part = state.segments[last]
          let taken = min(source.count - offset, part.limit - part.used)
          (part.segment.start + part.used).copyMemory(from: base + offset, byteCount: taken)
          state.segments[last].used += taken
          state.count += taken
          offset += taken
        }
      }
    }
  }

  /// What has been received behind `offset`.
  func slices(from offset: Int) -> [Slice] {
    state.withLock { state in
      var slices: [Slice] = []
      var start = 0
      for part in state.segments {
        if start + part.used > offset {
          slices.append(Slice(segment: part.segment, range: max(0, offset - start)..<part.used))
        }
        start += part.used
      }
      return slices
    }
  }
}
