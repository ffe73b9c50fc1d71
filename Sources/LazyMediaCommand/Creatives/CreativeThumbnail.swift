import LazyMedia

/// Makes the small picture of an ad that a report shows.
enum CreativeThumbnail {
  /// What the main media is decoded for, in pixels: twice the points that the report shows.
  static let box = PixelSize(width: 160, height: 120)
  /// Most bytes of a thumbnail, so that a report of so many ads has a size that is known.
  static let maximumByteCount = 5_000

  /// A JPEG file; `nil` where even the coarsest would be too large.
  static func file(_ pixels: PixelBuffer) -> [UInt8]? {
    for quality in [72, 55, 35, 15, 5] {
      var encoder = JPEGEncoder()
      encoder.quality = quality
      if let file = try? encoder.encode(pixels), file.count <= maximumByteCount { return file }
    }
    return nil
  }
}
