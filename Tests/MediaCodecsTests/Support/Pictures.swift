@testable import MediaCodecs

/// Pictures and files that tests make.
enum Pictures {
  /// A picture with smooth and sharp parts, different in every corner.
  static func photo(
    _ width: Int, _ height: Int, format: PixelFormat = .rgba8, hasAlpha: Bool = false,
    alphaMode: AlphaMode = .straight
  ) throws -> PixelBuffer {
    try PixelBuffer(
      size: PixelSize(width: width, height: height), format: format, alphaMode: alphaMode, isOpaque: !hasAlpha
    ) { bytes in
      for y in 0..<height {
        for x in 0..<width {
          let index = (y * width + x) * 4
          let isDark = (x / 5 + y / 7) % 3 == 0
          let color = [x * 255 / max(1, width - 1), y * 255 / max(1, height - 1), isDark ? 30 : 200]
          let alpha = hasAlpha ? (x * 7 + y * 3) % 256 : 255
          for channel in 0..<3 {
            let value = alphaMode == .straight ? color[channel] : color[channel] * alpha / 255
            bytes[index + (format == .rgba8 ? channel : 2 - channel)] = UInt8(value)
          }
          bytes[index + 3] = UInt8(alpha)
        }
      }
    }
  }

  static func jpeg(
    _ width: Int, _ height: Int, isProgressive: Bool = false, subsampling: JPEGEncoder.Subsampling = .both,
    iccProfile: [UInt8]? = nil
  ) throws -> [UInt8] {
    var encoder = JPEGEncoder()
    encoder.isProgressive = isProgressive
    encoder.subsampling = subsampling
    return try encoder.encode(try photo(width, height), iccProfile: iccProfile)
  }

  static func png(
    _ width: Int, _ height: Int, hasAlpha: Bool = false, isInterlaced: Bool = false
  ) throws -> [UInt8] {
    var encoder = PNGEncoder()
    encoder.isInterlaced = isInterlaced
    return try encoder.encode(try photo(width, height, hasAlpha: hasAlpha))
  }

  /// An ICC profile that is only a header: enough to be carried.
  static func profile(byteCount: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: byteCount)
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: byteCount >> (24 - 8 * index)) }
    bytes[8] = 4
    bytes.replaceSubrange(12..<24, with: Array("mntrRGB XYZ ".utf8))
    bytes.replaceSubrange(36..<40, with: Array("acsp".utf8))
    bytes.replaceSubrange(68..<80, with: [0, 0, 0xF6, 0xD6, 0, 1, 0, 0, 0, 0, 0xD3, 0x2D])
    for index in 132..<max(132, byteCount) { bytes[index] = UInt8(index % 251) }
    if byteCount >= 132 { bytes.replaceSubrange(128..<132, with: [0, 0, 0, 0]) }
    return bytes
  }

  // MARK: JPEG segments

  static func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
    let length = body.count + 2
    return [0xFF, marker, UInt8(length >> 8), UInt8(length & 255)] + body
  }

  /// A JPEG file with segments put behind its start marker.
  static func inserting(_ segments: [UInt8]..., into jpeg: [UInt8]) -> [UInt8] {
    Array(jpeg[..<2]) + segments.flatMap { $0 } + Array(jpeg[2...])
  }

  /// An APP1 segment with EXIF data; `thumbnail` is the orientation in IFD1.
  static func exif(_ orientation: Int?, isLittleEndian: Bool = true, thumbnail: Int? = nil) -> [UInt8] {
    segment(
      0xE1, Array("Exif\0\0".utf8) + tiff(orientation, isLittleEndian: isLittleEndian, thumbnail: thumbnail))
  }

  static func tiff(_ orientation: Int?, isLittleEndian: Bool = true, thumbnail: Int? = nil) -> [UInt8] {
    func short(_ value: Int) -> [UInt8] {
      let bytes = [UInt8(value >> 8 & 255), UInt8(value & 255)]
      return isLittleEndian ? bytes.reversed() : bytes
    }
    func long(_ value: Int) -> [UInt8] {
      isLittleEndian ? short(value & 0xFFFF) + short(value >> 16) : short(value >> 16) + short(value & 0xFFFF)
    }
    func directory(_ orientation: Int?, next: Int) -> [UInt8] {
      guard let orientation else { return short(0) + long(next) }
      return short(1) + short(0x0112) + short(3) + long(1) + short(orientation) + short(0) + long(next)
    }
    let first = directory(orientation, next: 0)
    let head = Array(isLittleEndian ? "II".utf8 : "MM".utf8) + short(42) + long(8)
    guard let thumbnail else { return head + first }
    return head + directory(orientation, next: 8 + first.count) + directory(thumbnail, next: 0)
  }

  // MARK: PNG chunks

  static func chunk(_ type: String, _ body: [UInt8], checksum: UInt32? = nil) -> [UInt8] {
    let tagged = Array(type.utf8) + body
    var crc = CRC32()
    tagged.withUnsafeBytes { crc.update($0) }
    return bigEndian(UInt32(body.count)) + tagged + bigEndian(checksum ?? crc.value)
  }

  static func bigEndian(_ value: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * UInt32($0))) }
  }

  static let pngSignature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  static func header(
    _ width: UInt32, _ height: UInt32, depth: UInt8 = 8, colorType: UInt8 = 6, isInterlaced: Bool = false
  ) -> [UInt8] {
    chunk("IHDR", bigEndian(width) + bigEndian(height) + [depth, colorType, 0, 0, isInterlaced ? 1 : 0])
  }

  /// zlib's form of bytes, stored without compression.
  static func stored(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = [0x78, 0x01]
    var offset = 0
    repeat {
      let count = min(65_535, bytes.count - offset)
      let isLast = offset + count == bytes.count
      result += [
        isLast ? 1 : 0, UInt8(count & 255), UInt8(count >> 8), UInt8(~count & 255), UInt8(~count >> 8 & 255),
      ]
      result += bytes[offset..<offset + count]
      offset += count
    } while offset < bytes.count
    var a: UInt32 = 1
    var b: UInt32 = 0
    for byte in bytes {
      a = (a + UInt32(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return result + bigEndian(b << 16 | a)
  }

  /// A PNG file of the given rows, each with its filter byte.
  static func png(header: [UInt8], before: [[UInt8]] = [], rows: [UInt8]) -> [UInt8] {
    pngSignature + header + before.flatMap { $0 } + chunk("IDAT", stored(rows)) + chunk("IEND", [])
  }

  /// A PNG file with chunks put behind its header.
  static func inserting(_ chunks: [UInt8]..., intoPNG png: [UInt8]) -> [UInt8] {
    Array(png[..<33]) + chunks.flatMap { $0 } + Array(png[33...])
  }
}
