import Glibc

/// A pipeline that has nothing to do: its threads are not to wake up.
struct IdleBenchmark {
  private static let seconds: UInt32 = 10
  /// libdispatch lets its threads go after five idle seconds.
  private static let settlingSeconds: UInt32 = 7

  private static let kinds = [
    (kind: "main-loop", name: "a pipeline under MainLoop", goal: Int?(0)),
    // libdispatch, under Swift's tasks, looks at its thread pool once a second in any program that uses it.
    (kind: "tasks", name: "a pipeline under Swift tasks", goal: nil),
    (kind: "bare", name: "Swift tasks without a pipeline", goal: nil),
  ]

  let options: BenchmarkOptions
  let pictures: PictureSet

  func run() throws {
    let origin = try OriginProcess(pictures)
    let list = pictures.folder + ".list.\(getpid())"
    try pictures.writeList(origin: origin.url, to: list)
    defer { unlink(list) }
    let workers = try Self.kinds.map { try Programs.worker("idle", $0.kind, list) }
    for worker in workers { _ = try worker.readResult() }
    // All at once: what they do not do does not disturb.
    sleep(Self.settlingSeconds)
    let before = try workers.map(wakeUps)
    sleep(Self.seconds)
    let after = try workers.map(wakeUps)
    for worker in workers { try worker.finish() }
    try origin.finish()
    for (index, (_, name, goal)) in Self.kinds.enumerated() {
      try print(name, Self.difference(before[index], after[index]), threads: after[index].count, goal: goal)
    }
    if !options.printsJSON { try Report.answer("") }
  }

  private func print(_ name: String, _ count: Int, threads: Int, goal: Int?) throws {
    if options.printsJSON {
      let verdict = goal.map { ",\"goal\":\"<= \($0)\",\"passes\":\(count <= $0)" } ?? ""
      try Report.answer(
        "{\"benchmark\":\"idle\",\"quantity\":\"\(name)\",\"seconds\":\(Self.seconds),\"threads\":\(threads),"
          + "\"wakeUps\":\(count)\(verdict)}")
    } else {
      let verdict = goal.map { "  <= \($0) \(count <= $0 ? "pass" : "MISS")" } ?? ""
      try Report.answer(
        "idle, \(name), \(threads) threads: \(count) wake-ups in \(Self.seconds) s\(verdict)")
    }
  }

  /// Wake-ups between two looks; a thread that came or went in between counts once.
  private static func difference(_ before: [String: Int], _ after: [String: Int]) -> Int {
    Set(before.keys).union(after.keys).reduce(0) { sum, thread in
      guard let first = before[thread], let last = after[thread] else { return sum + 1 }
      return sum + last - first
    }
  }

  /// Context switches of each thread so far, voluntary or not, by thread.
  private func wakeUps(of process: ChildProcess) throws -> [String: Int] {
    let folder = "/proc/\(process.identifier)/task"
    var counts: [String: Int] = [:]
    for thread in Files.names(in: folder) {
      for line in Files.lines(of: "\(folder)/\(thread)/status") where line.contains("ctxt_switches") {
        let number = line.split(whereSeparator: { $0 == "\t" || $0 == " " }).last
        counts[thread, default: 0] += number.flatMap { Int($0) } ?? 0
      }
    }
    guard !counts.isEmpty else { throw Failure("the threads of \(process.name) cannot be read") }
    return counts
  }
}
