import LazyMedia
import MediaCodecs

/// Pictures of two pixels that tell which they are.
enum Picture {
  /// The file of picture `index`, below 2^24; `nil` where it cannot be made.
  static func file(_ index: Int) -> [UInt8]? {
    let pixels = try? PixelBuffer(size: PixelSize(width: 2, height: 1), isOpaque: true) { rows in
      for pixel in 0..<2 {
        for channel in 0..<3 {
          rows[4 * pixel + channel] = UInt8(truncatingIfNeeded: index >> (8 * channel))
        }
        rows[4 * pixel + 3] = 255
      }
    }
    return try? pixels.map { pixels throws(CodecError) in try PNGEncoder().encode(pixels) }
  }

  /// Which picture it is.
  static func index(of image: MediaImage) -> Int {
    image.pixels.withUnsafeBytes { bytes in
      (0..<3).reduce(0) { $0 | Int(bytes[$1]) << (8 * $1) }
    }
  }
}
