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

  /// A small picture in a large file: what is decoded at once takes a while to be stored.
  static func heavyJPEG() throws -> [UInt8] {
    let jpeg = try jpeg(width: 32, height: 16)
    // Comments after the first marker, each as long as can be.
    let comment = [0xFF, 0xFE, 0xFF, 0xFF] + [UInt8](repeating: 0x20, count: 0xFFFF - 2)
    var file = Array(jpeg[..<2])
    for _ in 0..<300 { file += comment }
    return file + jpeg[2...]
  }

  static func jpeg(width: Int, height: Int) throws -> [UInt8] {
    try JPEGEncoder().encode(pixels(width: width, height: height))
  }
}
