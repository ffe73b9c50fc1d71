/// Writes one JSON object (RFC 8259) in the order in which its members are added.
package struct JSONWriter {
  private var bytes: [UInt8] = [UInt8(ascii: "{")]
  private var isFirst = true

  /// Creates a writer of an object without members.
  package init() {}

  /// The object's bytes, without a line end.
  package func finished() -> [UInt8] { bytes + [UInt8(ascii: "}")] }

  /// Adds a text, or `null`.
  package mutating func add(_ key: String, _ value: String?) {
    begin(key)
    if let value { string(value) } else { raw("null") }
  }

  /// Adds a whole number, or `null`.
  package mutating func add(_ key: String, _ value: Int?) {
    begin(key)
    raw(value.map(String.init) ?? "null")
  }

  /// Adds a number that is written already, or `null`.
  package mutating func add(_ key: String, numeral: String?) {
    begin(key)
    raw(numeral ?? "null")
  }

  /// Adds a truth value.
  package mutating func add(_ key: String, _ value: Bool) {
    begin(key)
    raw(value ? "true" : "false")
  }

  /// Adds texts.
  package mutating func add(_ key: String, _ values: [String]) {
    begin(key)
    raw("[")
    for (index, value) in values.enumerated() {
      if index > 0 { raw(",") }
      string(value)
    }
    raw("]")
  }

  /// Adds whole numbers.
  package mutating func add(_ key: String, _ values: [Int]) {
    begin(key)
    raw("[" + values.map(String.init).joined(separator: ",") + "]")
  }

  /// Adds an object that `body` fills, or `null` where there is no body.
  package mutating func addObject(_ key: String, _ body: ((inout JSONWriter) -> Void)?) {
    begin(key)
    guard let body else { return raw("null") }
    var inner = JSONWriter()
    body(&inner)
    bytes += inner.finished()
  }

  /// Adds an array of objects that `body` fills.
  package mutating func addObjects<Element>(
    _ key: String, _ elements: [Element], _ body: (inout JSONWriter, Element) -> Void
  ) {
    begin(key)
    raw("[")
    for (index, element) in elements.enumerated() {
      if index > 0 { raw(",") }
      var inner = JSONWriter()
      body(&inner, element)
      bytes += inner.finished()
    }
    raw("]")
  }

  private mutating func begin(_ key: String) {
    if !isFirst { raw(",") }
    isFirst = false
    string(key)
    raw(":")
  }

  private mutating func raw(_ text: String) { bytes += text.utf8 }

  /// Section 7: quotation mark, reverse solidus and control characters are escaped; all else stands as it is.
  /// DEL and the two line separators of Unicode are escaped too, for readers that take lines or JavaScript.
  private mutating func string(_ text: String) {
    raw("\"")
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x22: raw("\\\"")
      case 0x5C: raw("\\\\")
      case 0x08: raw("\\b")
      case 0x0C: raw("\\f")
      case 0x0A: raw("\\n")
      case 0x0D: raw("\\r")
      case 0x09: raw("\\t")
      case ..<0x20, 0x7F, 0x2028, 0x2029:
        let digits = String(scalar.value, radix: 16)
        raw("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
      default: bytes += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
      }
    }
    raw("\"")
  }
}
