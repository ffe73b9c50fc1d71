/// Tells format, size and orientation from the first bytes of a file.
///
/// A JPEG file is known at its frame header, which EXIF data precede; a PNG file at its first data or eXIf
/// chunk, or after 64 KiB of other chunks (an orientation that stands later is not waited for). Memory in use
/// is bounded by one metadata segment, 64 KiB.
public struct ImageProbe: Sendable {
  private enum State: Sendable {
    case sniffing([UInt8])
    case jpeg(JPEGSegmentWalker)
    case png(PNGChunkWalker)
    case known(ImageInfo)
    case failed(CodecError)
  }

  private static let mostPNGBytes = 64 << 10

  private let limits: DecodeLimits
  private var state = State.sniffing([])

  /// Creates a probe.
  public init(limits: DecodeLimits = DecodeLimits()) { self.limits = limits }

  /// Bytes that were needed so far.
  public private(set) var bytesRead = 0

  /// Takes the next bytes: the info once it is known, `nil` while more bytes are needed.
  ///
  /// Throws what a decoder would throw for such a head; after that, every call throws the same.
  public mutating func feed(_ bytes: RawSpan) throws(CodecError) -> ImageInfo? {
    try bytes.withUnsafeBytes { (bytes) throws(CodecError) in try feed(bytes, isComplete: false) }
  }

  /// Says that the file has ended.
  public mutating func finish() throws(CodecError) -> ImageInfo {
    if let info = try feed(UnsafeRawBufferPointer(start: nil, count: 0), isComplete: true) { return info }
    throw fail(bytesRead == 0 ? .empty : .truncated("the file ends before its header does"))
  }

  private mutating func fail(_ error: CodecError) -> CodecError {
    state = .failed(error)
    return error
  }

  private mutating func feed(
    _ bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) throws(CodecError) -> ImageInfo? {
    do throws(CodecError) {
      switch state {
      case .known(let info): return info
      case .failed(let error): throw error
      case .sniffing(var prefix): return try sniff(&prefix, bytes, isComplete: isComplete)
      case .jpeg(var walker): return try walk(&walker, bytes)
      case .png(var walker): return try walk(&walker, bytes)
      }
    } catch {
      throw fail(error)
    }
  }

  private mutating func sniff(
    _ prefix: inout [UInt8], _ bytes: UnsafeRawBufferPointer, isComplete: Bool
  ) throws(CodecError) -> ImageInfo? {
    let earlier = prefix.count
    prefix.append(contentsOf: bytes.prefix(max(0, ImageFormat.sniffedBytes - earlier)))
    switch prefix.withUnsafeBytes({ ImageFormat.sniff($0, isComplete: isComplete) }) {
    case .needsMore:
      bytesRead += bytes.count
      state = .sniffing(prefix)
      return nil
    case .unknown(let what):
      bytesRead += bytes.count
      throw prefix.isEmpty ? .empty : .notAnImage(what)
    case .format(let format):
      // What the earlier calls brought goes to the walker first; it is counted there.
      let head = Array(prefix.prefix(earlier))
      bytesRead = 0
      switch format {
      case .jpeg: state = .jpeg(JPEGSegmentWalker(limits: limits, collectsProfile: false))
      case .png: state = .png(PNGChunkWalker(limits: limits))
      default:
        bytesRead = prefix.count
        throw .unsupportedFormat(format)
      }
      if !head.isEmpty {
        let info = try head.withUnsafeBufferPointer { (head) throws(CodecError) -> ImageInfo? in
          try feed(UnsafeRawBufferPointer(head), isComplete: false)
        }
        if info != nil { return info }
      }
      return bytes.isEmpty ? nil : try feed(bytes, isComplete: false)
    }
  }

  private mutating func walk(
    _ walker: inout JPEGSegmentWalker, _ bytes: UnsafeRawBufferPointer
  ) throws(CodecError) -> ImageInfo? {
    // Emptied for the call, so that the walker is not copied when it changes.
    state = .sniffing([])
    var count = 0
    defer { bytesRead += count }
    try walker.walk(bytes, offset: &count)
    guard let frame = walker.frame else {
      state = .jpeg(walker)
      return nil
    }
    let info = ImageInfo(
      format: .jpeg, storedSize: frame.size, orientation: walker.orientation,
      isProgressive: frame.isProgressive)
    state = .known(info)
    return info
  }

  private mutating func walk(
    _ walker: inout PNGChunkWalker, _ bytes: UnsafeRawBufferPointer
  ) throws(CodecError) -> ImageInfo? {
    state = .sniffing([])
    var offset = 0
    while offset < bytes.count {
      let count: Int
      switch try walker.next(UnsafeRawBufferPointer(rebasing: bytes[offset...])) {
      case .signature(let part), .head(_, let part), .body(_, let part), .checksum(_, let part, _):
        count = part
      }
      offset += count
      bytesRead += count
      guard let info = walker.info else { continue }
      if walker.hasReachedData || walker.orientation != nil || bytesRead >= Self.mostPNGBytes {
        state = .known(info)
        return info
      }
    }
    state = .png(walker)
    return nil
  }
}
