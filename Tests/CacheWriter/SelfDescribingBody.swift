#if DiskCache
  import LazyMedia
  import SeededRandom

  /// A body that says whose it is and how long, and is made of a seed: whatever else is read is noticed.
  struct SelfDescribingBody {
    let key: Int
    let version: UInt64
    let byteCount: Int

    static let headByteCount = 24

    /// `byteCount` is at least 24.
    init(key: Int, version: UInt64, byteCount: Int) {
      self.key = key
      self.version = version
      self.byteCount = max(Self.headByteCount, byteCount)
    }

    var name: String { Self.name(of: key) }

    static func name(of key: Int) -> String { "https://cdn.example.com/pictures/\(key).jpg" }

    private var words: [UInt64] { [UInt64(key), version, UInt64(byteCount)] }

    private var bytes: [UInt8] {
      var bytes = words.flatMap { word in withUnsafeBytes(of: word.littleEndian) { Array($0) } }
      bytes.reserveCapacity(byteCount + 8)
      var generator = SeededGenerator(seed: version &+ UInt64(key))
      while bytes.count < byteCount {
        withUnsafeBytes(of: generator.next().littleEndian) { bytes.append(contentsOf: $0) }
      }
      bytes.removeLast(bytes.count - byteCount)
      return bytes
    }

    var body: MediaBody {
      let bytes = bytes
      return MediaBody(byteCount: bytes.count) { $0.copyBytes(from: bytes) }
    }

    /// Says the same as the body's beginning, and perhaps something after it.
    var head: [UInt8] { Array(bytes.prefix(Self.headByteCount)) }

    /// What is wrong with an entry found under `key`; `nil` if nothing is.
    static func fault(of entry: StoredEntry, key: Int) -> String? {
      var bytes: [UInt8] = []
      entry.body.forEachPiece { bytes.append(contentsOf: $0) }
      guard bytes.count >= headByteCount else { return "the body of \(key) has \(bytes.count) bytes" }
      let words = (0..<3).map { word in
        bytes[word * 8..<word * 8 + 8].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      }
      guard words[0] == UInt64(key) else { return "the body of \(key) is that of \(words[0])" }
      guard words[2] == UInt64(bytes.count) else {
        return "the body of \(key) has \(bytes.count) bytes instead of \(words[2])"
      }
      let expected = SelfDescribingBody(key: key, version: words[1], byteCount: bytes.count)
      guard bytes == expected.bytes else { return "the body of \(key) has other bytes" }
      guard Array(entry.head.bytes.prefix(headByteCount)) == expected.head else {
        return "the head of \(key) is that of another body"
      }
      return nil
    }
  }
#endif
