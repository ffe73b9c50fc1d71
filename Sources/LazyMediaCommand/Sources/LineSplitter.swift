/// Cuts a stream of bytes into lines (ended by LF or CR LF; the last one perhaps by nothing). A value: no I/O.
struct LineSplitter {
  /// Most bytes of a line: a `data:` URL of the largest body that the pipeline takes by default, with room to spare.
  static let maximumLength = 64 << 20

  /// A line, or the start of one that was too long.
  enum Line: Equatable {
    case whole([UInt8])
    case tooLong(start: [UInt8])
  }

  private let limit: Int
  private var buffer: [UInt8] = []
  /// Bytes of `buffer` that were handed out already.
  private var taken = 0
  /// Bytes of `buffer` that are known to hold no further line end.
  private var searched = 0
  /// The start of a line whose rest is being skipped.
  private var oversized: [UInt8]?

  init(limit: Int = LineSplitter.maximumLength) { self.limit = limit }

  /// Takes the next bytes.
  mutating func append(_ bytes: some Collection<UInt8>) {
    if taken > 0 {
      buffer.removeFirst(taken)
      searched -= taken
      taken = 0
    }
    buffer += bytes
  }

  /// The next line that is complete, if there is one.
  mutating func next() -> Line? {
    guard let end = buffer[searched...].firstIndex(of: 0x0A) else {
      searched = buffer.count
      if oversized != nil || buffer.count - taken > limit {
        oversized = oversized ?? Array(buffer[taken...].prefix(Self.startLength))
        buffer.removeAll()
        taken = 0
        searched = 0
      }
      return nil
    }
    defer {
      taken = end + 1
      searched = taken
    }
    return line(buffer[taken..<end])
  }

  /// The rest after the last line end, once the stream has ended; `nil` if there is none.
  mutating func last() -> Line? {
    guard taken < buffer.count || oversized != nil else { return nil }
    defer {
      buffer.removeAll()
      taken = 0
      searched = 0
    }
    return line(buffer[taken...])
  }

  private mutating func line(_ bytes: ArraySlice<UInt8>) -> Line {
    if let start = oversized {
      oversized = nil
      return .tooLong(start: start)
    }
    if bytes.count > limit { return .tooLong(start: Array(bytes.prefix(Self.startLength))) }
    return .whole(Array(bytes.last == 0x0D ? bytes.dropLast() : bytes))
  }

  private static let startLength = 60
}
