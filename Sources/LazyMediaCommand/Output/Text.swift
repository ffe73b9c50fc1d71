import Glibc

/// Pieces of text for people: numbers, columns, wrapping. Written by hand because Foundation would make the
/// command start more slowly.
enum Text {
  // MARK: Numbers

  /// A number with at most six digits after the point, and no needless zeros: `60`, `0.001`.
  static func decimal(_ value: Double) -> String {
    var text = fixed(Int((value * 1_000_000).rounded()), scale: 1_000_000, digits: 6)
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }

  /// `value / scale` with so many digits after the point, rounded to nearest.
  static func fixed(_ value: Int, scale: Int, digits: Int) -> String {
    var unit = 1
    for _ in 0..<digits { unit *= 10 }
    let scaled = (Double(value.magnitude) * Double(unit) / Double(scale)).rounded()
    guard scaled < 9e18 else { return String(value / scale) }
    let number = Int(scaled)
    var text = String(number / unit)
    if digits > 0 { text += "." + leftPadded(String(number % unit), to: digits, with: "0") }
    return value < 0 && number != 0 ? "-" + text : text
  }

  /// A number of bytes in powers of 1000: `812 B`, `137.2 kB`, `1.4 MB`.
  static func bytes(_ count: Int) -> String {
    // Steps over at 999,950 and not at 1,000,000, so that nothing is rounded to `1000.0`.
    switch count {
    case ..<1000: "\(count) B"
    case ..<999_950: fixed(count, scale: 1000, digits: 1) + " kB"
    case ..<999_950_000: fixed(count, scale: 1_000_000, digits: 1) + " MB"
    default: fixed(count, scale: 1_000_000_000, digits: 1) + " GB"
    }
  }

  /// A time in milliseconds with three digits after the point, as in JSON: `12.345`.
  static func milliseconds(_ duration: Duration) -> String {
    fixed(microseconds(duration), scale: 1000, digits: 3)
  }

  /// A time in milliseconds with one digit after the point.
  static func tenths(_ duration: Duration) -> String {
    fixed(microseconds(duration), scale: 1000, digits: 1)
  }

  /// A short time: `41 ms`, `3.20 s`, `1:05`, `2:00:10`.
  static func time(_ duration: Duration) -> String {
    let micros = max(0, microseconds(duration))
    if micros < 999_500 { return fixed(micros, scale: 1000, digits: 0) + " ms" }
    if micros < 59_995_000 { return fixed(micros, scale: 1_000_000, digits: 2) + " s" }
    return clock(seconds: micros / 1_000_000)
  }

  /// `1:05`, `2:00:10`.
  static func clock(seconds: Int) -> String {
    func pair(_ number: Int) -> String { leftPadded(String(number), to: 2, with: "0") }
    if seconds < 3600 { return "\(seconds / 60):\(pair(seconds % 60))" }
    return "\(seconds / 3600):\(pair(seconds / 60 % 60)):\(pair(seconds % 60))"
  }

  private static func microseconds(_ duration: Duration) -> Int {
    let (seconds, attoseconds) = duration.components
    return Int(clamping: seconds) * 1_000_000 + Int(attoseconds / 1_000_000_000_000)
  }

  /// Milliseconds since 1970 as UTC in the form of RFC 3339: `2026-11-30T14:05:00Z`.
  static func utc(milliseconds: Int) -> String {
    var seconds = time_t(milliseconds / 1000)
    var parts = tm()
    guard gmtime_r(&seconds, &parts) != nil else { return "-" }
    func digits(_ number: Int32, _ count: Int = 2) -> String {
      leftPadded(String(number), to: count, with: "0")
    }
    return "\(digits(parts.tm_year &+ 1900, 4))-\(digits(parts.tm_mon + 1))-\(digits(parts.tm_mday))T"
      + "\(digits(parts.tm_hour)):\(digits(parts.tm_min)):\(digits(parts.tm_sec))Z"
  }

  /// Two lower-case digits a byte.
  static func hexadecimal(_ bytes: some Sequence<UInt8>) -> String {
    let digits = Array("0123456789abcdef".utf8)
    var text: [UInt8] = []
    for byte in bytes {
      text.append(digits[Int(byte >> 4)])
      text.append(digits[Int(byte & 15)])
    }
    return String(decoding: text, as: UTF8.self)
  }

  // MARK: Columns

  /// The text with blanks before it up to a width, counted in characters.
  static func leftPadded(_ text: String, to width: Int, with filler: Character = " ") -> String {
    String(repeating: filler, count: max(0, width - text.count)) + text
  }

  /// The text with blanks after it up to a width, counted in characters.
  static func rightPadded(_ text: String, to width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// The paragraph broken at blanks into lines of at most `width` characters, each indented; a longer word
  /// stands on a line of its own.
  static func wrapped(_ paragraph: String, width: Int, indent: Int) -> String {
    let margin = String(repeating: " ", count: indent)
    var lines: [String] = []
    var line = ""
    for word in paragraph.split(separator: " ") {
      if !line.isEmpty, indent + line.count + 1 + word.count > width {
        lines.append(margin + line)
        line = ""
      }
      line += (line.isEmpty ? "" : " ") + word
    }
    if !line.isEmpty { lines.append(margin + line) }
    return lines.joined(separator: "\n")
  }

  // MARK: Safety

  /// A text from outside made safe for a terminal and for one line: control characters (which could move the
  /// cursor or forge a line) and directional overrides are shown as `\u{1b}`; a long text loses its middle.
  static func printable(_ text: String, limit: Int = 300) -> String {
    var shown = ""
    for scalar in text.unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator, .surrogate: shown += escape(scalar)
      case .format where isDirectional(scalar): shown += escape(scalar)
      default: shown.unicodeScalars.append(scalar)
      }
    }
    guard shown.count > limit else { return shown }
    return "\(shown.prefix(limit * 2 / 3))...\(shown.suffix(limit / 3 - 3))"
  }

  private static func escape(_ scalar: UnicodeScalar) -> String {
    "\\u{\(String(scalar.value, radix: 16))}"
  }

  private static func isDirectional(_ scalar: UnicodeScalar) -> Bool {
    (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
  }

  // MARK: Spelling

  /// The candidate that is at most two edits away from a word, and less than half of it.
  static func nearest(to word: String, in candidates: [String]) -> String? {
    guard word.count <= 40 else { return nil }
    let rated = candidates.map { (candidate: $0, distance: editDistance(Array(word), Array($0))) }
    guard let best = rated.min(by: { $0.distance < $1.distance }) else { return nil }
    return best.distance <= 2 && best.distance * 2 < best.candidate.count ? best.candidate : nil
  }

  /// Insertions, deletions and replacements of one character, and swaps of two neighbours (optimal string alignment).
  private static func editDistance(_ from: [Character], _ into: [Character]) -> Int {
    var older: [Int] = []
    var old = Array(0...into.count)
    for (i, character) in from.enumerated() {
      var row = [i + 1]
      for (j, other) in into.enumerated() {
        var distance = min(old[j] + (character == other ? 0 : 1), row[j] + 1, old[j + 1] + 1)
        if i > 0, j > 0, character == into[j - 1], from[i - 1] == other {
          distance = min(distance, older[j - 1] + 1)
        }
        row.append(distance)
      }
      (older, old) = (old, row)
    }
    return old[into.count]
  }
}
