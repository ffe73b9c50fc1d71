import LazyMedia

/// Names of the files that `fetch --output` writes.
///
/// A name is the source's index, a dash, the last component of the source's path without its extension, and the
/// extension of the encoding: `00003-poster.png`. The index makes it unique within a run. All that is not a letter
/// or digit of ASCII, `-`, `_` or `.` becomes `_`, so a name can neither leave the folder nor be hidden. Raw pixels
/// have the size in the name: `00003-poster-600x314.rgba`.
enum OutputName {
  /// The name for a source.
  static func name(index: Int, source: String, encoding: OutputEncoding, size: PixelSize) -> String {
    var name = Text.leftPadded(String(index), to: 5, with: "0") + "-" + stem(of: source)
    if encoding == .rgba { name += "-\(size)" }
    return name + "." + encoding.fileExtension
  }

  /// Whether a path ends like the name of a picture.
  static func isPictureName(_ path: String) -> Bool {
    let name = path.lowercased()
    return [".png", ".jpg", ".jpeg", ".ppm", ".rgba"].contains { name.hasSuffix($0) }
  }

  /// The readable part: never empty, at most 80 bytes, never starting with a dot.
  static func stem(of source: String) -> String {
    let source = source.prefix(4096)
    if source.lowercased().hasPrefix("data:") { return "data" }
    var path = source[...]
    if let scheme = source.range(of: "://") {
      path = source[scheme.upperBound...]
      if let end = path.firstIndex(where: { $0 == "?" || $0 == "#" }) { path = path[..<end] }
      // The host alone is no path.
      path = path.firstIndex(of: "/").map { path[$0...] } ?? ""
    }
    while path.last == "/" { path.removeLast() }
    let component = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path
    var stem = sanitized(percentDecoded(component.utf8))
    if let dot = stem.lastIndex(of: "."), dot != stem.startIndex, stem[dot...].count <= 6 {
      stem = String(stem[..<dot])
    }
    stem = String(stem.drop { $0 == "." }.prefix(80))
    while stem.last == "." { stem.removeLast() }
    return stem.isEmpty ? "image" : stem
  }

  private static func sanitized(_ bytes: [UInt8]) -> String {
    var name = ""
    for byte in bytes {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "-_.".utf8.contains(byte)
      if isPlain {
        name.unicodeScalars.append(UnicodeScalar(byte))
      } else if name.last != "_" {
        name += "_"
      }
    }
    return name
  }

  private static func percentDecoded(_ text: Substring.UTF8View) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = text[...]
    while let byte = rest.popFirst() {
      let digits = rest.prefix(2)
      if byte == UInt8(ascii: "%"), digits.count == 2,
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16),
        digits.first != UInt8(ascii: "+")
      {
        bytes.append(value)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte)
      }
    }
    return bytes
  }
}

extension StringProtocol {
  /// Where a text occurs first.
  fileprivate func range(of pattern: String) -> Range<Index>? {
    var start = startIndex
    while start < endIndex {
      if self[start...].hasPrefix(pattern) { return start..<index(start, offsetBy: pattern.count) }
      start = index(after: start)
    }
    return nil
  }
}
