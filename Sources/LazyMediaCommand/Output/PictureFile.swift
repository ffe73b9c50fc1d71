import LazyMedia

extension OutputEncoding {
  /// The bytes of a file that holds a picture.
  func encode(_ image: MediaImage, quality: Int) throws(Failure) -> [UInt8] {
    do throws(CodecError) {
      switch self {
      case .png:
        return try PNGEncoder().encode(image.pixels, iccProfile: image.iccProfile)
      case .jpeg:
        var encoder = JPEGEncoder()
        encoder.quality = quality
        return try encoder.encode(image.pixels, iccProfile: image.iccProfile)
      case .ppm:
        return PixelRows.portablePixmap(image.pixels)
      case .rgba:
        return PixelRows.tight(image.pixels)
      }
    } catch {
      throw Failure(phase: "output", code: error.code, message: "the picture cannot be encoded: \(error)")
    }
  }
}

/// Takes RGBA8 straight-alpha pixels row by row.
enum PixelRows {
  /// The bytes without padding.
  static func tight(_ pixels: PixelBuffer) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(pixels.size.width * pixels.size.height * 4)
    forEach(of: pixels) { bytes.append(contentsOf: $0) }
    return bytes
  }

  /// The SHA-256 of the bytes without padding, in hexadecimal digits.
  static func hash(_ pixels: PixelBuffer) -> String {
    var hash = SHA256()
    forEach(of: pixels) { hash.update($0) }
    return Text.hexadecimal(hash.finalize())
  }

  /// A binary portable pixmap (ppm(5), P6), blended over white.
  static func portablePixmap(_ pixels: PixelBuffer) -> [UInt8] {
    var file = Array("P6\n\(pixels.size.width) \(pixels.size.height)\n255\n".utf8)
    file.reserveCapacity(file.count + pixels.size.width * pixels.size.height * 3)
    forEach(of: pixels) { row in
      for offset in stride(from: 0, to: row.count, by: 4) {
        let alpha = Int(row[offset + 3])
        for channel in 0..<3 {
          let value = Int(row[offset + channel]) * alpha + 255 * (255 - alpha)
          file.append(UInt8((value + 127) / 255))
        }
      }
    }
    return file
  }

  private static func forEach(of pixels: PixelBuffer, _ body: (UnsafeRawBufferPointer) -> Void) {
    pixels.withUnsafeBytes { bytes in
      for row in 0..<pixels.size.height {
        let start = row * pixels.bytesPerRow
        body(UnsafeRawBufferPointer(rebasing: bytes[start..<start + pixels.size.width * 4]))
      }
    }
  }
}
