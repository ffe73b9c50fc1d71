import LazyMedia

/// Pictures that tests serve.
enum SamplePicture {
  /// Different colors everywhere.
  static func pixels(width: Int, height: Int) throws -> PixelBuffer {
    try PixelBuffer(size: PixelSize(width: width, height: height), isOpaque: true) { rows in
      for y in 0..<height {
        for x in 0..<width {
          let offset = (y * width + x) * 4
          rows[offset] = UInt8(truncatingIfNeeded: x * 5)
          rows[offset + 1] = UInt8(truncatingIfNeeded: y * 3)
          rows[offset + 2] = UInt8(truncatingIfNeeded: x ^ y)
          rows[offset + 3] = 255
        }
      }
    }
  }

  static func png(width: Int, height: Int) throws -> [UInt8] {
    try PNGEncoder().encode(pixels(width: width, height: height))
  }

  static func jpeg(width: Int, height: Int) throws -> [UInt8] {
    try JPEGEncoder().encode(pixels(width: width, height: height))
  }
}
