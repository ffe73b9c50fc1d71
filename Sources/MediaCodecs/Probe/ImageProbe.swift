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

  /// Bytes that were looked at so far; segments that were passed over by their length do not count.
  public private(set) var bytesRead = 0

  /// Where in the file the probe stands: bytes looked at and bytes passed over.
  public private(set) var position = 0

  /// How many of the next bytes need not be read: whoever can seek may ``skip(_:)`` them.
  public var skippableBytes: Int {
    switch state {
    case .jpeg(let walker): walker.skippableBytes
    case .png(let walker): walker.skippableBytes
    default: 0
    }
  }

  /// Says that the next `count` bytes were passed over; no more than ``skippableBytes`` are.
  public mutating func skip(_ count: Int) throws(CodecError) {
    let count = min(count, skippableBytes)
    guard count > 0 else { return }
    do throws(CodecError) {
      switch state {
      case .jpeg(var walker):
        try walker.skip(count)
        state = .jpeg(walker)
      case .png(var walker):
        walker.skip(count)
        state = .png(walker)
      default: break
      }
      position += count
    } catch {
      throw fail(error)
    }
  }

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
      count(bytes.count)
      state = .sniffing(prefix)
      return nil
    case .unknown(let what):
      count(bytes.count)
      throw prefix.isEmpty ? .empty : .notAnImage(what)
    case .format(let format):
      // What the earlier calls brought goes to the walker first; it is counted there.
      let head = Array(prefix.prefix(earlier))
      bytesRead = 0
      position = 0
      switch format {
      case .jpeg: state = .jpeg(JPEGSegmentWalker(limits: limits, collectsProfile: false))
      case .png: state = .png(PNGChunkWalker(limits: limits))
      default:
        count(prefix.count)
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

  private mutating func count(_ bytes: Int) {
    bytesRead += bytes
    position += bytes
  }

  private mutating func walk(
    _ walker: inout JPEGSegmentWalker, _ bytes: UnsafeRawBufferPointer
  ) throws(CodecError) -> ImageInfo? {
    // Emptied for the call, so that the walker is not copied when it changes.
    state = .sniffing([])
    var offset = 0
    while offset < bytes.count, walker.frame == nil {
      let skipped = min(walker.skippableBytes, bytes.count - offset)
      if skipped > 0 {
        try walker.skip(skipped)
        offset += skipped
        position += skipped
        continue
      }
      let start = offset
      defer { count(offset - start) }
      try walker.walk(bytes, offset: &offset)
    }
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
      let skipped = min(walker.skippableBytes, bytes.count - offset)
      if skipped > 0 {
        walker.skip(skipped)
        offset += skipped
        position += skipped
      } else {
        let part: Int
        switch try walker.next(UnsafeRawBufferPointer(rebasing: bytes[offset...])) {
        case .signature(let bytes), .head(_, let bytes), .body(_, let bytes), .checksum(_, let bytes, _):
          part = bytes
        }
        offset += part
        count(part)
      }
      guard let info = walker.info else { continue }
      if walker.hasReachedData || walker.orientation != nil || position >= Self.mostPNGBytes {
        state = .known(info)
        return info
      }
    }
    state = .png(walker)
    return nil
  }
}
