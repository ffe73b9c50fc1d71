/// A source that needs no network.
enum LocalSource: Equatable {
  /// The bytes of a file's path.
  case file([UInt8])
  /// A `data:` URL.
  case data(String)

  /// Whether `text` means a local source: a `file:` or `data:` URL, or a path, which has no scheme.
  static func isLocal(_ text: String) -> Bool {
    switch URLScheme.of(text) {
    case nil, "file", "data": true
    default: false
    }
  }

  /// Reads `text`; `nil` where it is not a source after all.
  init?(_ text: String) {
    switch URLScheme.of(text) {
    case "data":
      self = .data(text)
    case "file":
      guard let path = Self.path(ofFileURL: text) else { return nil }
      self = .file(path)
    case nil:
      guard !text.isEmpty, !text.utf8.contains(0) else { return nil }
      self = .file(Array(text.utf8))
    default:
      return nil
    }
  }

  /// RFC 8089: `file:/path`, `file:///path` or `file://localhost/path`.
  private static func path(ofFileURL text: String) -> [UInt8]? {
    var rest = text.utf8.dropFirst("file:".utf8.count)
    if rest.starts(with: "//".utf8) {
      rest = rest.dropFirst(2)
      let host = rest.prefix { $0 != UInt8(ascii: "/") }
      guard host.isEmpty || (Substring(host).equalsIgnoringCase("localhost")) else { return nil }
      rest = rest.dropFirst(host.count)
    }
    let path = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    guard path.first == UInt8(ascii: "/"), let bytes = PercentEncoding.decode(path), !bytes.contains(0) else {
      return nil
    }
    return bytes
  }
}
