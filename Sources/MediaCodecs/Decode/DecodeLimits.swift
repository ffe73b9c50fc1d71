/// What an image file may ask for. Each is checked before memory is taken.
public struct DecodeLimits: Hashable, Sendable {
  /// Most pixels of a stored image; 64 megapixels (64,000,000) by default.
  public var maximumPixels: Int = 64_000_000
  /// Most pixels along one side of a stored image; 16,384 by default.
  public var maximumSide: Int = 16_384
  /// Most bytes of a compressed file; 32 MiB by default.
  public var maximumBytes: Int = 32 << 20
  /// Most scans of a progressive JPEG; 500 by default.
  ///
  /// The blocks of all scans together are limited too, to half of `maximumPixels`: enough for a progressive
  /// file of the largest size, and a bound on the time that scans without data can cost.
  public var maximumScans: Int = 500
  /// Most bytes of a PNG's ancillary chunks or a JPEG's metadata segments that are kept in memory;
  /// 8 MiB by default.
  public var maximumMetadataBytes: Int = 8 << 20

  /// Creates the default limits.
  public init() {}
}

extension DecodeLimits {
  /// Throws if a stored picture of this size is over the limits.
  internal func check(storedSize size: PixelSize) throws(CodecError) {
    guard size.width <= maximumSide, size.height <= maximumSide else {
      throw .limitExceeded("pixels a side: \(max(size.width, size.height)), allowed are \(maximumSide)")
    }
    let pixels = size.width * size.height
    guard pixels <= maximumPixels else {
      throw .limitExceeded("pixels: \(pixels), allowed are \(maximumPixels)")
    }
  }
}
