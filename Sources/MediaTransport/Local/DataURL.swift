/// A `data:` URL, decoded (RFC 2397).
struct DataURL: Equatable {
  /// Why a text could not be decoded.
  enum Failure: Error {
    case invalid(String)
    case tooLarge
  }

  /// The media type; the default of the RFC where none is given.
  var mediaType: String
  var bytes: [UInt8]

  /// Decodes `text`; stops as soon as there are more than `maximumBytes` bytes.
  init(_ text: String, maximumBytes: Int) throws(Failure) {
    guard let comma = text.utf8.firstIndex(of: UInt8(ascii: ",")) else {
      throw .invalid("the data: URL has no comma")
    }
    var parameters = text[..<comma].dropFirst("data:".count).split(
      separator: ";", omittingEmptySubsequences: false)
    let isBase64 = parameters.last.map { $0.equalsIgnoringCase("base64") } ?? false
    if isBase64 { parameters.removeLast() }
    let type = parameters.joined(separator: ";")
    if type.isEmpty {
      mediaType = "text/plain;charset=US-ASCII"
    } else {
      // Only parameters were given: they belong to the default type.
      mediaType = type.utf8.first == UInt8(ascii: ";") ? "text/plain" + type : type
    }
    let data = text.utf8[text.utf8.index(after: comma)...].prefix { $0 != UInt8(ascii: "#") }
    // Encoded, no byte takes more than four characters and a percent-encoded one of base64.
    guard data.count / 16 <= maximumBytes else { throw .tooLarge }
    let plain: [UInt8]
    if data.contains(UInt8(ascii: "%")) {
      guard let decoded = PercentEncoding.decode(data) else {
        throw .invalid("the data: URL has a broken percent-encoding")
      }
      plain = decoded
    } else {
      plain = Array(data)
    }
    if isBase64 {
      guard plain.count / 4 * 3 - 3 <= maximumBytes || plain.contains(where: Base64.isSpace) else {
        throw .tooLarge
      }
      guard let decoded = Base64.decode(plain) else { throw .invalid("the data: URL has broken base64") }
      bytes = decoded
    } else {
      bytes = plain
    }
    guard bytes.count <= maximumBytes else { throw .tooLarge }
  }
}

/// Base64 as web browsers read it: white space is passed over, the padding may be missing.
enum Base64 {
  /// The bytes; `nil` where the text is not base64.
  static func decode(_ text: [UInt8]) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var bits: UInt32 = 0
    var count = 0
    var padding = 0
    for byte in text where !isSpace(byte) {
      if byte == UInt8(ascii: "=") {
        padding += 1
        continue
      }
      guard padding == 0, let value = value(of: byte) else { return nil }
      bits = bits << 6 | UInt32(value)
      count += 1
      if count % 4 == 0 {
        bytes.append(UInt8(truncatingIfNeeded: bits >> 16))
        bytes.append(UInt8(truncatingIfNeeded: bits >> 8))
        bytes.append(UInt8(truncatingIfNeeded: bits))
      }
    }
    guard padding == 0 || (padding <= 2 && (count + padding) % 4 == 0) else { return nil }
    switch count % 4 {
    case 1:
      return nil
    case 2:
      bytes.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      bytes.append(UInt8(truncatingIfNeeded: bits >> 10))
      bytes.append(UInt8(truncatingIfNeeded: bits >> 2))
    default:
      break
    }
    return bytes
  }

  static func isSpace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || (byte >= 9 && byte <= 13 && byte != 11)
  }

  private static func value(of byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
    case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
    case UInt8(ascii: "+"): 62
    case UInt8(ascii: "/"): 63
    default: nil
    }
  }
}
