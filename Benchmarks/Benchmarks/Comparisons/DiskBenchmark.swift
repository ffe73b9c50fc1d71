import Dispatch
import Glibc
import LazyMedia
import SeededRandom

#if DiskCache
  /// The disk cache alone: what a lookup, an insert and opening it take.
  struct DiskBenchmark {
    private static let manyEntries = 100_000
    private static let byteLimit = 4 << 30
    private static let limitOfTwo = 64 << 20

    let options: BenchmarkOptions

    private var folder: String { Files.programFolder + "/benchmark-disk.\(getpid())" }
    private var isQuick: Bool { options.rounds(orDefault: 10) == BenchmarkOptions.fewestRounds }

    func run() throws {
      if options.includes("open") { try measureOpening() }
      if options.includes("lookup") { try measureUse() }
      if options.includes("inline") { try compareInline() }
      if options.includes("limit") { try measureLimit() }
      if !options.printsJSON { try Report.answer("") }
    }

    // MARK: - Parts

    private func measureOpening() throws {
      try inFolder {
        do {
          let cache = try DiskCache(directory: folder, byteLimit: Self.byteLimit)
          let head = [UInt8](repeating: 1, count: 400)
          for index in 0..<Self.manyEntries {
            // One in ten in a file.
            let count = index.isMultiple(of: 10) ? 20_000 : 300
            try cache.insert(head: head, body: Self.body(count, seed: index), for: Self.key(index))
          }
        }
        var times = Sample()
        for _ in 0..<25 {
          let start = Measure.now
          let cache = try DiskCache(directory: folder, byteLimit: Self.byteLimit)
          times.append(Measure.now - start)
          guard try cache.info().entryCount == Self.manyEntries else { throw Failure("entries are missing") }
        }
        try tell("open, \(Self.manyEntries) entries", "ms", times, goal: 20)
      }
    }

    private func measureUse() throws {
      try inFolder {
        let cache = try DiskCache(directory: folder, byteLimit: Self.byteLimit)
        for kilobytes in [20, 130] {
          let name = "\(kilobytes) KB"
          let keys = (0..<1000).map { "\(name) \(Self.key($0))" }
          var inserts = Sample()
          for (index, key) in keys.enumerated() {
            let body = Self.body(kilobytes * 1000 + index, seed: index)
            let head = [UInt8](repeating: 1, count: 400)
            let start = Measure.now
            try cache.insert(head: head, body: body, for: key)
            inserts.append((Measure.now - start) * 1000)
          }
          try tell("insert of \(name)", "us", inserts)
          try tell("lookup, hit of \(name)", "us", try lookUp(keys, in: cache, finds: true))
          let alone = try throughput(1, keys, in: cache)
          let both = try throughput(2, keys, in: cache)
          try tell("lookups of \(name) a second, 1 thread", "1/s", alone)
          try tell("lookups of \(name) a second, 2 threads", "1/s", both)
        }
        try tell("lookup, miss", "us", try lookUp((0..<1000).map { "other \($0)" }, in: cache, finds: false))
      }
    }

    private func compareInline() throws {
      for kibibytes in [2, 4, 8, 16, 32, 64, 128, 256] {
        for isInline in [true, false] {
          try inFolder {
            let cache = try DiskCache(
              directory: folder, byteLimit: Self.byteLimit, inlineLimit: isInline ? .max : 0)
            let place = isInline ? "inline" : "file"
            let keys = (0..<500).map(Self.key)
            var inserts = Sample()
            for (index, key) in keys.enumerated() {
              let body = Self.body(kibibytes << 10, seed: index)
              let start = Measure.now
              try cache.insert(head: [UInt8](repeating: 1, count: 400), body: body, for: key)
              inserts.append((Measure.now - start) * 1000)
            }
            try tell("\(kibibytes) KiB, \(place), insert", "us", inserts)
            try tell("\(kibibytes) KiB, \(place), hit", "us", try lookUp(keys, in: cache, finds: true))
          }
        }
      }
    }

    /// Two processes that write ten times the limit, and read.
    private func measureLimit() throws {
      try inFolder {
        let workers = try (1...2).map {
          try Programs.cacheWriter("work", folder, "\($0)", "\(Self.limitOfTwo)")
        }
        var shares = Sample()
        let end = Measure.now + (isQuick ? 10_000 : 40_000)
        while Measure.now < end {
          usleep(20_000)
          shares.append(Double(Files.bytesOnDisk(in: folder)) / Double(Self.limitOfTwo))
        }
        // They go on until they are killed.
        withExtendedLifetime(workers) {}
        let passes = shares.maximum <= 1.05
        if options.printsJSON {
          try Report.answer(
            "{\"benchmark\":\"disk\",\"quantity\":\"bytes on disk of the limit, two processes\","
              + "\"median\":\(shares.median),\"max\":\(shares.maximum),\"goal\":\"<= 1.05\",\"passes\":\(passes)}"
          )
        } else {
          try Report.answer(
            "disk, two processes, bytes on disk of the limit of 64 MiB: median \(shares.median.fixed(3)), "
              + "most \(shares.maximum.fixed(3))  <= 1.05 \(passes ? "pass" : "MISS")")
        }
      }
    }

    // MARK: - Helpers of these

    private func inFolder(_ body: () throws -> Void) throws {
      Files.removeFolder(folder)
      defer { Files.removeFolder(folder) }
      try body()
    }

    private func lookUp(_ keys: [String], in cache: DiskCache, finds: Bool) throws -> Sample {
      var generator = SeededGenerator(seed: 1)
      var times = Sample()
      for _ in 0..<5 {
        for key in keys.shuffled(using: &generator) {
          let start = Measure.now
          let entry = try cache.entry(for: key)
          times.append((Measure.now - start) * 1000)
          guard (entry != nil) == finds else { throw Failure("\(key) is \(finds ? "missing" : "there")") }
        }
      }
      return times
    }

    private func throughput(_ threads: Int, _ keys: [String], in cache: DiskCache) throws -> Sample {
      var rates = Sample()
      for _ in 0..<5 {
        let start = Measure.now
        DispatchQueue.concurrentPerform(iterations: threads) { _ in
          for key in keys { _ = try? cache.entry(for: key) }
        }
        rates.append(Double(threads * keys.count) / (Measure.now - start) * 1000)
      }
      return rates
    }

    private static func key(_ index: Int) -> String {
      "https://cdn.example.com/ads/pictures/\(index).jpg?w=600"
    }

    /// Bytes that do not compress.
    private static func body(_ count: Int, seed: Int) -> MediaBody {
      var generator = SeededGenerator(seed: UInt64(seed))
      return MediaBody(byteCount: count) { bytes in
        for offset in stride(from: 0, to: count - 7, by: 8) {
          bytes.storeBytes(of: generator.next(), toByteOffset: offset, as: UInt64.self)
        }
      }
    }

    private func tell(_ quantity: String, _ unit: String, _ sample: Sample, goal: Double? = nil) throws {
      let (median, late) = (sample.median, sample.permille(990))
      if options.printsJSON {
        let verdict = goal.map { ",\"goal\":\"<= \($0)\",\"passes\":\(median <= $0)" } ?? ""
        try Report.answer(
          "{\"benchmark\":\"disk\",\"quantity\":\"\(quantity)\",\"unit\":\"\(unit)\",\"count\":\(sample.values.count),"
            + "\"median\":\(median),\"p99\":\(late),\"max\":\(sample.maximum)\(verdict)}")
      } else {
        let verdict = goal.map { "  <= \($0.readable) \(median <= $0 ? "pass" : "MISS")" } ?? ""
        try Report.answer(
          "disk, \(quantity): median \(median.readable) \(unit), p99 \(late.readable) \(unit)\(verdict)")
      }
    }
  }
#else
  /// The disk cache is not in this build.
  struct DiskBenchmark {
    let options: BenchmarkOptions

    func run() throws { throw Failure("built without the trait DiskCache") }
  }
#endif
