/// The programs that take part in a benchmark.
enum Programs {
  /// This program as a worker: ours.
  static func worker(_ arguments: String...) throws -> ChildProcess {
    try ChildProcess(Files.programPath, ["worker"] + arguments)
  }

  /// The plain C program: the limit.
  static func limit(_ arguments: String...) throws -> ChildProcess { try neighbor("media-limit", arguments) }

  /// The program that uses a disk cache until it is killed.
  static func cacheWriter(_ arguments: String...) throws -> ChildProcess {
    try neighbor("CacheWriter", arguments)
  }

  private static func neighbor(_ name: String, _ arguments: [String]) throws -> ChildProcess {
    let path = Files.programFolder + "/\(name)"
    guard Files.exists(path) else {
      throw Failure("\(path) is not built: run `swift build -c release --product \(name)`")
    }
    return try ChildProcess(path, arguments)
  }
}
