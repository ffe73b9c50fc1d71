import AllocationCount
import Glibc
import LazyMedia
import MediaCodecs
import SeededRandom

/// Looks pictures up in a memory cache that has 10,000, in random order, from one thread and then from two at once:
/// `worker memory`. URLs have 120 characters; requests are made before, and are those that filled the cache, as those of
/// a list are. Then with others that are equal, whose URLs have memory of their own and so must be read to be compared.
enum MemoryWorker {
  private static let entries = 10_000
  /// Lookups that one reading of the clock is for.
  private static let batch = 100
  private static let batches = 5_000

  static func run() throws {
    let cache = MemoryCache(byteLimit: 1 << 30)
    var configuration = MediaPipelineConfiguration()
    configuration.memoryCache = cache
    let pipeline = MediaPipeline(configuration: configuration)
    let requests = requests()
    for request in requests {
      guard let picture = OurCache.picture(PixelSize(width: 8, height: 8)) else { throw Failure("no memory") }
      cache.insert(picture, for: request)
    }
    guard cache.count == entries else { throw Failure("the cache has \(cache.count) pictures") }

    let alone = Looker(pipeline, requests, seed: 1)
    alone.run(batches: batches / 10)
    allocation_count_start()
    alone.run(batches: batches / 10)
    let allocations = allocation_count_stop().allocations
    alone.run(batches: batches)
    let equal = Looker(pipeline, Self.requests(), seed: 1)
    equal.run(batches: batches / 10)
    equal.run(batches: batches)
    let together = [Looker(pipeline, requests, seed: 2), Looker(pipeline, requests, seed: 3)]
    for looker in together { looker.run(batches: batches / 10) }
    try runAtOnce(together)
    guard ([alone, equal] + together).allSatisfy({ $0.misses == 0 }) else {
      throw Failure("lookups found nothing")
    }
    try Report.answer(
      "one_ns=\(Sample(alone.nanoseconds).median) equal_ns=\(Sample(equal.nanoseconds).median)"
        + " two_ns=\(Sample(together.flatMap(\.nanoseconds)).median)"
        + " allocations=\(allocations) lookups=\(batches / 10 * batch)")
  }

  private static func requests() -> [MediaRequest] {
    (0..<entries).map { index in
      let name = "https://images.origin.example/v2/feeds/0123456789abcdef/posts/\(100_000_000 + index)/media/"
      let query = "large.jpg?width=600&quality=80&signature="
      return MediaRequest(
        url: name + query + String(repeating: "f", count: 120 - name.utf8.count - query.utf8.count))
    }
  }

  private static func runAtOnce(_ lookers: [Looker]) throws {
    let barrier = UnsafeMutablePointer<pthread_barrier_t>.allocate(capacity: 1)
    pthread_barrier_init(barrier, nil, UInt32(lookers.count))
    var threads: [pthread_t] = []
    for looker in lookers {
      looker.barrier = barrier
      var thread = pthread_t()
      let code = pthread_create(
        &thread, nil,
        { context in
          guard let context else { return nil }
          let looker = Unmanaged<Looker>.fromOpaque(context).takeUnretainedValue()
          if let barrier = looker.barrier { pthread_barrier_wait(barrier) }
          looker.run(batches: MemoryWorker.batches)
          return nil
        }, Unmanaged.passUnretained(looker).toOpaque())
      guard code == 0 else { throw Failure("cannot begin a thread") }
      threads.append(thread)
    }
    for thread in threads { pthread_join(thread, nil) }
    pthread_barrier_destroy(barrier)
    barrier.deallocate()
  }

  /// One thread's lookups.
  private final class Looker {
    let pipeline: MediaPipeline
    let requests: [MediaRequest]
    let order: [Int]
    var barrier: UnsafeMutablePointer<pthread_barrier_t>?
    /// For one lookup, of each batch.
    private(set) var nanoseconds: [Double] = []
    private(set) var misses = 0
    private var next = 0

    init(_ pipeline: MediaPipeline, _ requests: [MediaRequest], seed: UInt64) {
      self.pipeline = pipeline
      self.requests = requests
      var random = SeededGenerator(seed: seed)
      order = requests.indices.shuffled(using: &random)
      nanoseconds.reserveCapacity(MemoryWorker.batches * 2)
    }

    func run(batches: Int) {
      nanoseconds.removeAll(keepingCapacity: true)
      let (pipeline, order) = (pipeline, order)
      var found = 0
      // Borrowed: a copy of a request would cost more than its lookup.
      requests.withUnsafeBufferPointer { requests in
        for _ in 0..<batches {
          let start = Measure.now
          for _ in 0..<MemoryWorker.batch {
            if pipeline.cachedImage(for: requests[order[next]]) != nil { found += 1 }
            next += 1
            if next == order.count { next = 0 }
          }
          nanoseconds.append((Measure.now - start) * 1e6 / Double(MemoryWorker.batch))
        }
      }
      misses += batches * MemoryWorker.batch - found
    }
  }
}
