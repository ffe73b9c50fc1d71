/// The memory cache: what a lookup costs, and how much of what a program asks for it has, beside other orders of
/// eviction.
struct MemoryBenchmark {
  private static let mostNanoseconds = (one: 150.0, two: 200.0)

  let options: BenchmarkOptions

  func run() throws {
    let worker = try Programs.worker("memory")
    let result = try worker.readResult()
    try worker.finish()
    if !options.printsJSON {
      try Report.answer("memory cache, lookups of 10,000 pictures, URLs of 120 characters")
    }
    try print(
      "one thread", "ns", try result.number("one_ns"), most: Self.mostNanoseconds.one)
    try print(
      "two threads at once, each", "ns", try result.number("two_ns"), most: Self.mostNanoseconds.two)
    try print("one thread, URLs in memory of their own", "ns", try result.number("equal_ns"), most: nil)
    try print(
      "allocations per hit", "", try result.number("allocations") / result.number("lookups"), most: 0)
    try printHitRatios()
  }

  private func print(_ name: String, _ unit: String, _ value: Double, most: Double?) throws {
    if options.printsJSON {
      let verdict = most.map { ",\"goal\":\"<= \($0)\",\"passes\":\(value <= $0)" } ?? ""
      try Report.answer(
        "{\"benchmark\":\"memory\",\"quantity\":\"\(name)\",\"unit\":\"\(unit)\",\"median\":\(value)"
          + "\(verdict)}")
    } else {
      let amount = unit.isEmpty ? value.readable : "\(value.fixed(0)) \(unit)"
      let verdict = most.map { "  <= \($0.fixed(0)) \(value <= $0 ? "pass" : "MISS")" } ?? ""
      try Report.answer("  \(name): \(amount)\(verdict)")
    }
  }

  private func printHitRatios() throws {
    let names = ["ours", "LRU", "SIEVE"]
    if !options.printsJSON {
      try Report.answer(
        "\nmemory cache, hits in percent".padded(to: 34) + names.map { $0.padded(to: 8) }.joined())
    }
    for trace in CacheTrace.all() where options.includes(trace.name) {
      let ratios = [
        Self.hitRatio(OurCache.self, trace), Self.hitRatio(LRU.self, trace), Self.hitRatio(SIEVE.self, trace),
      ]
      if options.printsJSON {
        let values = zip(names, ratios).map { "\"\($0)\":\($1)" }.joined(separator: ",")
        try Report.answer(
          "{\"benchmark\":\"memory\",\"quantity\":\"hit ratio\",\"trace\":\"\(trace.name)\",\(values)}")
      } else {
        let cells = ratios.map { ($0 * 100).fixed(1).padded(to: 8) }.joined()
        try Report.answer("  \(trace.name)".padded(to: 33) + cells)
      }
    }
    if !options.printsJSON { try Report.answer("") }
  }

  private static func hitRatio(_ policy: (some CachePolicyModel).Type, _ trace: CacheTrace) -> Double {
    var model = policy.init(limit: trace.limit)
    var hits = 0
    for access in trace.accesses where model.access(access.key, cost: access.cost) { hits += 1 }
    return Double(hits) / Double(trace.accesses.count)
  }
}

extension String {
  fileprivate func padded(to width: Int) -> String {
    self + String(repeating: " ", count: max(0, width - count))
  }
}
