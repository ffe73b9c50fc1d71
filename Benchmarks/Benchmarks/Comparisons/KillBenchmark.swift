import Glibc

/// Two processes that work on one disk cache, of which one is killed at a random moment and started again, a thousand
/// times: how often the cache could not be opened, and how often something else was read than was stored.
struct KillBenchmark {
  /// In one run of the program that kills; an answer is waited for only so long.
  private static let killsPerRun = 100
  private static let counts = [
    "kills", "opens", "operations", "hits", "failed_opens", "corrupt", "damaged", "failed",
  ]

  let options: BenchmarkOptions

  func run() throws {
    let folder = Files.programFolder + "/benchmark-kill.\(getpid())"
    defer { Files.removeFolder(folder) }
    var sums: [String: Int] = [:]
    // Fewer than the usual rounds mean --quick.
    let runs = options.rounds(orDefault: 10) == BenchmarkOptions.fewestRounds ? 1 : 10
    for seed in 1...runs {
      let process = try Programs.cacheWriter("kill", folder, "\(Self.killsPerRun)", "\(seed)")
      let result = try process.readResult()
      for name in Self.counts { sums[name, default: 0] += Int(try result.number(name)) }
      try process.finish()
    }
    let bad = Self.counts[4...].reduce(0) { $0 + (sums[$1] ?? 0) }
    if options.printsJSON {
      let fields = Self.counts.map { "\"\($0)\":\(sums[$0] ?? 0)" }.joined(separator: ",")
      try Report.answer("{\"benchmark\":\"kill\",\(fields),\"passes\":\(bad == 0)}")
    } else {
      try Report.answer(
        """
        kill, \(sums["kills"] ?? 0) kills of one of two processes at random moments
          \(sums["operations"] ?? 0) operations, \(sums["hits"] ?? 0) of them hits, by \(sums["opens"] ?? 0) processes
          failed opens \(sums["failed_opens"] ?? 0), corrupt reads \(sums["corrupt"] ?? 0), damaged entries \
        \(sums["damaged"] ?? 0), failed operations \(sums["failed"] ?? 0)  = 0 \(bad == 0 ? "pass" : "MISS")

        """)
    }
  }
}
