/// The scheme of a URL, by its first characters.
package enum URLScheme {
  /// The scheme of `text` in lower case (RFC 3986, section 3.1); `nil` where it has none, as a path.
  package static func of(_ text: String) -> String? {
    func isLetter(_ byte: UInt8) -> Bool {
      byte | 0x20 >= UInt8(ascii: "a") && byte | 0x20 <= UInt8(ascii: "z")
    }
    guard let first = text.utf8.first, isLetter(first) else { return nil }
    var scheme = ""
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: ":"):
        return scheme
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        scheme.unicodeScalars.append(Unicode.Scalar(byte))
      case _ where isLetter(byte):
        scheme.unicodeScalars.append(Unicode.Scalar(byte | 0x20))
      default:
        return nil
      }
    }
    return nil
  }
}

/// Percent-encoding (RFC 3986, section 2.1).
enum PercentEncoding {
  /// The bytes that `text` stands for; `nil` where a percent sign is not followed by two digits.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    var iterator = text.makeIterator()
    while let byte = iterator.next() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else {
        return nil
      }
      bytes.append(high << 4 | low)
    }
    return bytes
  }

  private static func digit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
