#if DiskCache
  import Glibc
  import OriginServer
  import SeededRandom

  /// A worker that is killed at a random moment and started again, many times over one queue, and then one that delivers
  /// what is left.
  struct KillRun {
    let directory: String
    let kills: Int
    let seed: UInt64

    /// Hits that a worker may have in flight, so many may be sent twice for each kill.
    private static let inFlight = 8

    /// Prints one line of what was counted, and ends the program: with 0 if nothing was wrong.
    func run() -> Never {
      var generator = SeededGenerator(seed: seed)
      var faults: [String] = []
      do {
        let receipts = Receipts()
        let origin = try OriginServer()
        origin.route("/hit") { receipts.take($0) }
        let url = origin.url("/hit")
        var told: [String] = []
        var opens = 0
        for run in 0..<kills {
          var worker = try WorkerProcess(["work", directory, url, String(run)])
          // One in ten while it starts and opens, the others at work.
          if generator.happens(90) { try worker.wait(lines: 1 + Int.random(in: 0...60, using: &generator)) }
          usleep(UInt32.random(in: 0..<30_000, using: &generator))
          let end = worker.end()
          opens += end.lines.contains("opened") ? 1 : 0
          told += end.lines.compactMap { $0.hasPrefix("told ") ? String($0.dropFirst(5)) : nil }
          if end.signal != SIGKILL { faults.append("run \(run) ended by itself: \(end.lines.last ?? "")") }
        }
        var last = try WorkerProcess(["drain", directory, url])
        try last.wait(lines: 2, milliseconds: 120_000)
        // It is on its way out.
        usleep(200_000)
        let end = last.end()
        if end.lines.last != "drained" { faults.append("the last run: \(end.lines.last ?? "")") }
        let ids = receipts.ids
        let lost = told.filter { ids[$0] == nil }
        let duplicates = ids.values.reduce(0) { $0 + $1.count - 1 }
        let others = ids.values.count { Set($0).count != 1 || $0.contains("") }
        let bound = Self.inFlight * kills
        tell(
          "kills=\(kills) opens=\(opens) told=\(told.count) delivered=\(ids.count) "
            + "untold=\(Set(ids.keys).subtracting(told).count) lost=\(lost.count) duplicates=\(duplicates) "
            + "bound=\(bound) other_ids=\(others)")
        if !lost.isEmpty { faults.append("lost: \(lost.prefix(5))") }
        if duplicates > bound { faults.append("more duplicates than may be") }
        if others > 0 { faults.append("a duplicate has another id") }
      } catch { faults.append("\(error)") }
      for fault in faults { tell(fault) }
      exit(faults.isEmpty ? 0 : 1)
    }
  }
#endif
