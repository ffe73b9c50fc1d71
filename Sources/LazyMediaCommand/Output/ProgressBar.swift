/// How far a run has come.
struct Progress: Equatable, Sendable {
  /// Sources in all; `nil` while they are still being read.
  var total: Int?
  var loaded = 0
  var failed = 0
  var running = 0
  /// Bytes received.
  var bytes = 0
  /// How much of the running sources is done, each counting from 0 to 1.
  var runningShare = 0.0
  /// Since the start.
  var elapsed = Duration.zero

  /// Sources that are done.
  var done: Int { loaded + failed }
}

/// Draws progress as one line of text. Pure.
enum ProgressBar {
  /// The line, at most `columns - 1` characters long, so that no terminal wraps it.
  static func line(_ progress: Progress, columns: Int, isUnicode: Bool) -> String {
    let room = max(0, columns - 1)
    var details = counts(progress)
    if progress.failed > 0 { details += "  \(progress.failed) failed" }
    let short = details
    details += "  \(Text.bytes(progress.bytes))"
    let seconds = progress.elapsed / .seconds(1)
    if seconds >= 0.5 { details += "  \(Text.bytes(Int(Double(progress.bytes) / seconds)))/s" }
    details += "  " + remaining(progress)
    if let total = progress.total, total > 0 {
      let share = min(1, (Double(progress.done) + progress.runningShare) / Double(total))
      let width = min(32, room - details.count - 2)
      if width >= 8 { return bar(share, width: width, isUnicode: isUnicode) + "  " + details }
    }
    return String((details.count <= room ? details : short).prefix(room))
  }

  private static func counts(_ progress: Progress) -> String {
    guard let total = progress.total else { return "\(progress.done) done, \(progress.running) under way" }
    let digits = String(total).count
    return Text.leftPadded(String(progress.done), to: digits) + "/\(total)"
  }

  /// The time that is left, if it is known, else the time that has passed.
  private static func remaining(_ progress: Progress) -> String {
    let seconds = progress.elapsed / .seconds(1)
    if let total = progress.total, progress.done > 0, seconds >= 2 {
      let share = (Double(progress.done) + progress.runningShare) / Double(total)
      if share < 1 { return Text.clock(seconds: Int((seconds / share - seconds).rounded(.up))) + " left" }
    }
    return Text.clock(seconds: Int(seconds))
  }

  /// A bar; with block elements it moves in eighths of a character.
  private static func bar(_ share: Double, width: Int, isUnicode: Bool) -> String {
    guard isUnicode else {
      let inner = width - 2
      let full = Int(share * Double(inner))
      return "[" + String(repeating: "#", count: full) + String(repeating: ".", count: inner - full) + "]"
    }
    let eighths = Int(share * Double(width * 8))
    let parts: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
    var text = String(repeating: "█", count: eighths / 8)
    if eighths % 8 > 0 { text.append(parts[eighths % 8 - 1]) }
    return text + String(repeating: "░", count: width - text.count)
  }
}
