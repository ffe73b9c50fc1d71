/// Walks the chunks of a PNG file (PNG specification, third edition, section 5) without keeping their bodies.
internal struct PNGChunkWalker: Sendable {
  /// The head of a chunk.
  struct Chunk: Hashable, Sendable {
    var length: Int
    var type: UInt32

    /// The type's four letters.
    var name: String {
      String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: type >> (24 - 8 * $0)) }, as: UTF8.self)
    }
    /// Whether a decoder may pass over it.
    var isAncillary: Bool { type & 0x2000_0000 != 0 }
  }

  /// What the header says.
  struct Header: Sendable {
    var size: PixelSize
    var isInterlaced: Bool
    var colorType: UInt8
  }

  /// A stretch of bytes of one kind.
  enum Piece: Sendable {
    /// So many bytes of the signature.
    case signature(Int)
    /// So many bytes of a chunk's head; the chunk once all eight, `headBytes`, are there.
    case head(Chunk?, Int)
    /// So many bytes of a body.
    case body(Chunk, Int)
    /// So many bytes of a checksum; the flag tells whether it is complete.
    case checksum(Chunk, Int, isComplete: Bool)
  }

  static let ihdr: UInt32 = 0x4948_4452
  static let plte: UInt32 = 0x504C_5445
  static let idat: UInt32 = 0x4944_4154
  static let iend: UInt32 = 0x4945_4E44
  static let trns: UInt32 = 0x7452_4E53
  static let iccp: UInt32 = 0x6943_4350
  static let exif: UInt32 = 0x6558_4966
  static let cgbi: UInt32 = 0x4367_4249

  private enum State: Sendable {
    case signature(Int)
    case head(Int)
    case body(Chunk, Int)
    case checksum(Chunk, Int)
  }

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private let limits: DecodeLimits
  private var state = State.signature(0)
  private var collected: [UInt8] = []
  private var storedChecksum: UInt32 = 0
  private var checksum = CRC32()

  /// The head that was completed last.
  private(set) var headBytes: [UInt8] = []
  /// The file's header, once it is read.
  private(set) var header: Header?
  /// Whether a transparency chunk was seen.
  private(set) var hasTransparency = false
  /// Whether the picture's data has begun.
  private(set) var hasReachedData = false
  /// Whether another chunk came after data chunks.
  private(set) var hasLeftData = false
  /// Whether the end chunk is complete.
  private(set) var hasEnded = false
  /// The orientation, where an eXIf chunk came before the picture.
  private(set) var orientation: ImageOrientation?
  /// Chunks whose checksum was wrong, among those that are checked here.
  private(set) var damagedChunks: [String] = []

  init(limits: DecodeLimits) { self.limits = limits }

  /// What can be told by now.
  var info: ImageInfo? {
    guard let header else { return nil }
    return ImageInfo(
      format: .png, storedSize: header.size, orientation: orientation ?? .up,
      isProgressive: header.isInterlaced, hasAlpha: header.colorType & 4 != 0 || hasTransparency)
  }

  /// Takes the next stretch of `bytes`, which are not empty.
  mutating func next(_ bytes: UnsafeRawBufferPointer) throws(CodecError) -> Piece {
    switch state {
    case .signature(let done):
      let count = min(8 - done, bytes.count)
      guard bytes.prefix(count).elementsEqual(Self.signature[done..<done + count]) else {
        throw .corrupt("the PNG signature is damaged (converted as if it were text?)")
      }
      state = done + count == 8 ? .head(0) : .signature(done + count)
      return .signature(count)
    case .head(let done):
      if done == 0 { headBytes.removeAll(keepingCapacity: true) }
      let count = min(8 - done, bytes.count)
      headBytes.append(contentsOf: bytes.prefix(count))
      guard done + count == 8 else {
        state = .head(done + count)
        return .head(nil, count)
      }
      let chunk = try readHead()
      state = chunk.length > 0 ? .body(chunk, chunk.length) : .checksum(chunk, 4)
      return .head(chunk, count)
    case .body(let chunk, let remaining):
      // The last four bytes of a body come by themselves: in the last data chunk they are the checksum of what was
      // inflated, and libpng drops a row that ends in the same step as a wrong checksum.
      let count = min(remaining > 4 ? remaining - 4 : remaining, bytes.count)
      let part = UnsafeRawBufferPointer(rebasing: bytes.prefix(count))
      if isCollected(chunk) { collected.append(contentsOf: part) }
      if isChecked(chunk) { checksum.update(part) }
      state = remaining == count ? .checksum(chunk, 4) : .body(chunk, remaining - count)
      return .body(chunk, count)
    case .checksum(let chunk, let remaining):
      let count = min(remaining, bytes.count)
      for byte in bytes.prefix(count) { storedChecksum = storedChecksum << 8 | UInt32(byte) }
      state = remaining == count ? .head(0) : .checksum(chunk, remaining - count)
      if remaining == count { try end(chunk) }
      return .checksum(chunk, count, isComplete: remaining == count)
    }
  }

  /// Chunks that the decoder needs; the others are checked here and go no further.
  func isNeeded(_ chunk: Chunk) -> Bool {
    if !chunk.isAncillary { return true }
    return (chunk.type == Self.trns || chunk.type == Self.iccp) && !hasReachedData
  }

  /// How many of the next bytes lie in a chunk that a probe does not need. Its checksum can then not be checked.
  var skippableBytes: Int {
    guard case .body(let chunk, let remaining) = state, chunk.isAncillary, chunk.type != Self.exif else {
      return 0
    }
    return remaining
  }

  /// Takes note that the next bytes were passed over: at most `skippableBytes`.
  mutating func skip(_ count: Int) {
    guard case .body(let chunk, let remaining) = state else { return }
    state = remaining == count ? .checksum(chunk, 4) : .body(chunk, remaining - count)
  }

  private func isChecked(_ chunk: Chunk) -> Bool { chunk.type == Self.ihdr || !isNeeded(chunk) }

  private func isCollected(_ chunk: Chunk) -> Bool {
    chunk.type == Self.ihdr || (chunk.type == Self.exif && !hasReachedData && chunk.length <= 1 << 16)
  }

  private mutating func readHead() throws(CodecError) -> Chunk {
    let words = headBytes.withUnsafeBytes { ($0.bigEndian32(at: 0), $0.bigEndian32(at: 4)) }
    let chunk = Chunk(length: words.0, type: UInt32(truncatingIfNeeded: words.1))
    guard headBytes[4...].allSatisfy({ (0x41...0x5A).contains($0) || (0x61...0x7A).contains($0) }) else {
      throw .corrupt("invalid chunk type")
    }
    guard chunk.length <= Int(Int32.max) else {
      throw .corrupt("the length of chunk \(chunk.name) is out of range")
    }
    if header == nil {
      if chunk.type == Self.cgbi { throw .unsupportedFeature("CgBI PNG (Apple's variant for iPhones)") }
      guard chunk.type == Self.ihdr else { throw .corrupt("chunk \(chunk.name) before IHDR") }
    }
    switch chunk.type {
    case Self.ihdr:
      guard header == nil else { throw .corrupt("chunk IHDR is there twice") }
      guard chunk.length == 13 else { throw .corrupt("chunk IHDR of \(chunk.length) bytes") }
    case Self.plte:
      guard chunk.length <= 768, chunk.length % 3 == 0 else {
        throw .corrupt("chunk PLTE of \(chunk.length) bytes")
      }
    case Self.idat: hasReachedData = true
    case Self.iend:
      guard hasReachedData else { throw .corrupt("chunk IEND before IDAT") }
      guard chunk.length == 0 else { throw .corrupt("chunk IEND of \(chunk.length) bytes") }
    case Self.trns where !hasReachedData:
      guard chunk.length <= 256 else { throw .corrupt("chunk tRNS of \(chunk.length) bytes") }
      hasTransparency = true
    case Self.iccp where !hasReachedData:
      guard chunk.length <= limits.maximumMetadataBytes else {
        throw .limitExceeded("metadata bytes: \(chunk.length), allowed are \(limits.maximumMetadataBytes)")
      }
    default:
      guard chunk.isAncillary else { throw .corrupt("unknown critical chunk \(chunk.name)") }
    }
    if hasReachedData, chunk.type != Self.idat { hasLeftData = true }
    collected.removeAll(keepingCapacity: true)
    checksum = CRC32()
    if isChecked(chunk) {
      headBytes.withUnsafeBytes { checksum.update(UnsafeRawBufferPointer(rebasing: $0[4...])) }
    }
    return chunk
  }

  private mutating func end(_ chunk: Chunk) throws(CodecError) {
    if isChecked(chunk), checksum.value != storedChecksum {
      guard chunk.type != Self.ihdr else { throw .corrupt("IHDR: CRC error") }
      if damagedChunks.count < 8 { damagedChunks.append("\(chunk.name): CRC error") }
      return
    }
    switch chunk.type {
    case Self.ihdr: try readHeader()
    case Self.exif where isCollected(chunk) && orientation == nil:
      orientation = collected.withUnsafeBytes { ExifOrientation.read(tiff: $0) }
    case Self.iend: hasEnded = true
    default: break
    }
  }

  private mutating func readHeader() throws(CodecError) {
    let words = collected.withUnsafeBytes { ($0.bigEndian32(at: 0), $0.bigEndian32(at: 4)) }
    let size = PixelSize(width: words.0, height: words.1)
    let depth = collected[8]
    let colorType = collected[9]
    guard size.isValid, size.width <= Int(Int32.max), size.height <= Int(Int32.max) else {
      throw .corrupt("a picture of \(size) pixels")
    }
    let depths: [UInt8]
    switch colorType {
    case 0: depths = [1, 2, 4, 8, 16]
    case 3: depths = [1, 2, 4, 8]
    case 2, 4, 6: depths = [8, 16]
    default: throw .corrupt("color type \(colorType)")
    }
    guard depths.contains(depth) else {
      throw .corrupt("\(depth) bits a sample with color type \(colorType)")
    }
    guard collected[10] == 0, collected[11] == 0, collected[12] <= 1 else {
      throw .corrupt("unknown compression, filter or interlace method")
    }
    try limits.check(storedSize: size)
    header = Header(size: size, isInterlaced: collected[12] == 1, colorType: colorType)
  }
}
