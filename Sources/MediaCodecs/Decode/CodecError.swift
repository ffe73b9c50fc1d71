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
}

extension CodecError {
  /// A word for programs: stable between versions, one for each case.
  public var code: String {
    switch self {
    case .empty: "empty"
    case .notAnImage: "notAnImage"
    case .unsupportedFormat: "unsupportedFormat"
    case .unsupportedFeature: "unsupportedFeature"
    case .truncated: "truncated"
    case .corrupt: "corrupt"
    case .limitExceeded: "limitExceeded"
    case .invalidTarget: "invalidTarget"
    case .cancelled: "cancelled"
    case .outOfMemory: "outOfMemory"
    }
  }
}

extension CodecError: CustomStringConvertible {
  /// A sentence for people.
  public var description: String {
    switch self {
    case .empty: "there are no bytes"
    case .notAnImage(let what): what.isEmpty ? "not an image" : "not an image: \(what)"
    case .unsupportedFormat(let format): "unsupported format: \(format.rawValue)"
    case .unsupportedFeature(let reason): "unsupported kind of image: \(reason)"
    case .truncated(let where_): "truncated image: \(where_)"
    case .corrupt(let reason): "damaged image: \(reason)"
    case .limitExceeded(let what): "over the limit of \(what)"
    case .invalidTarget(let size): "invalid target size: \(size)"
    case .cancelled: "the decode was cancelled"
    case .outOfMemory: "out of memory"
    }
  }
}
