import Glibc

/// What kind of source a text is.
enum MediaSource {
  /// Whether a source is fetched over the network.
  static func isRemote(_ url: String) -> Bool {
    let start = url.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }

  /// The URL that may be meant by a path such as `example.com/a.jpg`; `nil` where the path does not start like a
  /// host, or that folder is there.
  static func likelyURL(
    for path: String, exists: (String) -> Bool = { access($0, F_OK) == 0 }
  ) -> String? {
    guard let slash = path.firstIndex(of: "/") else { return nil }
    let host = path[..<slash]
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, labels.allSatisfy(isHostLabel), let last = labels.last, last.utf8.count >= 2,
      last.utf8.allSatisfy({ !(0x30...0x39).contains($0) }), !exists(String(host))
    else { return nil }
    return "https://\(path)"
  }

  /// Letters, digits and inner hyphens (RFC 1123, section 2.1).
  private static func isHostLabel(_ label: Substring) -> Bool {
    (1...63).contains(label.utf8.count) && !label.hasPrefix("-") && !label.hasSuffix("-")
      && label.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
          || byte == UInt8(ascii: "-")
      }
  }
}
