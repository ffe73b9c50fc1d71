import Glibc

/// Where words go.
enum Report {
  /// Prints a line at once: a worker's answer, or a line of a report.
  static func answer(_ line: String) throws { try Files.writeAll(line + "\n", to: STDOUT_FILENO) }

  /// Tells the person at the terminal what goes on.
  static func note(_ line: String) { try? Files.writeAll("benchmarks: \(line)\n", to: STDERR_FILENO) }

  /// Others that work at the same time spread the figures, and hit whoever gives decoding a niceness hardest.
  static func warnOfLoad() {
    var loads = [0.0]
    guard getloadavg(&loads, 1) == 1, loads[0] > 0.5 else { return }
    note("other programs are busy (load \(loads[0].fixed(1))): ratios will spread")
  }
}

extension Double {
  /// With so many digits after the point.
  func fixed(_ digits: Int) -> String {
    guard isFinite else { return "-" }
    var scale = 1.0
    for _ in 0..<digits { scale *= 10 }
    let scaled = (magnitude * scale).rounded()
    guard scaled < 1e15 else { return "\(self)" }
    let whole = Int(scaled / scale)
    var text = "\(whole)"
    if digits > 0 {
      let rest = String(Int(scaled) - whole * Int(scale))
      text += "." + String(repeating: "0", count: digits - rest.count) + rest
    }
    return self < 0 && scaled > 0 ? "-" + text : text
  }

  /// With about four digits that tell something.
  var readable: String { fixed(magnitude >= 1000 ? 0 : magnitude >= 100 ? 1 : magnitude >= 10 ? 2 : 3) }
}
