public import MediaCodecs

/// A finished picture.
public struct MediaImage: Sendable {
  /// The pixels, at the size that was asked for.
  public var pixels: PixelBuffer { didSet { cacheEntry = nil } }
  /// What the head of the file told; its sizes are those of the file, not of ``pixels``.
  public var info: ImageInfo
  /// The embedded ICC profile, or `nil`. It was not applied.
  public var iccProfile: [UInt8]?
  /// Cosmetic faults of the file, in words.
  public var warnings: [String]
  /// Good rows of ``pixels`` where the request allowed a partial picture and the file was damaged, in the order
  /// in which the file stores them; `nil` when all are good.
  public var goodRows: Int?
  /// Where it stands in a memory cache; `nil` for other pixels than the cache has.
  var cacheEntry: MemoryCacheEntry?

  /// The size of ``pixels``, in pixels.
  public var size: PixelSize { pixels.size }

  init(_ decoded: DecodedImage) {
    pixels = decoded.pixels
    info = decoded.info
    iccProfile = decoded.iccProfile
    warnings = decoded.warnings
    goodRows = decoded.goodRows
  }

  /// A picture without a file.
  package init(pixels: PixelBuffer, info: ImageInfo) {
    self.pixels = pixels
    self.info = info
    warnings = []
  }

  /// The picture of a cache's entry.
  init(_ entry: MemoryCacheEntry) {
    self = entry.image
    cacheEntry = entry
  }
}

/// An early, coarse form of a picture: to be shown until the picture comes. A type of its own, so that it
/// can neither be cached nor be taken for a result.
public struct MediaPreview: Sendable {
  /// The pixels, at the size of the final picture.
  public var pixels: PixelBuffer
}
