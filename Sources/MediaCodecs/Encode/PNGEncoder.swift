/// Writes pixels as a PNG file.
public struct PNGEncoder: Sendable {
  /// zlib's level, 0 to 9; 6 by default.
  public var compressionLevel: Int = 6

  /// Creates an encoder.
  public init() {}

  /// The file: RGBA, or RGB where every pixel is opaque; an ICC profile is embedded where given.
  public func encode(_ pixels: PixelBuffer, iccProfile: [UInt8]? = nil) throws(CodecError) -> [UInt8] { [] }
}
