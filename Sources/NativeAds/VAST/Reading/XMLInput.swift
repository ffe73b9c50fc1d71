/// The bytes of an XML document, checked before libxml2 sees them.
///
/// Refused is what makes an XML parser slow or curious: entities of the document's own, encodings in which markup
/// does not look like ASCII, start tags and namespaces in numbers that no tag has (libxml2 compares each attribute
/// and each namespace with all the others). Whether the rest is well-formed is for libxml2 to say.
struct XMLInput {
  /// The document, from its first `<`, in an encoding that extends ASCII.
  private(set) var bytes: [UInt8]

  /// Bytes of one start tag.
  static let tagLimit = 16 << 10
  /// Declarations of namespaces in the document.
  static let namespaceLimit = 64

  /// Encodings whose characters outside ASCII never contain the bytes of markup.
  private static let encodings: Set<String> = [
    "utf-8", "utf8", "us-ascii", "ascii", "shift_jis", "euc-jp", "euc-kr", "gb2312", "gbk", "gb18030", "big5",
    "koi8-r", "koi8-u",
  ]

  /// Checks `bytes`.
  init(_ bytes: [UInt8], limit: Int) throws(VASTError) {
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    let wide = Self.utf16(bytes)
    var start = 0
    let text = wide ?? bytes
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { start = 3 }
    while start < text.count, Self.isSpace(text[start]) { start += 1 }
    guard start < text.count else { throw .empty }
    guard text[start] == UInt8(ascii: "<") else { throw .malformed("it does not begin with <") }
    self.bytes = Array(text[start...])
    let declaration = try checkDeclaration()
    // What came as UTF-16 is UTF-8 by now, whatever its declaration says.
    if wide != nil, let declaration { self.bytes.removeFirst(declaration) }
    try checkMarkup()
  }

  /// The document as UTF-8 where it is UTF-16 (XML 1.0, appendix F).
  private static func utf16(_ bytes: [UInt8]) -> [UInt8]? {
    let isBigEndian: Bool
    var start = 0
    switch bytes.prefix(2) {
    case [0xFE, 0xFF]: (isBigEndian, start) = (true, 2)
    case [0xFF, 0xFE]: (isBigEndian, start) = (false, 2)
    case [0, UInt8(ascii: "<")]: isBigEndian = true
    case [UInt8(ascii: "<"), 0]: isBigEndian = false
    default: return nil
    }
    var units: [UInt16] = []
    units.reserveCapacity(bytes.count / 2)
    for index in stride(from: start, to: bytes.count - 1, by: 2) {
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      units.append(isBigEndian ? first << 8 | second : second << 8 | first)
    }
    return Array(String(decoding: units, as: UTF16.self).utf8)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 32 || byte == 9 || byte == 10 || byte == 13 }

  /// Refuses encodings in which markup cannot be seen; the length of the XML declaration, where there is one.
  private func checkDeclaration() throws(VASTError) -> Int? {
    guard matches("<?xml", at: 0), bytes.count > 5, Self.isSpace(bytes[5]) else { return nil }
    guard let end = find("?>", from: 5), end <= 1024 else {
      throw .malformed("the XML declaration does not end")
    }
    let declaration = String(decoding: bytes[..<end], as: UTF8.self)
    if let label = declaration.firstRange(of: "encoding") {
      let value = declaration[label.upperBound...].drop { $0.isWhitespace || $0 == "=" }
      let name = value.dropFirst().prefix { $0 != "\"" && $0 != "'" }.lowercased()
      let isKnown =
        Self.encodings.contains(name) || name.hasPrefix("iso-8859-") || name.hasPrefix("windows-125")
        || name.hasPrefix("utf-16")
      guard isKnown else { throw .malformed("the encoding \(name.prefix(32)) is not read") }
    }
    return end
  }

  /// Walks over the markup alone.
  private func checkMarkup() throws(VASTError) {
    var index = 0
    var namespaces = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "<") else {
        index += 1
        continue
      }
      let end: Int?
      if matches("<!--", at: index) {
        end = find("-->", from: index + 4)
      } else if matches("<![CDATA[", at: index) {
        end = find("]]>", from: index + 9)
      } else if matches("<?", at: index) {
        end = find("?>", from: index + 2)
      } else {
        end = try checkTag(from: index, namespaces: &namespaces)
      }
      // What does not end is malformed; libxml2 says where.
      guard let end else { return }
      index = end
    }
  }

  /// Walks over a tag or a document type; the index behind it.
  private func checkTag(from start: Int, namespaces: inout Int) throws(VASTError) -> Int? {
    let isDocumentType = matches("<!", at: start)
    var quote: UInt8?
    for index in start..<bytes.count {
      guard index - start < Self.tagLimit else {
        throw .malformed("a tag has more than \(Self.tagLimit) bytes")
      }
      let byte = bytes[index]
      if let open = quote {
        if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: ">"): return index + 1
      case UInt8(ascii: "[") where isDocumentType: throw .declaresEntities
      case UInt8(ascii: "x") where matches("xmlns", at: index):
        namespaces += 1
        guard namespaces <= Self.namespaceLimit else {
          throw .malformed("it declares more than \(Self.namespaceLimit) namespaces")
        }
      default: break
      }
    }
    return nil
  }

  private func matches(_ text: StaticString, at index: Int) -> Bool {
    guard bytes.count - index >= text.utf8CodeUnitCount else { return false }
    for offset in 0..<text.utf8CodeUnitCount where bytes[index + offset] != text.utf8Start[offset] {
      return false
    }
    return true
  }

  /// The index behind the next `text`.
  private func find(_ text: StaticString, from start: Int) -> Int? {
    let first = text.utf8Start[0]
    var index = start
    while index < bytes.count {
      if bytes[index] == first, matches(text, at: index) { return index + text.utf8CodeUnitCount }
      index += 1
    }
    return nil
  }
}
