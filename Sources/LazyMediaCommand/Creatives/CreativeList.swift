import JSON

/// Takes a list of ads apart: a JSON array, one response, or lines. Elements and lines that start with `{` are
/// responses; others are sources. What is wrong with one of them concerns that one alone. Pure.
struct CreativeList {
  /// Most bytes of a list.
  static let maximumByteCount = 64 << 20

  /// How the list is called, for the names of the responses in it.
  var name: String
  /// Whether paths in it may be read.
  var namesLocalSources: Bool
  /// Whether responses in it may name local files.
  var isLocal: Bool

  /// The ads, in order. Throws what is wrong with the list as a whole.
  func sources(in bytes: [UInt8]) throws(UsageError) -> [CreativeSource] {
    guard bytes.count <= Self.maximumByteCount else {
      throw UsageError(message: "the list has more than \(Self.maximumByteCount >> 20) MiB")
    }
    let text = Self.trimmed(bytes[...])
    let pieces: [ArraySlice<UInt8>]
    if text.first == UInt8(ascii: "[") {
      guard let elements = Self.elements(of: text) else {
        throw UsageError(message: "the list is a JSON array that does not end")
      }
      pieces = elements
    } else if text.first == UInt8(ascii: "{"), (try? JSONValue(Array(text), repeatedMembers: .last)) != nil {
      pieces = [text]
    } else {
      pieces = text.split(separator: 0x0A).map(Self.trimmed).filter { !$0.isEmpty }
    }
    return pieces.enumerated().map { source($1, number: $0 + 1) }
  }

  private func source(_ piece: ArraySlice<UInt8>, number: Int) -> CreativeSource {
    let place = "\(name) #\(number)"
    if piece.first == UInt8(ascii: "{") {
      return CreativeSource(text: place, response: .bytes(Array(piece)), isLocal: isLocal)
    }
    if piece.first == UInt8(ascii: "\"") {
      guard case .string(let text)? = try? JSONValue(Array(piece)), !text.isEmpty else {
        return problem("the element is no text that can be read", place)
      }
      if text.hasPrefix("{") {
        return CreativeSource(text: place, response: .bytes(Array(text.utf8)), isLocal: isLocal)
      }
      return source(Argument(text), place)
    }
    if piece.contains(0) { return problem("it is no line of text", place) }
    return source(Argument(bytes: piece), place)
  }

  private func source(_ argument: Argument, _ place: String) -> CreativeSource {
    let url = argument.url(workingDirectory: WorkingDirectory.path)
    let isLocal = !MediaSource.isRemote(url)
    if isLocal, !namesLocalSources {
      return problem("a list from elsewhere can only name http: and https: URLs", place)
    }
    return CreativeSource(text: argument.text, response: .url(url), isLocal: isLocal)
  }

  private func problem(_ words: String, _ place: String) -> CreativeSource {
    CreativeSource(text: place, response: .problem(words), isLocal: false)
  }

  /// The elements of an array, without the blanks around them; `nil` where it has no end, or something after it. What is
  /// within an element is not looked at any closer than is needed to find its end.
  private static func elements(of text: ArraySlice<UInt8>) -> [ArraySlice<UInt8>]? {
    var elements: [ArraySlice<UInt8>] = []
    var (depth, start, index) = (0, text.startIndex + 1, text.startIndex)
    var isText = false
    while index < text.endIndex {
      let byte = text[index]
      switch byte {
      case UInt8(ascii: "\\") where isText: index += 1
      case UInt8(ascii: "\""): isText.toggle()
      case _ where isText: break
      case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
      case UInt8(ascii: ",") where depth == 1:
        elements.append(trimmed(text[start..<index]))
        start = index + 1
      case UInt8(ascii: "]"), UInt8(ascii: "}"):
        depth -= 1
        guard depth == 0 else { break }
        let last = trimmed(text[start..<index])
        if !last.isEmpty || !elements.isEmpty { elements.append(last) }
        return index == text.endIndex - 1 ? elements : nil
      default: break
      }
      index += 1
    }
    return nil
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let blanks: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
    var bytes = bytes
    // A mark of byte order, which some programs write.
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = bytes.dropFirst(3) }
    while let first = bytes.first, blanks.contains(first) { bytes.removeFirst() }
    while let last = bytes.last, blanks.contains(last) { bytes.removeLast() }
    return bytes
  }
}
