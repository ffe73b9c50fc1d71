/// Walks the segments of a JPEG file by their lengths, up to the first scan: what lies inside a segment (such
/// as a thumbnail) is never taken for a marker (ITU-T T.81, B.1.1).
///
/// Bytes between segments are passed over the way libjpeg passes over them.
internal struct JPEGSegmentWalker: Sendable {
  /// What the frame header says.
  struct Frame: Sendable {
    var size: PixelSize
    var isProgressive: Bool
    var isArithmetic: Bool
  }

  private enum State: Sendable {
    case start(Int)
    case marker
    case markerCode
    case length(marker: UInt8, high: UInt8?)
    case body(marker: UInt8, remaining: Int)
    case done
  }

  private let limits: DecodeLimits
  private let collectsProfile: Bool
  private var state = State.start(0)
  private var body: [UInt8] = []
  private var hasSeenExif = false

  /// The frame, once it is read.
  private(set) var frame: Frame?
  /// The orientation that came before the frame.
  private(set) var orientation = ImageOrientation.up
  /// The profile's segments, where wanted.
  private(set) var profile = ICCSegments()

  /// How many of the next bytes lie in a segment that nobody needs.
  var skippableBytes: Int {
    guard case .body(let marker, let remaining) = state, !isKept(marker) || isBodyComplete else { return 0 }
    return remaining
  }

  /// Whether all was collected of the segment that is needed of it.
  private var isBodyComplete: Bool {
    guard case .body(0xE1, _) = state, body.count >= 14 else { return false }
    guard body.starts(with: "Exif\0".utf8) else { return true }
    return body.withUnsafeBytes {
      let tiff = UnsafeRawBufferPointer(rebasing: $0.dropFirst(6))
      return tiff.count >= ExifOrientation.neededBytes(tiff: tiff)
    }
  }

  /// Takes note that the next bytes were passed over: at most `skippableBytes`.
  mutating func skip(_ count: Int) throws(CodecError) {
    guard case .body(let marker, let remaining) = state else { return }
    state = .body(marker: marker, remaining: remaining - count)
    if remaining == count { try end(marker) }
  }

  /// Whether the first scan was reached: nothing more is looked at.
  var isDone: Bool {
    if case .done = state { true } else { false }
  }

  /// Creates a walker; without `collectsProfile` it stops at the frame.
  init(limits: DecodeLimits, collectsProfile: Bool) {
    self.limits = limits
    self.collectsProfile = collectsProfile
  }

  /// Takes the next bytes and counts those looked at, also when it throws; stops at the frame and at its end.
  mutating func walk(_ bytes: UnsafeRawBufferPointer, offset: inout Int) throws(CodecError) {
    let hadFrame = frame != nil
    while offset < bytes.count, !isDone {
      switch state {
      case .start(let index):
        guard bytes[offset] == (index == 0 ? 0xFF : 0xD8) else { throw .corrupt("no start marker") }
        offset += 1
        state = index == 0 ? .start(1) : .marker
      case .marker:
        if bytes[offset] == 0xFF { state = .markerCode }
        offset += 1
      case .markerCode:
        try begin(bytes[offset])
        offset += 1
      case .length(let marker, let high):
        guard let high else {
          state = .length(marker: marker, high: bytes[offset])
          offset += 1
          continue
        }
        let length = Int(high) << 8 | Int(bytes[offset])
        state = .body(marker: marker, remaining: max(0, length - 2))
        body.removeAll(keepingCapacity: true)
        if length <= 2 { try end(marker) }
        offset += 1
      case .body(let marker, let remaining):
        if !collectsProfile, skippableBytes > 0 { return }
        var count = min(remaining, bytes.count - offset)
        // Of EXIF data, so much is read as tells how much is needed.
        if marker == 0xE1, isKept(marker) { count = min(count, 64) }
        // The frame is read as soon as its six bytes are there, however they come.
        if Self.isFrame(marker), frame == nil { count = min(count, max(1, 6 - body.count)) }
        if isKept(marker) {
          body.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count]))
        }
        state = .body(marker: marker, remaining: remaining - count)
        if Self.isFrame(marker), frame == nil, body.count >= 6 { try readFrame(marker) }
        if count == remaining { try end(marker) }
        offset += count
      case .done: return
      }
      if frame != nil, !hadFrame {
        if !collectsProfile { state = .done }
        return
      }
    }
  }

  private static func isFrame(_ marker: UInt8) -> Bool {
    (0xC0...0xCF).contains(marker) && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
  }

  private func isKept(_ marker: UInt8) -> Bool {
    switch marker {
    case 0xE1: !hasSeenExif && frame == nil
    case 0xE2: collectsProfile
    default: Self.isFrame(marker)
    }
  }

  private mutating func begin(_ code: UInt8) throws(CodecError) {
    switch code {
    case 0xFF: break
    case 0x00: state = .marker
    case 0x01, 0xD0...0xD7: state = .marker
    case 0xD8: throw .corrupt("two start markers")
    case 0xD9: throw .corrupt("the file has no picture before its end marker")
    case 0xDA:
      guard frame != nil else { throw .corrupt("a scan before the frame header") }
      state = .done
    case 0xC3, 0xCB: throw .unsupportedFeature("lossless JPEG")
    case 0xC5...0xC7, 0xCD...0xCF: throw .unsupportedFeature("hierarchical JPEG")
    case 0xC0...0xCF, 0xDB...0xEF, 0xFE: state = .length(marker: code, high: nil)
    default: throw .corrupt("unknown marker 0x\(String(code, radix: 16))")
    }
  }

  private mutating func end(_ marker: UInt8) throws(CodecError) {
    state = .marker
    if Self.isFrame(marker), frame == nil { throw .corrupt("the frame header is too short") }
    guard isKept(marker) else { return }
    let collected = body
    switch marker {
    case 0xE1:
      guard collected.starts(with: "Exif\0".utf8), collected.count > 6 else { break }
      hasSeenExif = true
      collected.withUnsafeBytes { bytes in
        let tiff = UnsafeRawBufferPointer(rebasing: bytes.dropFirst(6))
        orientation = ExifOrientation.read(tiff: tiff) ?? .up
      }
    case 0xE2:
      // The body leaves `self` for the call: a closure over it may not also change `profile`.
      var segments = profile
      try collected.withUnsafeBufferPointer { (bytes) throws(CodecError) -> Void in
        try segments.add(UnsafeRawBufferPointer(bytes), limit: limits.maximumMetadataBytes)
      }
      profile = segments
    default: break
    }
  }

  private mutating func readFrame(_ marker: UInt8) throws(CodecError) {
    let precision = Int(body[0])
    let size = PixelSize(
      width: Int(body[3]) << 8 | Int(body[4]), height: Int(body[1]) << 8 | Int(body[2]))
    let components = Int(body[5])
    guard precision == 8 else {
      if precision == 12 { throw .unsupportedFeature("12-bit JPEG") }
      throw .corrupt("\(precision) bits a sample")
    }
    guard size.isValid else {
      throw .corrupt(
        size.height == 0 ? "height 0 (a height that follows the scan is not supported)" : "width 0")
    }
    try limits.check(storedSize: size)
    guard components == 1 || components == 3 || components == 4 else {
      throw .unsupportedFeature("JPEG with \(components) components")
    }
    frame = Frame(
      size: size, isProgressive: marker == 0xC2 || marker == 0xCA,
      isArithmetic: marker == 0xC9 || marker == 0xCA)
  }
}
