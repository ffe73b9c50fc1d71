/// A single byte range of a `Range` header field (RFC 9110, section 14.1.2).
enum ByteRange: Equatable {
  /// From a byte to a byte (inclusive), or to the end.
  case from(Int, through: Int?)
  /// The last so many bytes.
  case suffix(Int)

  /// The range, or `nil` where the field is not understood or names several: then it is ignored.
  init?(_ field: String) {
    guard let equals = field.firstIndex(of: "="),
      String(field[..<equals]).trimmingBlanks.lowercased() == "bytes"
    else { return nil }
    let set = String(field[field.index(after: equals)...]).trimmingBlanks
    guard !set.contains(","), let dash = set.firstIndex(of: "-") else { return nil }
    let (first, last) = (set[..<dash], set[set.index(after: dash)...])
    if first.isEmpty {
      guard let count = Self.number(last) else { return nil }
      self = .suffix(count)
    } else {
      guard let start = Self.number(first) else { return nil }
      if last.isEmpty {
        self = .from(start, through: nil)
      } else {
        guard let end = Self.number(last), end >= start else { return nil }
        self = .from(start, through: end)
      }
    }
  }

  private static func number(_ text: Substring) -> Int? {
    guard !text.isEmpty, text.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return Int(text)
  }

  /// The bytes it selects of a body of `length` bytes; `nil` where it is unsatisfiable.
  func resolved(length: Int) -> Range<Int>? {
    switch self {
    case .from(let start, let end):
      guard start < length else { return nil }
      return start..<(end.map { min($0, length - 1) + 1 } ?? length)
    case .suffix(let count):
      guard count > 0, length > 0 else { return nil }
      return max(0, length - count)..<length
    }
  }
}
