import JSON

/// Values as the field writes them: `nil` for what is missing, `null`, or of another kind.
extension JSONValue {
  /// A value other than `null`.
  func member(_ name: String) -> JSONValue? {
    guard let value = self[name], value != .null else { return nil }
    return value
  }

  /// The elements of an array; none of anything else.
  var elements: [JSONValue] {
    guard case .array(let elements) = self else { return [] }
    return elements
  }

  /// A string.
  var string: String? {
    guard case .string(let text) = self else { return nil }
    return text
  }

  /// A string that is not blank, or a number as text.
  var text: String? {
    switch self {
    case .string(let text): text.utf8.contains { $0 > 0x20 } ? text : nil
    case .number(let number): Self.integer(number).map(String.init) ?? String(number)
    default: nil
    }
  }

  /// A string that is not blank, as given. Whether it can be fetched is found out by who fetches it.
  ///
  /// A text beyond ASCII of more than 1024 bytes is no URL: to hash such a text, as tables of URLs do, can take
  /// quadratic time (combining marks are brought in order for it).
  var url: String? {
    guard let url = string, url.utf8.contains(where: { $0 > 0x20 }) else { return nil }
    return url.utf8.count > 1024 && url.utf8.contains { $0 >= 0x80 } ? nil : url
  }

  /// The URLs of an array of strings, in order.
  var urls: [String] { elements.compactMap(\.url) }

  /// A whole number, as a number or as text: `1200`, `1200.0`, `"1200"`.
  var integer: Int? { decimal.flatMap(Self.integer) }

  /// A number, as one or as text; never an infinite one.
  var decimal: Double? {
    switch self {
    case .number(let number):
      return number.isFinite ? number : nil
    case .string(let text):
      // `Double` also reads hexadecimal digits, "nan" and "infinity".
      let isDecimal = text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
      return isDecimal ? Double(text).flatMap { $0.isFinite ? $0 : nil } : nil
    default:
      return nil
    }
  }

  private static func integer(_ number: Double) -> Int? {
    // Beyond 2^53 a number in JSON need not be the one that was meant.
    number.magnitude <= 9_007_199_254_740_992 ? Int(exactly: number) : nil
  }

  /// Whether it is `1`, `"1"` or `true`.
  var isSet: Bool { self == .bool(true) || integer == 1 }
}
