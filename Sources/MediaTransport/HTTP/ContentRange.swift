/// What `Content-Range` tells of a part (RFC 9110, section 14.4): `bytes START-END/TOTAL`, where TOTAL may be `*`.
public struct ContentRange: Hashable, Sendable {
  /// The first byte of the part.
  public var start: Int
  /// The last byte of the part.
  public var end: Int
  /// Bytes of the whole body; `nil` where the server does not know.
  public var total: Int?

  /// Reads the value of the field, or returns `nil` where it is none.
  public init?(_ value: String) {
    let words = value.split(separator: " ", omittingEmptySubsequences: true)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let parts = words[1].split(separator: "/", omittingEmptySubsequences: false)
    let bounds = parts[0].split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, bounds.count == 2, let start = Self.number(bounds[0]),
      let end = Self.number(bounds[1]), start <= end
    else { return nil }
    self.start = start
    self.end = end
    if parts[1] != "*" {
      guard let total = Self.number(parts[1]), total > end else { return nil }
      self.total = total
    }
  }

  // Digits alone: `Int` would take signs too.
  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") } ? Int(text) : nil
  }
}
