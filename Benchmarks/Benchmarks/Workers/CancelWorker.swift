import AllocationCount
import Glibc
import LazyMedia
import SeededRandom

/// Starts requests of a list and cancels each at a random moment: `worker cancel LIST COUNT`. Tells the time that took;
/// on a line on standard input, what is left.
enum CancelWorker {
  private static let mostAtOnce = 32

  static func run(_ arguments: [String]) async throws {
    guard arguments.count == 2, let count = Int(arguments[1]) else {
      throw Failure("usage: worker cancel LIST COUNT")
    }
    let requests = try FetchWorker.requests(in: arguments[0]).map { request in
      var request = request
      request.usesMemoryCache = false
      return request
    }
    let pipeline = FetchWorker.pipeline(connections: 6)
    // Threads, connections and what libraries make once are there before anything is counted.
    _ = try await FetchWorker.load(requests, with: pipeline)
    PixelBufferPool.shared.trim()
    let heap = allocation_count_bytes_in_use()
    let descriptors = Files.names(in: "/proc/self/fd").count

    let cpu = Measure.cpu
    let start = Measure.now
    let finished = startAndCancel(requests, count: count, with: pipeline)
    try Report.answer(
      "wall_ms=\(Measure.now - start) cpu_ms=\(Measure.cpu - cpu) finished=\(finished)")

    // By now the origin has nothing in flight.
    _ = readLine()
    PixelBufferPool.shared.trim()
    let heapGrowth = Int(allocation_count_bytes_in_use()) - Int(heap)
    let descriptorGrowth = Files.names(in: "/proc/self/fd").count - descriptors
    try Report.answer("heap_bytes=\(heapGrowth) descriptors=\(descriptorGrowth)")
  }

  /// Returns how many were finished before they were to be cancelled.
  private static func startAndCancel(
    _ requests: [MediaRequest], count: Int, with pipeline: MediaPipeline
  ) -> Int {
    var random = SeededGenerator(seed: 1)
    var running: [MediaTask] = []
    var finished = 0
    func cancelOne() {
      let task = running.remove(at: Int.random(in: running.indices, using: &random))
      task.cancel()
      if !task.isCancelled { finished += 1 }
    }
    for _ in 0..<count {
      running.append(pipeline.task(for: requests[Int.random(in: requests.indices, using: &random)]))
      if running.count == mostAtOnce || Bool.random(using: &random) { cancelOne() }
      // Requests, bodies and decodes are all to be met half-way.
      usleep(UInt32.random(in: 0..<400, using: &random))
    }
    while !running.isEmpty { cancelOne() }
    return finished
  }
}
