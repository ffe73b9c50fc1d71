/// The items of a URL's query, in order: `name=value`, separated by `&`, percent-encoded; `+` is a blank.
struct QueryItems {
  private(set) var items: [(name: String, value: String)] = []

  init(_ query: String?) {
    for item in (query ?? "").split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      items.append((Self.decoded(parts[0]), parts.count == 2 ? Self.decoded(parts[1]) : ""))
    }
  }

  /// The value of the first item of that name.
  subscript(name: String) -> String? { items.first { $0.name == name }?.value }

  /// The text with what is percent-encoded put in its place; a percent sign without two digits stays one.
  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == 0x25, digits.count == 2, let value = UInt8(Substring(digits), radix: 16) {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == 0x2B ? 0x20 : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
