/// Base64 of short texts (RFC 4648): written with the alphabet of section 4, read with that of section 5 too, padding
/// being optional.
internal enum Base64 {
  private static let alphabet = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let word = group.reduce(0) { $0 << 8 | UInt32($1) } << (8 * UInt32(3 - group.count))
      for place in 0..<4 {
        let digit = Int(word >> (18 - 6 * UInt32(place)) & 63)
        text.append(place <= group.count ? alphabet[digit] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Refuses blanks, padding of another length than needed, and digits that hold bits beyond the last byte.
  static func decode(_ text: [UInt8]) throws(PlaceholderHashError) -> [UInt8] {
    var digits = text[...]
    while digits.last == UInt8(ascii: "="), text.count - digits.count < 2 { digits.removeLast() }
    if digits.count < text.count, text.count % 4 != 0 { throw .invalidCharacter(offset: digits.count) }
    var bytes: [UInt8] = []
    var word: UInt32 = 0
    var bits: UInt32 = 0
    for (offset, character) in digits.enumerated() {
      guard let digit = value(character) else { throw .invalidCharacter(offset: offset) }
      word = (word << 6 | digit) & 0xFFFF
      bits += 6
      guard bits >= 8 else { continue }
      bits -= 8
      bytes.append(UInt8(truncatingIfNeeded: word >> bits))
    }
    guard bits < 6, word & ((1 << bits) - 1) == 0 else {
      throw .invalidCharacter(offset: max(0, digits.count - 1))
    }
    return bytes
  }

  private static func value(_ character: UInt8) -> UInt32? {
    switch character {
    case 0x41...0x5A: UInt32(character) - 0x41
    case 0x61...0x7A: UInt32(character) - 0x61 + 26
    case 0x30...0x39: UInt32(character) - 0x30 + 52
    case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
    case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
