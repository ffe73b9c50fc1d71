#if DiskCache
  import Glibc
  import LazyMedia
  import SeededRandom

  /// Two workers on one folder, of which one is killed at a random moment and started again, many times.
  struct KillRun {
    let directory: String
    let kills: Int
    let seed: UInt64
    let byteLimit: Int

    /// Prints one line of what was counted, and ends the program: with 0 if nothing was wrong.
    func run() -> Never {
      var generator = SeededGenerator(seed: seed)
      var counts: [String: Int] = [:]
      var faults: [String] = []
      var mostBytes = 0
      do {
        var workers = try (0..<2).map { _ in try WorkerProcess(self, seed: generator.next() >> 8) }
        for _ in 0..<kills {
          let victim = Int.random(in: 0..<2, using: &generator)
          // One in ten while it starts and opens, the others at work.
          if generator.happens(90) {
            try workers[victim].wait(lines: 1 + Int.random(in: 0...5, using: &generator))
          }
          usleep(UInt32.random(in: 0..<20_000, using: &generator))
          mostBytes = max(mostBytes, bytesOnDisk(in: directory))
          workers[victim].end(adding: &counts, &faults)
          workers[victim] = try WorkerProcess(self, seed: generator.next() >> 8)
        }
        for worker in workers.indices { workers[worker].end(adding: &counts, &faults) }
        let cache = try DiskCache(directory: directory, byteLimit: byteLimit)
        let found = try cache.verify(removingBad: false)
        if !found.isSound { faults.append("unsound=1 \(found)") }
        tell(
          "kills=\(kills) opens=\(counts["opened"] ?? 0) failed_opens=\(counts["unopened"] ?? 0) "
            + "operations=\(counts["operations"] ?? 0) hits=\(counts["hits"] ?? 0) "
            + "corrupt=\((counts["corrupt"] ?? 0) + (counts["unsound"] ?? 0)) damaged=\(counts["damaged"] ?? 0) "
            + "failed=\(counts["failed"] ?? 0) "
            + "entries=\(found.soundEntries) stray=\(found.strayFiles) most_bytes=\(mostBytes) limit=\(byteLimit)"
        )
      } catch { faults.append("\(error)") }
      for fault in faults { tell(fault) }
      exit(faults.isEmpty ? 0 : 1)
    }
  }

  /// Bytes of the blocks of all files in a folder and below, as `du` counts them.
  func bytesOnDisk(in path: String) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { return 0 }
    var count = Int(status.st_blocks) * 512
    guard status.st_mode & S_IFMT == S_IFDIR, let folder = opendir(path) else { return count }
    defer { closedir(folder) }
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { count += bytesOnDisk(in: "\(path)/\(name)") }
    }
    return count
  }
#endif
