/// The smallest files that are MP4 or WebM by their structure; their media data are not video.
public enum SampleVideo {
  /// A quarter turn of the picture, as a track's matrix tells it.
  public enum Turn: CaseIterable, Sendable {
    /// Clockwise quarter turns: 0, 1, 2, 3.
    case none, right, half, left

    /// a, b, u, c, d, v, x, y, w: 16 bits and 16 bits of fraction, but u, v and w 2 and 30.
    var matrix: [UInt32] {
      let (one, minus, unit): (UInt32, UInt32, UInt32) = (0x1_0000, 0xFFFF_0000, 0x4000_0000)
      return switch self {
      case .none: [one, 0, 0, 0, one, 0, 0, 0, unit]
      case .right: [0, one, 0, minus, 0, 0, 0, 0, unit]
      case .half: [minus, 0, 0, 0, minus, 0, 0, 0, unit]
      case .left: [0, minus, 0, one, 0, 0, 0, 0, unit]
      }
    }
  }

  /// An MP4 file (ISO/IEC 14496-12) with one track; `version` is that of the boxes with times, 0 or 1.
  public static func mp4(
    width: Int = 640, height: Int = 360, duration: UInt64 = 15_500, timescale: UInt32 = 1000,
    version: UInt8 = 0,
    turn: Turn = .none, isMovieLast: Bool = false, handler: String = "vide"
  ) -> [UInt8] {
    let movie = box(
      "moov", movieHeader(duration: duration, timescale: timescale, version: version),
      track(width: width, height: height, version: version, turn: turn, handler: handler))
    let data = box("mdat", [UInt8](repeating: 0xAB, count: 100))
    return fileType + (isMovieLast ? data + movie : movie + data)
  }

  /// An MP4 file of so many bytes, at least 1,000: what is missing is a box of nothing.
  public static func mp4(byteCount: Int) -> [UInt8] {
    let file = mp4()
    return file + box("free", [UInt8](repeating: 0, count: max(0, byteCount - file.count - 8)))
  }

  /// The box that says that a file is an MP4.
  public static let fileType = box("ftyp", Array("isom".utf8), number(0x200, 4), Array("isomavc1".utf8))

  /// The box with duration and timescale.
  public static func movieHeader(duration: UInt64, timescale: UInt32, version: UInt8) -> [UInt8] {
    let wide = version == 1 ? 8 : 4
    return box(
      "mvhd", [version, 0, 0, 0], number(0, wide), number(0, wide), number(UInt64(timescale), 4),
      number(duration, wide), [UInt8](repeating: 0, count: 80))
  }

  /// The box of a track.
  public static func track(width: Int, height: Int, version: UInt8, turn: Turn, handler: String) -> [UInt8] {
    let wide = version == 1 ? 8 : 4
    let header = box(
      "tkhd", [version, 0, 0, 7], number(0, wide), number(0, wide), number(1, 4), number(0, 4),
      number(0, wide),
      [UInt8](repeating: 0, count: 16), turn.matrix.flatMap { number(UInt64($0), 4) },
      number(UInt64(width) << 16, 4), number(UInt64(height) << 16, 4))
    let kind = box("hdlr", number(0, 8), Array(handler.utf8), [UInt8](repeating: 0, count: 13))
    return box("trak", header, box("mdia", kind))
  }

  /// A box of ISO base media; with `isLong` its length has 64 bits.
  public static func box(_ type: String, isLong: Bool = false, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    return isLong
      ? number(1, 4) + Array(type.utf8) + number(UInt64(body.count + 16), 8) + body
      : number(UInt64(body.count + 8), 4) + Array(type.utf8) + body
  }

  /// A WebM file (RFC 9559) with one track; `duration` is in units of `scale` nanoseconds.
  public static func webm(
    width: Int = 640, height: Int = 360, duration: Double? = 15_500, scale: UInt64 = 1_000_000,
    documentType: String = "webm", trackType: UInt64 = 1, hasUnknownLengths: Bool = false
  ) -> [UInt8] {
    var times = element(0x2A_D7B1, number(scale, 4))
    if let duration { times += element(0x4489, number(duration.bitPattern, 8)) }
    let video = element(
      0xE0, element(0xB0, number(UInt64(width), 4)), element(0xBA, number(UInt64(height), 4)))
    let tracks = element(
      0x1654_AE6B, element(0xAE, element(0xD7, [1]), element(0x83, number(trackType, 1)), video))
    let block = element(0xE7, [0]) + element(0xA3, [UInt8](repeating: 0xAB, count: 100))
    let cluster = hasUnknownLengths ? number(0x1F43_B675, 4) + [0xFF] + block : element(0x1F43_B675, block)
    let content = element(0x1549_A966, times) + tracks + cluster + cluster
    return element(0x1A45_DFA3, element(0x4282, Array(documentType.utf8)))
      + (hasUnknownLengths
        ? number(0x1853_8067, 4) + [0x01] + [UInt8](repeating: 0xFF, count: 7) + content
        : element(0x1853_8067, content))
  }

  /// An EBML element whose length has two bytes.
  public static func element(_ id: UInt64, _ parts: [UInt8]...) -> [UInt8] {
    let body = parts.flatMap { $0 }
    return number(id, (64 - id.leadingZeroBitCount + 7) / 8) + number(0x4000 | UInt64(body.count), 2) + body
  }

  /// A number of so many bytes, most significant first.
  public static func number(_ value: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
  }
}
