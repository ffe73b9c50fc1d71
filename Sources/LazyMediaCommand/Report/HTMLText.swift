/// Texts from anywhere as they may stand in a page.
enum HTMLText {
  /// As the content of an element, or as an attribute's value in double quotes: marks of the language are written as
  /// references, so that no text can begin or end anything.
  static func escaped(_ text: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "&"): bytes += "&amp;".utf8
      case UInt8(ascii: "<"): bytes += "&lt;".utf8
      case UInt8(ascii: ">"): bytes += "&gt;".utf8
      case UInt8(ascii: "\""): bytes += "&quot;".utf8
      case UInt8(ascii: "'"): bytes += "&#39;".utf8
      default: bytes.append(byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// The same of a text that an ad, or a server, has chosen: on one line, control characters and directional overrides
  /// made visible, a long one without its middle.
  static func foreign(_ text: String, limit: Int) -> String {
    escaped(Text.printable(text, limit: limit))
  }
}
