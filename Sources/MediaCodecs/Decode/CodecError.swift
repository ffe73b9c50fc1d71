/// Why bytes gave no picture.
public enum CodecError: Error, Hashable, Sendable {
  /// There were no bytes.
  case empty
  /// The bytes are no image; the text says what they look like, where that is known.
  case notAnImage(String)
  /// A format that is recognised but not decoded by this build.
  case unsupportedFormat(ImageFormat)
  /// A kind of JPEG or PNG that is not decoded, with the reason (12-bit, lossless, CgBI, ...).
  case unsupportedFeature(String)
  /// The file ends too early.
  case truncated(String)
  /// The file is damaged.
  case corrupt(String)
  /// The file asks for more than a limit allows; the text names limit, value asked for, value allowed.
  case limitExceeded(String)
  /// The target size has a side that is not positive, or over the limits.
  case invalidTarget(PixelSize)
  /// The decode was asked to stop.
  case cancelled
  /// The system refused memory.
  case outOfMemory
  /// x
  public var code: String { "x" }
  /// x
  public var description: String { "x" }
}
