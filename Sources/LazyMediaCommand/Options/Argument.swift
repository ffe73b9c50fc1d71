/// A text from the user that stands for a source: as given, and what to ask the pipeline for.
struct Argument: Hashable, Sendable, ExpressibleByStringLiteral {
  /// As given; bytes that are no UTF-8 are replaced by U+FFFD.
  var text: String
  /// The bytes as given, where they are no UTF-8: only a path can be meant then.
  var rawPath: [UInt8]?

  init(_ text: String) {
    self.text = text
  }

  init(stringLiteral text: String) {
    self.text = text
  }

  /// Takes bytes of any kind.
  init(bytes: some Collection<UInt8>) {
    text = String(decoding: bytes, as: UTF8.self)
    rawPath = String(validating: bytes, as: UTF8.self) == nil ? Array(bytes) : nil
  }

  /// What the pipeline is asked for: the text itself, or a `file:` URL that spells a path which is no UTF-8.
  func url(workingDirectory: () -> String) -> String {
    guard let rawPath else { return text }
    var path = rawPath
    if path.first != UInt8(ascii: "/") { path = Array("\(workingDirectory())/".utf8) + path }
    var url = "file://"
    for byte in path {
      let isPlain =
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
        || "/-._~".utf8.contains(byte)
      url += isPlain ? String(UnicodeScalar(byte)) : "%" + Text.hexadecimal([byte]).uppercased()
    }
    return url
  }
}
