import Glibc

/// A pipeline that has nothing to do: its threads are not to wake up.
struct IdleBenchmark {
  let options: BenchmarkOptions
  let pictures: PictureSet

  func run() throws {
    let origin = try OriginProcess(pictures)
    let list = pictures.folder + ".list.\(getpid())"
    try pictures.writeList(origin: origin.url, to: list)
    defer { unlink(list) }
    let worker = try Programs.worker("idle", list)
    _ = try worker.readResult()
    // What the last pictures left behind, such as connections that close, comes to rest first.
    sleep(1)
    let seconds: UInt32 = 10
    let before = try wakeUps(of: worker)
    sleep(seconds)
    let after = try wakeUps(of: worker)
    try worker.finish()
    try origin.finish()
    // A thread that ended or began meanwhile counts too.
    let count = Set(before.keys).union(after.keys).reduce(0) { sum, thread in
      sum + abs((after[thread] ?? 0) - (before[thread] ?? 0))
    }
    let verdict = count == 0
    if options.printsJSON {
      try Report.answer(
        "{\"benchmark\":\"idle\",\"seconds\":\(seconds),\"threads\":\(after.count),\"wakeUps\":\(count),"
          + "\"goal\":\"0\",\"passes\":\(verdict)}")
    } else {
      try Report.answer(
        "idle, \(after.count) threads: \(count) wake-ups in \(seconds) s   goal 0 \(verdict ? "pass" : "MISS")\n"
      )
    }
  }

  /// Context switches of each thread so far, by thread.
  private func wakeUps(of process: ChildProcess) throws -> [String: Int] {
    let folder = "/proc/\(process.identifier)/task"
    var counts: [String: Int] = [:]
    for thread in Files.names(in: folder) {
      for line in Files.lines(of: "\(folder)/\(thread)/status") {
        guard line.contains("ctxt_switches") else { continue }
        counts[thread, default: 0] +=
          line.split(whereSeparator: { $0 == "\t" || $0 == " " }).last.flatMap { Int($0) } ?? 0
      }
    }
    guard !counts.isEmpty else { throw Failure("the threads of \(process.name) cannot be read") }
    return counts
  }
}
