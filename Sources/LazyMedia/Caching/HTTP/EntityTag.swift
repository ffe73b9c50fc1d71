/// An entity tag (RFC 9110, section 8.8.3).
struct EntityTag: Hashable, Sendable {
  /// Whether it stands for answers that mean the same, not only for those of equal bytes.
  let isWeak: Bool
  /// The part in quotes.
  let opaque: String

  /// Reads the value of an `ETag` field, or returns `nil` where it is none: unquoted ones are none.
  init?(_ value: String) {
    let text = trimmed(value[...])
    isWeak = text.utf8.starts(with: "W/".utf8)
    let quoted = isWeak ? Substring(text.utf8.dropFirst(2)) : text
    guard quoted.utf8.count >= 2, quoted.utf8.first == UInt8(ascii: "\""),
      quoted.utf8.last == UInt8(ascii: "\"")
    else { return nil }
    let inner = quoted.utf8.dropFirst().dropLast()
    guard inner.allSatisfy({ $0 > 0x20 && $0 != UInt8(ascii: "\"") && $0 != 0x7F }) else { return nil }
    opaque = String(decoding: inner, as: UTF8.self)
  }

  /// As it stands in a field.
  var text: String { "\(isWeak ? "W/" : "")\"\(opaque)\"" }

  /// Whether both say that the bytes are the same (RFC 9110, section 8.8.3.2).
  func stronglyEquals(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && opaque == other.opaque }

  /// Whether both say that the answers mean the same.
  func weaklyEquals(_ other: EntityTag) -> Bool { opaque == other.opaque }
}
