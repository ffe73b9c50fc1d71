/// Reads the boxes of ISO base media (ISO/IEC 14496-12) that tell what a file shows.
internal struct MP4Reader {
  /// A box, section 4.2.
  private struct Box {
    var type: String
    var body: Range<Int>
  }

  private let bytes: UnsafeRawBufferPointer
  private var count = VideoPartCount()

  init(_ bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

  mutating func info() throws(VideoProbeError) -> VideoInfo {
    let file = try boxes(in: bytes.indices, isTop: true)
    let hasMedia = file.contains { $0.type == "mdat" }
    guard let movie = file.first(where: { $0.type == "moov" }) else { throw .malformed("no box moov") }
    var duration: Duration?
    var hasHeader = false
    var size: PixelSize?
    for box in try boxes(in: movie.body) {
      switch box.type {
      case "mvhd" where !hasHeader:
        duration = try self.duration(inHeader: box.body)
        hasHeader = true
      case "trak" where size == nil: size = try videoSize(ofTrack: box.body)
      default: break
      }
    }
    guard hasHeader else { throw .malformed("no box mvhd") }
    guard let size else { throw .noVideoTrack }
    // A file that was cut between two boxes shows it so.
    guard hasMedia else { throw .truncated("no box mdat") }
    return VideoInfo(container: .mp4, size: size, duration: duration)
  }

  /// The boxes side by side in a range.
  private mutating func boxes(in range: Range<Int>, isTop: Bool = false) throws(VideoProbeError) -> [Box] {
    var boxes: [Box] = []
    var offset = range.lowerBound
    while offset < range.upperBound {
      let left = range.upperBound - offset
      guard left >= 8 else {
        // Some writers end the inner boxes with four zero bytes.
        guard isTop else { break }
        throw .truncated("the file ends within the head of a box")
      }
      try count.increase()
      let type = String(decoding: bytes[offset + 4..<offset + 8].map { min($0, 0x7F) }, as: UTF8.self)
      var headLength = 8
      var length = bytes.bigEndian(offset..<offset + 4)
      if length == 1 {
        headLength = 16
        guard left >= headLength else { throw pastEnd(type, isTop: isTop) }
        length = bytes.bigEndian(offset + 8..<offset + 16)
      } else if length == 0 {
        // Up to the end.
        length = UInt64(left)
      }
      guard length >= headLength else { throw .malformed("box \(type) of \(length) bytes") }
      guard length <= left else { throw pastEnd(type, isTop: isTop) }
      let end = offset + Int(length)
      boxes.append(Box(type: type, body: offset + headLength..<end))
      offset = end
    }
    return boxes
  }

  private func pastEnd(_ type: String, isTop: Bool) -> VideoProbeError {
    isTop
      ? .truncated("the file ends within box \(type)")
      : .malformed("box \(type) is longer than the box around it")
  }

  /// The version of a box that has one, and whether it is long enough for its fields.
  private func version(
    of body: Range<Int>, _ type: String, lengths: (UInt8) -> Int
  ) throws(VideoProbeError) -> UInt8 {
    guard let version = bytes[body].first else { throw .malformed("box \(type) is empty") }
    guard version <= 1 else { throw .malformed("box \(type) of version \(version)") }
    guard body.count >= lengths(version) else { throw .malformed("box \(type) is too short") }
    return version
  }

  /// Section 8.2.2.
  private func duration(inHeader body: Range<Int>) throws(VideoProbeError) -> Duration? {
    let isLong = try version(of: body, "mvhd") { $0 == 1 ? 32 : 20 } == 1
    let scale = body.lowerBound + (isLong ? 20 : 12)
    let timescale = bytes.bigEndian(scale..<scale + 4)
    let duration = bytes.bigEndian(scale + 4..<scale + (isLong ? 12 : 8))
    guard timescale > 0 else { throw .malformed("a timescale of 0") }
    // All ones: unknown.
    if duration == (isLong ? UInt64.max : UInt64(UInt32.max)) { return nil }
    return VideoProbe.checkedDuration(
      nanoseconds: (Double(duration) / Double(timescale) * 1e9).rounded())
  }

  /// `nil` for a track of something else.
  private mutating func videoSize(ofTrack body: Range<Int>) throws(VideoProbeError) -> PixelSize? {
    let parts = try boxes(in: body)
    guard let media = parts.first(where: { $0.type == "mdia" }) else { return nil }
    // Section 8.4.3: the handler's type tells the kind of media.
    guard let handler = try boxes(in: media.body).first(where: { $0.type == "hdlr" })?.body,
      handler.count >= 12,
      bytes[handler.lowerBound + 8..<handler.lowerBound + 12].elementsEqual("vide".utf8)
    else { return nil }
    guard let header = parts.first(where: { $0.type == "tkhd" }) else {
      throw .malformed("a video track without box tkhd")
    }
    return try size(inTrackHeader: header.body)
  }

  /// Section 8.3.2: width and height are numbers of 16 bits and 16 bits of fraction, behind a matrix.
  private func size(inTrackHeader body: Range<Int>) throws(VideoProbeError) -> PixelSize {
    let isLong = try version(of: body, "tkhd") { $0 == 1 ? 96 : 84 } == 1
    let matrix = body.lowerBound + (isLong ? 52 : 40)
    func cell(_ index: Int) -> UInt64 {
      let bits = UInt32(truncatingIfNeeded: bytes.bigEndian(matrix + index * 4..<matrix + index * 4 + 4))
      return UInt64(Int32(bitPattern: bits).magnitude)
    }
    func pixels(_ index: Int) -> UInt64 {
      let start = matrix + 36 + index * 4
      return (bytes.bigEndian(start..<start + 4) + 0x8000) >> 16
    }
    // A quarter turn either way has its numbers beside the diagonal.
    let isTurned = cell(1) + cell(3) > cell(0) + cell(4)
    let size = try VideoProbe.checkedSize(width: pixels(0), height: pixels(1))
    return size.swapped(if: isTurned)
  }
}
