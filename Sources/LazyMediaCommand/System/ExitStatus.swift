/// What the command ends with.
struct ExitStatus: Equatable, Sendable {
  var code: Int32

  /// All sources loaded.
  static let success = ExitStatus(code: 0)
  /// At least one source failed.
  static let someFailed = ExitStatus(code: 1)
  /// The arguments were wrong (EX_USAGE of sysexits.h).
  static let usage = ExitStatus(code: 64)
  /// Who read standard output went away: what a shell reports of a program that SIGPIPE ended.
  static let brokenPipe = ExitStatus(code: 141)

  /// Ended by a signal: what a shell reports of a program that it ended. 130 for Ctrl-C.
  static func interrupted(by signal: Int32) -> ExitStatus { ExitStatus(code: 128 + signal) }
}
