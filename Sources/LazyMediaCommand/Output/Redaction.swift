import LazyMedia

extension Text {
  /// A source as people see it: printable, and without the user name and password of a URL or the bytes of a `data:`
  /// URL. What stands before an at sign is taken away wherever `://` comes before it, so that a line that is no
  /// URL, such as a broken JSON object, does not show a password either.
  static func source(_ text: String) -> String {
    let shown = withoutCredentials(TransportRequest(url: text).redactedURL)
    // No source is loaded from `user:password@host/...`, which other programs take; it is shown without them, too.
    let start = shown.prefix { !"/,?#\"".contains($0) }
    if start.first?.isLetter == true, let colon = start.firstIndex(of: ":"),
      let sign = start.lastIndex(of: "@"),
      colon < sign
    {
      return printable(String(shown[shown.index(after: sign)...]))
    }
    return printable(shown)
  }

  /// The text without what stands between `://` and the last at sign before the host ends. A password that has a
  /// character in it which ends a host is known by the port, which is no number then.
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
      let word =
        bytes[index...].firstIndex { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\"") } ?? bytes.count
      let at = UInt8(ascii: "@")
      if let sign = bytes[index..<end].lastIndex(of: at) {
        index = sign + 1
      } else if !hasNumericPort(bytes[index..<end]), let sign = bytes[index..<word].lastIndex(of: at) {
        index = sign + 1
      }
    }
    return String(decoding: kept, as: UTF8.self)
  }

  /// Whether a host has no port, or one of digits. Colons within brackets belong to an IPv6 address.
  private static func hasNumericPort(_ host: ArraySlice<UInt8>) -> Bool {
    if host.first == UInt8(ascii: "[") { return true }
    guard let colon = host.firstIndex(of: UInt8(ascii: ":")) else { return true }
    return host[(colon + 1)...].allSatisfy { (0x30...0x39).contains($0) }
  }
}
