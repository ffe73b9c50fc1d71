/// Values as VAST writes them, and as tags in the field do.
enum VASTValues {
  /// A whole number from 1 to `limit`; `nil` where it is anything else. `640.0` is 640.
  static func number(_ text: String?, upTo limit: Int) -> Int? {
    guard let text = text.map(trimmed), !text.isEmpty else { return nil }
    let parts = text.utf8.split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    if parts.count == 2, !parts[1].allSatisfy({ $0 == UInt8(ascii: "0") }) { return nil }
    guard let value = digits(parts[0]), value >= 1, value <= limit else { return nil }
    return value
  }

  /// Width or height in pixels; 0 where missing or absurd.
  static func dimension(_ text: String?) -> Int {
    number(text, upTo: VAST.MediaFileChoice.largestDimension) ?? 0
  }

  /// `HH:MM:SS` or `HH:MM:SS.mmm` (VAST 4.3, section 3.9.1).
  static func duration(_ text: String) -> Duration? {
    let parts = trimmed(text).utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 3, let hours = digits(parts[0]), hours <= 9999 else { return nil }
    let seconds = parts[2].split(separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    guard let minutes = digits(parts[1]), minutes < 60, let whole = digits(seconds[0]), whole < 60 else {
      return nil
    }
    var milliseconds = 0
    if seconds.count == 2 {
      guard digits(seconds[1]) != nil else { return nil }
      milliseconds =
        digits(Array(seconds[1].prefix(3)) + Array(repeating: 48, count: 3 - min(3, seconds[1].count))) ?? 0
    }
    return .milliseconds(((hours * 60 + minutes) * 60 + whole) * 1000 + milliseconds)
  }

  /// `true` or `1`, `false` or `0` (XML Schema, part 2, section 3.2.2).
  static func bool(_ text: String?) -> Bool? {
    switch text.map(trimmed) {
    case "true", "1": true
    case "false", "0": false
    default: nil
    }
  }

  /// `nil` for nothing but white space.
  static func text(_ text: String?) -> String? {
    guard let text = text.map(trimmed), !text.isEmpty else { return nil }
    return text
  }

  /// Whether 2.x, 3.x or 4.x.
  static func isSupported(version: String) -> Bool {
    let parts = version.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard let major = parts.first.flatMap({ digits($0) }), (2...4).contains(major) else { return false }
    return parts.dropFirst().allSatisfy { digits($0) != nil }
  }

  static func trimmed(_ text: String) -> String {
    func isSpace(_ byte: UInt8) -> Bool { byte == 32 || (9...13).contains(byte) }
    let utf8 = text.utf8
    guard let first = utf8.firstIndex(where: { !isSpace($0) }),
      let last = utf8.lastIndex(where: { !isSpace($0) })
    else { return "" }
    return String(text[first...last])
  }

  /// A number of ASCII digits alone that fits.
  private static func digits(_ text: some Collection<UInt8>) -> Int? {
    guard !text.isEmpty, text.count <= 15 else { return nil }
    var value = 0
    for byte in text {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      value = value * 10 + Int(byte - UInt8(ascii: "0"))
    }
    return value
  }
}
