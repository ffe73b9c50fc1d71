/// The head of an answer while its lines come in: a value that is given lines and says when the head is whole.
///
/// Interim answers (1xx) are passed over. Line ends, obsolete folding and bytes outside ASCII are accepted; what
/// makes the length of the body ambiguous is not.
struct ResponseHead {
  /// Most bytes of all header and trailer lines of one transfer attempt together.
  static let maximumBytes = 256 << 10

  /// What a line led to.
  enum Step: Equatable {
    /// The head goes on.
    case more
    /// The final head is whole.
    case complete
    /// The head cannot be used, with the reason.
    case invalid(String)
  }

  private(set) var status = 0
  private(set) var isHTTP2 = false
  private(set) var fields: [HTTPField] = []
  private var bytes = 0
  private(set) var isComplete = false

  /// Takes one line, its end included.
  mutating func take(line: UnsafeRawBufferPointer) -> Step {
    bytes += line.count
    guard bytes <= Self.maximumBytes else {
      return .invalid("the \(isComplete ? "trailer" : "header") of the answer is too long")
    }
    // Lines after the head are trailers: not used, but libcurl keeps them.
    guard !isComplete else { return .more }
    var end = line.count
    while end > 0, line[end - 1] == UInt8(ascii: "\r") || line[end - 1] == UInt8(ascii: "\n") { end -= 1 }
    let text = UnsafeRawBufferPointer(rebasing: line[0..<end])

    if text.isEmpty {
      // An empty line before any status line, or after an interim answer.
      guard status >= 200 || status == 101 else { return .more }
      guard status != 101 else { return .invalid("the server switched to another protocol") }
      isComplete = true
      return contentLengthsAgree ? .complete : .invalid("the answer has contradictory Content-Length fields")
    }
    if text.starts(with: "HTTP/".utf8) {
      beginAnswer(text)
      return .more
    }
    if text[0] == UInt8(ascii: " ") || text[0] == UInt8(ascii: "\t") {
      // RFC 9112, section 5.2: a folded line belongs to the value before it.
      if !fields.isEmpty { fields[fields.count - 1].value += " " + Self.text(Self.trim(text)) }
      return .more
    }
    if let colon = text.firstIndex(of: UInt8(ascii: ":")) {
      let name = UnsafeRawBufferPointer(rebasing: text[0..<colon])
      let value = UnsafeRawBufferPointer(rebasing: text[(colon + 1)...])
      fields.append(HTTPField(Self.text(Self.trim(name)), Self.text(Self.trim(value))))
    }
    return .more
  }

  private mutating func beginAnswer(_ line: UnsafeRawBufferPointer) {
    fields = []
    isHTTP2 = line.count > 5 && line[5] == UInt8(ascii: "2")
    status = 0
    guard let space = line.firstIndex(of: UInt8(ascii: " ")) else { return }
    for byte in line[(space + 1)...] {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9"), status < 1000 else { break }
      status = status * 10 + Int(byte - UInt8(ascii: "0"))
    }
  }

  // MARK: - What the fields mean

  /// The first value of a field, whatever the case of its name.
  func value(_ name: String) -> String? { fields.firstValue(named: name) }

  /// Whether the body is content-encoded, so that its length after decoding is unknown.
  var isEncoded: Bool {
    fields.contains {
      $0.name.equalsIgnoringCase("Content-Encoding") && !$0.value.isEmpty
        && !$0.value.equalsIgnoringCase("identity")
    }
  }

  /// The bytes that follow on the wire; `nil` where the head does not say.
  var contentLength: Int? {
    guard value("Transfer-Encoding") == nil, let text = value("Content-Length") else { return nil }
    return Self.length(text)
  }

  // RFC 9110, section 8.6: equal values may be joined; others make the message invalid.
  private var contentLengthsAgree: Bool {
    var known: Int?
    for field in fields where field.name.equalsIgnoringCase("Content-Length") {
      for part in field.value.split(separator: ",", omittingEmptySubsequences: false) {
        guard let length = Self.length(part) else { return false }
        if let known, known != length { return false }
        known = length
      }
    }
    return true
  }

  private static func length(_ text: some StringProtocol) -> Int? {
    let digits = text.utf8.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: " ") }
    guard !digits.isEmpty else { return nil }
    var value = 0
    for byte in digits {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else {
        // "10, 10": the fields agree, so the first number stands for all.
        return byte == UInt8(ascii: ",") ? value : nil
      }
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, sumOverflow) = product.addingReportingOverflow(Int(byte - UInt8(ascii: "0")))
      guard !overflow, !sumOverflow else { return nil }
      value = sum
    }
    return value
  }

  // MARK: - Bytes

  /// The text of header bytes: UTF-8 where it is that, else Latin-1, in which every byte has a meaning.
  static func text(_ bytes: UnsafeRawBufferPointer) -> String {
    // Nearly all are ASCII, which needs no second look.
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = ""
    text.unicodeScalars.append(contentsOf: bytes.map { Unicode.Scalar($0) })
    return text
  }

  private static func trim(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    var start = 0
    var end = bytes.count
    while start < end, isSpace(bytes[start]) { start += 1 }
    while end > start, isSpace(bytes[end - 1]) { end -= 1 }
    return UnsafeRawBufferPointer(rebasing: bytes[start..<end])
  }
}
