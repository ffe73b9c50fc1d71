import Dispatch
import Glibc

@main
struct BenchmarksMain {
  static func main() {
    let arguments = Array(CommandLine.arguments.dropFirst())
    do {
      if arguments.first == "worker" {
        try work(Array(arguments.dropFirst()))
      } else if arguments.contains("--help") || arguments.contains("-h") {
        try Report.answer(help)
      } else {
        try compare(BenchmarkOptions(arguments))
      }
    } catch {
      end(with: error)
    }
  }

  private static func end(with error: any Error) -> Never {
    if let error = error as? UsageError {
      Report.note("\(error.message)\n\n\(help)")
      exit(64)
    }
    Report.note("\(error)")
    exit(1)
  }

  private static func compare(_ options: BenchmarkOptions) throws {
    // A worker that died is told by its name, not by the death of this program.
    signal(SIGPIPE, SIG_IGN)
    Report.warnOfLoad()
    let pictures = try PictureSet()
    for benchmark in options.benchmarks {
      switch benchmark {
      case .decode: try DecodeBenchmark(options: options, pictures: pictures).run()
      case .fetch: try FetchBenchmark(options: options, pictures: pictures).run()
      case .overlap: try OverlapBenchmark(options: options, pictures: pictures).run()
      case .cancel: try CancelBenchmark(options: options, pictures: pictures).run()
      case .feed: try FeedBenchmark(options: options, pictures: pictures).run()
      case .allocations: try AllocationsBenchmark(options: options, pictures: pictures).run()
      case .memory: try MemoryBenchmark(options: options).run()
      case .idle: try IdleBenchmark(options: options, pictures: pictures).run()
      case .disk: try DiskBenchmark(options: options).run()
      case .kill: try KillBenchmark(options: options).run()
      case .warm: try WarmBenchmark(options: options, pictures: pictures).run()
      }
    }
  }

  /// This program started by itself, as one of the parties of a benchmark.
  private static func work(_ arguments: [String]) throws {
    let rest = Array(arguments.dropFirst())
    switch arguments.first {
    case "decode": try DecodeWorker.run()
    case "origin": try OriginWorker.run(rest)
    case "fetch": wait { try await FetchWorker.run(rest) }
    case "warm": wait { try await WarmWorker.run(rest) }
    case "overlap": wait { try await OverlapWorker.run(rest) }
    case "cancel": wait { try await CancelWorker.run(rest) }
    case "feed": try MainActor.assumeIsolated { try FeedWorker.run(rest) }
    case "virtual-feed": try MainActor.assumeIsolated { try VirtualFeedWorker.run(rest) }
    case "allocations": wait { try await AllocationsWorker.run(rest) }
    case "memory": try MemoryWorker.run()
    case "idle": try IdleWorker.run(rest)
    default: throw UsageError("unknown worker")
    }
  }

  /// Runs `body` to its end. An asynchronous `main` would start threads in workers that need none.
  static func wait(_ body: @escaping @Sendable () async throws -> Void) {
    let isDone = DispatchSemaphore(value: 0)
    Task.detached {
      do { try await body() } catch { end(with: error) }
      isDone.signal()
    }
    isDone.wait()
  }
}
