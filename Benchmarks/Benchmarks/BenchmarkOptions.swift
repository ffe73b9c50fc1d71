/// What to measure and how often.
struct BenchmarkOptions {
  enum Benchmark: String, CaseIterable {
    case decode, fetch, overlap, cancel, feed, allocations, memory, idle, disk, kill, warm
  }

  var benchmarks: [Benchmark] = []
  var printsJSON = false
  private var pairs: Int?
  private var only: String?

  static let fewestRounds = 5

  func rounds(orDefault rounds: Int) -> Int { pairs ?? rounds }

  /// Whether a case of a benchmark is to be measured.
  func includes(_ name: String) -> Bool { only.map { name.contains($0) } ?? true }

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      switch argument {
      case "all": benchmarks += Benchmark.allCases
      case "--json": printsJSON = true
      case "--quick": pairs = Self.fewestRounds
      case "--only":
        guard let text = rest.popFirst() else { throw UsageError("--only takes a part of a name") }
        only = text
      case "--pairs":
        guard let count = rest.popFirst().flatMap({ Int($0) }), count >= Self.fewestRounds else {
          throw UsageError("--pairs takes a number, at least \(Self.fewestRounds)")
        }
        pairs = count
      default:
        guard let benchmark = Benchmark(rawValue: argument) else {
          throw UsageError("unknown word \(argument)")
        }
        benchmarks.append(benchmark)
      }
    }
    guard !benchmarks.isEmpty else { throw UsageError("which benchmark?") }
  }
}

/// A call that is not understood.
struct UsageError: Error {
  let message: String

  init(_ message: String) { self.message = message }
}
