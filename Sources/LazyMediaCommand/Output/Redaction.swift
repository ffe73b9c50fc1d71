import LazyMedia

extension Text {
  /// A source as people see it: printable, and without the user name and password of a URL or the bytes of a `data:`
  /// URL. What stands before an at sign is taken away wherever `://` comes before it, so that a line that is no
  /// URL, such as a broken JSON object, does not show a password either.
  static func source(_ text: String) -> String {
    printable(withoutCredentials(TransportRequest(url: text).redactedURL))
  }

  /// The text without what stands between `://` and the last at sign before the host ends.
  static func withoutCredentials(_ text: String) -> String {
    let bytes = Array(text.utf8)
    guard bytes.contains(UInt8(ascii: "@")) else { return text }
    let opening = Array("://".utf8)
    let ends = Set("/?#\"'<> ".utf8)
    var kept: [UInt8] = []
    var index = 0
    while index < bytes.count {
      guard bytes[index...].starts(with: opening) else {
        kept.append(bytes[index])
        index += 1
        continue
      }
      kept += opening
      index += opening.count
      let end = bytes[index...].firstIndex { ends.contains($0) } ?? bytes.count
      if let sign = bytes[index..<end].lastIndex(of: UInt8(ascii: "@")) { index = sign + 1 }
    }
    return String(decoding: kept, as: UTF8.self)
  }
}
