import Glibc

/// Standard output and standard error, with a progress line at the end of the latter that other lines never meet.
/// For one thread at a time.
struct Console {
  private let output: FileWriter
  private let errors: FileWriter
  private let errorTerminal: Terminal
  private let hasColor: (output: Bool, errors: Bool)
  private let isUnicode: Bool
  private var hasProgressLine = false
  /// Whether a progress line is drawn at all.
  let showsProgress: Bool
  /// Why standard output takes nothing any more.
  private(set) var outputFailure: SystemError?

  init(progress: ProgressMode, output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO) {
    self.output = FileWriter(descriptor: output)
    self.errors = FileWriter(descriptor: errors)
    errorTerminal = Terminal(descriptor: errors)
    hasColor = (Terminal(descriptor: output).hasColor, errorTerminal.hasColor)
    isUnicode = Terminal.takesUTF8
    showsProgress =
      switch progress {
      case .auto: errorTerminal.isTerminal
      case .always: true
      case .never: false
      }
  }

  /// Writes a line to standard output, in one piece: lines of processes that share it do not mix.
  mutating func print(_ line: [UInt8]) {
    guard outputFailure == nil else { return }
    clearProgress()
    do throws(SystemError) { try output.write(line + [0x0A]) } catch { outputFailure = error }
  }

  /// Writes a line to standard output; its first word is colored on a terminal.
  mutating func print(_ line: String, color: Color? = nil) {
    print(Array(hasColor.output ? Self.colored(line, color).utf8 : line.utf8))
  }

  /// Writes a line to standard error, the command's name before it.
  mutating func complain(_ line: String, color: Color? = .red) {
    clearProgress()
    let text = "lazymedia: \(line)\n"
    // There is nowhere left to tell that standard error takes nothing.
    try? errors.write(Array((hasColor.errors ? Self.colored(text, color) : text).utf8))
  }

  /// Writes lines to standard error as they are.
  mutating func note(_ lines: [UInt8]) {
    clearProgress()
    try? errors.write(lines + [0x0A])
  }

  /// What the command ends with: `status`, unless standard output failed.
  mutating func status(after status: ExitStatus) -> ExitStatus {
    guard let outputFailure else { return status }
    if outputFailure.code == EPIPE { return .brokenPipe }
    complain("cannot write to standard output: \(outputFailure)")
    return .someFailed
  }

  /// Draws the progress line, in the place of the one before.
  mutating func draw(_ progress: Progress) {
    guard showsProgress else { return }
    let line = ProgressBar.line(progress, columns: errorTerminal.columns, isUnicode: isUnicode)
    try? errors.write(Array("\r\(line)\u{1B}[K".utf8))
    hasProgressLine = true
  }

  /// Takes the progress line away.
  mutating func clearProgress() {
    guard hasProgressLine else { return }
    try? errors.write(Array("\r\u{1B}[K".utf8))
    hasProgressLine = false
  }

  /// Ends with a line of what was done, where progress was shown.
  mutating func conclude(_ progress: Progress, isInterrupted: Bool) {
    guard showsProgress else { return }
    clearProgress()
    let words = [
      isInterrupted ? "interrupted" : nil, "\(progress.loaded) loaded",
      progress.failed > 0 ? "\(progress.failed) failed" : nil,
      "\(Text.bytes(progress.bytes)) in \(Text.time(progress.elapsed))",
    ]
    try? errors.write(Array((words.compactMap(\.self).joined(separator: ", ") + "\n").utf8))
  }

  /// Colors by their number in the control sequences of ECMA-48 (section 8.3.117).
  enum Color: Int {
    case red = 31, green, yellow
  }

  private static func colored(_ line: String, _ color: Color?) -> String {
    guard let color, let end = line.firstIndex(of: " ") else { return line }
    return "\u{1B}[\(color.rawValue)m\(line[..<end])\u{1B}[m\(line[end...])"
  }
}
