/// The programs that take part in a benchmark.
enum Programs {
  /// This program as a worker: ours.
  static func worker(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(Files.programPath, ["worker"] + arguments)
  }

  /// The plain C program: the limit.
  static func limit(_ arguments: String...) throws -> ChildProcess {
    let path = Files.programFolder + "/media-limit"
    guard Files.exists(path) else {
      throw Failure("\(path) is not built: run `swift build -c release --product media-limit`")
    }
    return try ChildProcess(path, arguments)
  }
}
