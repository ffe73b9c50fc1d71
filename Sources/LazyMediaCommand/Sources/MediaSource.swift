/// What kind of source a text is.
enum MediaSource {
  /// Whether a source is fetched over the network.
  static func isRemote(_ url: String) -> Bool {
    let start = url.prefix(8).lowercased()
    return start.hasPrefix("http://") || start.hasPrefix("https://")
  }
}
