public import MediaCodecs

/// A finished picture. Copies share what they have until one is changed.
public struct MediaImage: Sendable {
  private var storage: MediaImageStorage

  init(_ storage: MediaImageStorage) { self.storage = storage }

  init(_ decoded: DecodedImage) {
    storage = MediaImageStorage(
      pixels: decoded.pixels, info: decoded.info, iccProfile: decoded.iccProfile, warnings: decoded.warnings,
      goodRows: decoded.goodRows)
  }

  /// A picture without a file.
  package init(pixels: PixelBuffer, info: ImageInfo) {
    storage = MediaImageStorage(pixels: pixels, info: info, iccProfile: nil, warnings: [], goodRows: nil)
  }

  /// The pixels, at the size that was asked for.
  public var pixels: PixelBuffer {
    get { storage.pixels }
    set { own().pixels = newValue }
  }

  /// What the head of the file told; its sizes are those of the file, not of ``pixels``.
  public var info: ImageInfo {
    get { storage.info }
    set { own().info = newValue }
  }

  /// The embedded ICC profile, or `nil`. It was not applied.
  public var iccProfile: [UInt8]? {
    get { storage.iccProfile }
    set { own().iccProfile = newValue }
  }

  /// Cosmetic faults of the file, in words.
  public var warnings: [String] {
    get { storage.warnings }
    set { own().warnings = newValue }
  }

  /// Good rows of ``pixels`` where the request allowed a partial picture and the file was damaged, in the order
  /// in which the file stores them; `nil` when all are good.
  public var goodRows: Int? {
    get { storage.goodRows }
    set { own().goodRows = newValue }
  }

  /// The size of ``pixels``, in pixels.
  public var size: PixelSize { storage.pixels.size }

  /// Where it stands in a memory cache; `nil` for a picture that no cache gave, or that was changed since.
  var cacheEntry: MemoryCacheEntry? { storage.cacheEntry }

  /// Storage that may be changed: nobody else has it, no cache knows it.
  private mutating func own() -> MediaImageStorage {
    if !isKnownUniquelyReferenced(&storage) || storage.cacheEntry != nil { storage = storage.copy() }
    return storage
  }
}

/// What a ``MediaImage`` has, behind one reference, so that a hit in the memory cache costs one count.
///
/// @unchecked: changed only while a single ``MediaImage`` has it.
class MediaImageStorage: @unchecked Sendable {
  final var pixels: PixelBuffer
  final var info: ImageInfo
  final var iccProfile: [UInt8]?
  final var warnings: [String]
  final var goodRows: Int?

  init(pixels: PixelBuffer, info: ImageInfo, iccProfile: [UInt8]?, warnings: [String], goodRows: Int?) {
    self.pixels = pixels
    self.info = info
    self.iccProfile = iccProfile
    self.warnings = warnings
    self.goodRows = goodRows
  }

  var cacheEntry: MemoryCacheEntry? { nil }

  final func copy() -> MediaImageStorage {
    MediaImageStorage(
      pixels: pixels, info: info, iccProfile: iccProfile, warnings: warnings, goodRows: goodRows)
  }
}

/// An early, coarse form of a picture: to be shown until the picture comes. A type of its own, so that it
/// can neither be cached nor be taken for a result.
public struct MediaPreview: Sendable {
  /// The pixels, at the size of the final picture.
  public var pixels: PixelBuffer
}
