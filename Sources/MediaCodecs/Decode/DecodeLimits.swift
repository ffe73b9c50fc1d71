/// What an image file may ask for. Each is checked before memory is taken.
public struct DecodeLimits: Hashable, Sendable {
  /// Most pixels of a stored image; 64 megapixels (64,000,000) by default.
  public var maximumPixels: Int = 64_000_000
  /// Most pixels along one side of a stored image; 16,384 by default.
  public var maximumSide: Int = 16_384
  /// Most bytes of a compressed file; 32 MiB by default.
  public var maximumBytes: Int = 32 << 20
  /// Most scans of a progressive JPEG; 500 by default.
  public var maximumScans: Int = 500
  /// Most bytes of a PNG's ancillary chunks or a JPEG's metadata segments that are kept in memory;
  /// 8 MiB by default.
  public var maximumMetadataBytes: Int = 8 << 20

  /// Creates the default limits.
  public init() {}
}
