import MediaTransport

extension [HTTPField] {
  /// The members of the comma-separated lists in all fields called `name`, in order (RFC 9110, section 5.3).
  func list(named name: String) -> [String] {
    filter { $0.name.equalsIgnoringCase(name) }.flatMap(\.value.listMembers)
  }

  /// Whether a field is called `name`.
  func has(_ name: String) -> Bool { contains { $0.name.equalsIgnoringCase(name) } }
}

extension String {
  /// The members of a comma-separated list, without white space around them and without empty ones (RFC 9110, section
  /// 5.6.1). Commas within quotes part nothing.
  var listMembers: [String] {
    var members: [String] = []
    var start = startIndex
    var isQuoted = false
    var isEscaped = false
    func end(at index: Index) {
      let member = trimmed(self[start..<index])
      if !member.isEmpty { members.append(String(member)) }
    }
    for index in utf8.indices {
      let byte = utf8[index]
      if isEscaped {
        isEscaped = false
      } else if isQuoted {
        isEscaped = byte == UInt8(ascii: "\\")
        isQuoted = byte != UInt8(ascii: "\"")
      } else if byte == UInt8(ascii: "\"") {
        isQuoted = true
      } else if byte == UInt8(ascii: ",") {
        end(at: index)
        start = utf8.index(after: index)
      }
    }
    end(at: endIndex)
    return members
  }
}

extension StringProtocol {
  /// With ASCII letters in lower case, as names in HTTP compare.
  var asciiLowercased: String {
    String(
      decoding: utf8.map { $0 >= UInt8(ascii: "A") && $0 <= UInt8(ascii: "Z") ? $0 | 0x20 : $0 },
      as: UTF8.self)
  }
}

/// `text` without spaces and tabs around it.
func trimmed(_ text: Substring) -> Substring {
  func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
  let bytes = text.utf8.drop(while: isSpace)
  guard let last = bytes.lastIndex(where: { !isSpace($0) }) else { return text.prefix(0) }
  return Substring(bytes[...last])
}
