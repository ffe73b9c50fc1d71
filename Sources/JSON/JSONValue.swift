/// A JSON text (RFC 8259), read strictly: UTF-8 only, at most 32 levels, nothing after it. Reading takes time and
/// memory in proportion to the bytes.
package enum JSONValue: Equatable, Sendable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSONValue])
  /// In the order given.
  case object([Member])

  /// A member of an object.
  package struct Member: Equatable, Sendable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// Why bytes are no JSON text.
  package struct SyntaxError: Error, Equatable {
    package var message: String
    /// Bytes before the place where reading stopped.
    package var offset: Int
  }

  /// What becomes of an object that has two members of one name (section 4 leaves it open).
  package enum RepeatedMembers: Sendable {
    case refused
    /// All are kept; ``JSONValue/subscript(_:)`` finds the last, as most readers do.
    case last
  }

  /// Reads a text.
  package init(_ bytes: [UInt8], repeatedMembers: RepeatedMembers = .refused) throws(SyntaxError) {
    var reader = JSONReader(bytes, repeatedMembers: repeatedMembers)
    self = try reader.document()
  }

  /// The value of the last member of that name; `nil` where there is none, or where this is no object.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name.utf8.elementsEqual(name.utf8) }?.value
  }
}

/// A name as the bytes it is made of. `String` compares what two texts look like, for which it must bring combining
/// marks in order: quadratic time for a name of nothing else.
private struct MemberName: Hashable {
  var text: String

  static func == (left: MemberName, right: MemberName) -> Bool {
    left.text.utf8.elementsEqual(right.text.utf8)
  }

  func hash(into hasher: inout Hasher) {
    var text = text
    text.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}

private struct JSONReader {
  private let bytes: [UInt8]
  private var position = 0
  /// Deeper nesting than this is refused, so that no input can exhaust the stack.
  private static let maximumDepth = 32

  private let repeatedMembers: JSONValue.RepeatedMembers

  init(_ bytes: [UInt8], repeatedMembers: JSONValue.RepeatedMembers) {
    self.bytes = bytes
    self.repeatedMembers = repeatedMembers
  }

  mutating func document() throws(JSONValue.SyntaxError) -> JSONValue {
    let value = try value(depth: 0)
    skipBlanks()
    if position < bytes.count { throw failure("text after the end") }
    return value
  }

  private func failure(_ message: String) -> JSONValue.SyntaxError {
    JSONValue.SyntaxError(message: message, offset: position)
  }

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
  }

  private mutating func accept(_ character: UInt8) -> Bool {
    guard current == character else { return false }
    position += 1
    return true
  }

  private mutating func value(depth: Int) throws(JSONValue.SyntaxError) -> JSONValue {
    if depth > Self.maximumDepth { throw failure("nested too deeply") }
    skipBlanks()
    switch current {
    case UInt8(ascii: "{"): return try object(depth: depth)
    case UInt8(ascii: "["): return try array(depth: depth)
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case nil: throw failure("ends too early")
    default: return .number(try number())
    }
  }

  private mutating func word(_ word: String, _ value: JSONValue) throws(JSONValue.SyntaxError) -> JSONValue {
    guard bytes[position...].starts(with: word.utf8) else { throw failure("no value") }
    position += word.utf8.count
    return value
  }

  private mutating func object(depth: Int) throws(JSONValue.SyntaxError) -> JSONValue {
    var members: [JSONValue.Member] = []
    var names: Set<MemberName> = []
    position += 1
    skipBlanks()
    if accept(UInt8(ascii: "}")) { return .object([]) }
    repeat {
      skipBlanks()
      guard current == UInt8(ascii: "\"") else { throw failure("no member name") }
      let name = try string()
      if repeatedMembers == .refused, !names.insert(MemberName(text: name)).inserted {
        throw failure("a member name is repeated")
      }
      skipBlanks()
      guard accept(UInt8(ascii: ":")) else { throw failure("no ':' after a member name") }
      members.append(JSONValue.Member(name: name, value: try value(depth: depth + 1)))
      skipBlanks()
    } while accept(UInt8(ascii: ","))
    guard accept(UInt8(ascii: "}")) else { throw failure("object not closed") }
    return .object(members)
  }

  private mutating func array(depth: Int) throws(JSONValue.SyntaxError) -> JSONValue {
    var values: [JSONValue] = []
    position += 1
    skipBlanks()
    if accept(UInt8(ascii: "]")) { return .array([]) }
    repeat {
      values.append(try value(depth: depth + 1))
      skipBlanks()
    } while accept(UInt8(ascii: ","))
    guard accept(UInt8(ascii: "]")) else { throw failure("array not closed") }
    return .array(values)
  }

  // MARK: Numbers (section 6)

  private mutating func number() throws(JSONValue.SyntaxError) -> Double {
    let start = position
    _ = accept(UInt8(ascii: "-"))
    if !accept(UInt8(ascii: "0")) { try digits() }
    if accept(UInt8(ascii: ".")) { try digits() }
    if accept(UInt8(ascii: "e")) || accept(UInt8(ascii: "E")) {
      if !accept(UInt8(ascii: "+")) { _ = accept(UInt8(ascii: "-")) }
      try digits()
    }
    guard let number = Double(String(decoding: bytes[start..<position], as: UTF8.self)), number.isFinite
    else {
      throw failure("number too large")
    }
    return number
  }

  private mutating func digits() throws(JSONValue.SyntaxError) {
    let start = position
    while let byte = current, (0x30...0x39).contains(byte) { position += 1 }
    if position == start { throw failure(current == nil ? "ends too early" : "no value") }
  }

  // MARK: Strings (section 7)

  private mutating func string() throws(JSONValue.SyntaxError) -> String {
    position += 1
    var text: [UInt8] = []
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        guard let string = String(validating: text, as: UTF8.self) else {
          throw failure("string is no UTF-8")
        }
        position += 1
        return string
      case UInt8(ascii: "\\"):
        position += 1
        text += try escaped()
      case ..<0x20:
        throw failure("control character in a string")
      default:
        let start = position
        while let byte = current, byte >= 0x20, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") {
          position += 1
        }
        text += bytes[start..<position]
      }
    }
    throw failure("string not closed")
  }

  private mutating func escaped() throws(JSONValue.SyntaxError) -> [UInt8] {
    guard let byte = current else { throw failure("string not closed") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return [byte]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "u"): return Array(String(try unicodeEscape()).utf8)
    default: throw failure("unknown escape")
    }
  }

  private mutating func unicodeEscape() throws(JSONValue.SyntaxError) -> Character {
    let first = try fourDigits()
    if let scalar = UnicodeScalar(first) { return Character(scalar) }
    guard (0xD800...0xDBFF).contains(first), accept(UInt8(ascii: "\\")), accept(UInt8(ascii: "u")) else {
      throw failure("half of a surrogate pair")
    }
    let second = try fourDigits()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = UnicodeScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw failure("half of a surrogate pair") }
    return Character(scalar)
  }

  private mutating func fourDigits() throws(JSONValue.SyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(UnicodeScalar(byte)).hexDigitValue, byte < 0x80 else {
        throw failure("bad \\u escape")
      }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }
}
