/// Reads the elements of WebM and Matroska (EBML, RFC 8794; Matroska, RFC 9559) that tell what a file shows.
internal struct WebMReader {
  private enum ID {
    static let header: UInt64 = 0x1A45_DFA3
    static let documentType: UInt64 = 0x4282
    static let segment: UInt64 = 0x1853_8067
    static let cluster: UInt64 = 0x1F43_B675
    static let info: UInt64 = 0x1549_A966
    static let timestampScale: UInt64 = 0x2A_D7B1
    static let duration: UInt64 = 0x4489
    static let tracks: UInt64 = 0x1654_AE6B
    static let trackEntry: UInt64 = 0xAE
    static let trackType: UInt64 = 0x83
    static let video: UInt64 = 0xE0
    static let pixelWidth: UInt64 = 0xB0
    static let pixelHeight: UInt64 = 0xBA
  }

  private struct Element {
    var id: UInt64
    var body: Range<Int>
    var isUnknownLength = false
  }

  private let bytes: UnsafeRawBufferPointer
  private var count = VideoPartCount()

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func info() throws(VideoProbeError) -> VideoInfo {
    var offset = 0
    try checkHeader(try element(at: &offset, end: bytes.count, isTop: true))
    var segment: Element?
    while segment == nil, offset < bytes.count {
      let next = try element(at: &offset, end: bytes.count, isTop: true)
      if next.id == ID.segment { segment = next }
    }
    guard let segment else { throw .truncated("the file ends before its segment") }
    let parts = try elements(of: segment, isTop: segment.isUnknownLength)
    var size: PixelSize?
    for tracks in parts where tracks.id == ID.tracks && size == nil {
      for track in try elements(of: tracks) where track.id == ID.trackEntry && size == nil {
        size = try videoSize(of: track)
      }
    }
    guard let size else { throw .noVideoTrack }
    // A stream that was cut between two elements shows it so.
    guard parts.contains(where: { $0.id == ID.cluster }) else { throw .truncated("no cluster") }
    let duration = try parts.first { $0.id == ID.info }.flatMap { (info) throws(VideoProbeError) in
      try self.duration(in: info)
    }
    return VideoInfo(container: .webm, size: size, duration: duration)
  }

  private mutating func checkHeader(_ header: Element) throws(VideoProbeError) {
    guard header.id == ID.header else { throw .malformed("no EBML header") }
    guard !header.isUnknownLength else { throw .malformed("an EBML header of unknown length") }
    let type = try elements(of: header).first { $0.id == ID.documentType }
    guard let type else { throw .malformed("no document type") }
    // Zero bytes may follow a text.
    let name = bytes[type.body].prefix(32).prefix { $0 != 0 }
    guard name.elementsEqual("webm".utf8) || name.elementsEqual("matroska".utf8) else {
      let shown = String(decoding: name.map { (0x20...0x7E).contains($0) ? $0 : 0x3F }, as: UTF8.self)
      throw .notAVideo("an EBML document of type '\(shown)'")
    }
  }

  /// The elements inside one. Those of a cluster of unknown length stand among those of the segment, since only what
  /// may not be in a cluster ends it (RFC 8794, section 6.2).
  private mutating func elements(of parent: Element, isTop: Bool = false) throws(VideoProbeError) -> [Element]
  {
    var elements: [Element] = []
    var offset = parent.body.lowerBound
    while offset < parent.body.upperBound {
      let next = try element(at: &offset, end: parent.body.upperBound, isTop: isTop)
      if next.isUnknownLength {
        guard next.id == ID.cluster else {
          throw .malformed("element \(hexadecimal(next.id)) of unknown length")
        }
        offset = next.body.lowerBound
      }
      elements.append(next)
    }
    return elements
  }

  /// The element at an offset, which moves behind it. One of unknown length reaches to `end`.
  private mutating func element(at offset: inout Int, end: Int, isTop: Bool) throws(VideoProbeError)
    -> Element
  {
    try count.increase()
    let id = try number(at: &offset, end: end, longest: 4, keepsMarker: true, isTop: isTop)
    var element = Element(id: id, body: offset..<offset)
    let length = try number(at: &offset, end: end, longest: 8, keepsMarker: false, isTop: isTop)
    if length == .max {
      element.isUnknownLength = true
      element.body = offset..<end
    } else {
      guard length <= UInt64(end - offset) else {
        throw isTop
          ? .truncated("the file ends within element \(hexadecimal(id))")
          : .malformed("element \(hexadecimal(id)) is longer than the element around it")
      }
      element.body = offset..<offset + Int(length)
    }
    offset = element.body.upperBound
    return element
  }

  /// A number of variable length (RFC 8794, section 4): leading zero bits tell how many bytes follow the first. All
  /// ones, which stand for an unknown length, are `UInt64.max`.
  private func number(
    at offset: inout Int, end: Int, longest: Int, keepsMarker: Bool, isTop: Bool
  ) throws(VideoProbeError) -> UInt64 {
    let first = offset < end ? bytes[offset] : 0x80
    let length = first.leadingZeroBitCount + 1
    guard length <= longest else { throw .malformed("no element at byte \(offset)") }
    guard end - offset >= length else {
      throw isTop
        ? .truncated("the file ends within the head of an element")
        : .malformed("the head of an element is longer than the element around it")
    }
    let value = bytes.bigEndian(offset..<offset + length)
    offset += length
    if keepsMarker { return value }
    let ones = (UInt64(1) << UInt64(7 * length)) - 1
    return value & ones == ones ? .max : value & ones
  }

  /// `nil` for a track of something else.
  private mutating func videoSize(of track: Element) throws(VideoProbeError) -> PixelSize? {
    let parts = try elements(of: track)
    guard let type = parts.first(where: { $0.id == ID.trackType }), try unsigned(type) == 1 else {
      return nil
    }
    guard let video = parts.first(where: { $0.id == ID.video }) else {
      throw .malformed("a video track without its size")
    }
    let fields = try elements(of: video)
    guard let width = fields.first(where: { $0.id == ID.pixelWidth }),
      let height = fields.first(where: { $0.id == ID.pixelHeight })
    else { throw .malformed("a video track without its size") }
    return try VideoProbe.checkedSize(width: try unsigned(width), height: try unsigned(height))
  }

  /// In nanoseconds a unit of the scale says how many, a million unless told.
  private mutating func duration(in info: Element) throws(VideoProbeError) -> Duration? {
    let parts = try elements(of: info)
    var scale: UInt64 = 1_000_000
    if let element = parts.first(where: { $0.id == ID.timestampScale }) { scale = try unsigned(element) }
    guard scale > 0 else { throw .malformed("a timestamp scale of 0") }
    guard let element = parts.first(where: { $0.id == ID.duration }) else { return nil }
    let bits = try unsigned(element)
    let units: Double
    switch element.body.count {
    case 0: units = 0
    case 4: units = Double(Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
    case 8: units = Double(bitPattern: bits)
    default: throw .malformed("a floating-point number of \(element.body.count) bytes")
    }
    return VideoProbe.checkedDuration(nanoseconds: (units * Double(scale)).rounded())
  }

  private func unsigned(_ element: Element) throws(VideoProbeError) -> UInt64 {
    guard element.body.count <= 8 else { throw .malformed("a number of \(element.body.count) bytes") }
    return bytes.bigEndian(element.body)
  }

  private func hexadecimal(_ id: UInt64) -> String { "0x" + String(id, radix: 16, uppercase: true) }
}
