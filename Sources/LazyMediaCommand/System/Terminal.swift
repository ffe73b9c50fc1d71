import Glibc

/// What is known about where a file descriptor leads.
struct Terminal: Sendable {
  var descriptor: Int32

  /// Whether it is a terminal that understands control sequences.
  var isTerminal: Bool {
    guard isatty(descriptor) == 1 else { return false }
    return Self.environment("TERM") != "dumb"
  }

  /// Whether text may have colors: a terminal, and NO_COLOR (no-color.org) not set.
  var hasColor: Bool { isTerminal && (Self.environment("NO_COLOR") ?? "").isEmpty }

  /// Columns now; 80 where unknown.
  var columns: Int {
    var size = winsize()
    guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  /// Whether the locale of the environment takes UTF-8.
  static var takesUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap(environment).first { !$0.isEmpty } ?? ""
    let name = locale.uppercased()
    return name.hasSuffix("UTF-8") || name.hasSuffix("UTF8")
  }

  private static func environment(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }
  }
}
