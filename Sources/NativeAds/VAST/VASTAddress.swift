/// Addresses as a VAST document names them.
enum VASTAddress {
  /// Whether it is an `http` or `https` URL.
  static func isWeb(_ url: String) -> Bool { begins(url, "http://") || begins(url, "https://") }

  /// Whether it is a `file` URL.
  static func isFile(_ url: String) -> Bool { begins(url, "file:") }

  /// What two addresses of one document have in common: all but the fragment.
  static func key(_ url: String) -> String { String(url.prefix { $0 != "#" }) }

  private static func begins(_ url: String, _ prefix: String) -> Bool {
    url.utf8.prefix(prefix.utf8.count).map { $0 >= 65 && $0 <= 90 ? $0 | 0x20 : $0 } == Array(prefix.utf8)
  }
}
