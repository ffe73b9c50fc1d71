import LazyMedia
import Locking
import Testing

@Suite(.timeLimit(.minutes(2))) struct BackgroundThreadsTests {
  private final class Work: BackgroundWork {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    func run() { body() }
  }

  @Test func everySubmittedWorkRunsOnce() async {
    let threads = BackgroundThreads(count: 2)
    let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
    let works = (0..<200).map { index in Work { continuation.yield(index) } }
    for work in works { threads.submit(work, priority: .normal) }
    var seen: [Int] = []
    for await index in stream {
      seen.append(index)
      if seen.count == 200 { break }
    }
    #expect(seen.sorted() == Array(0..<200))
  }

  @Test func oneThreadRunsTheMostUrgentWorkFirst() async {
    let threads = BackgroundThreads(count: 1)
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let gate = Lock(())
    let (started, start) = AsyncStream.makeStream(of: Void.self)
    let blocker = Work {
      start.yield()
      gate.withLock { _ in }
    }
    let works = [
      ("low", MediaPriority.low), ("high", .high), ("normal", .normal),
    ].map { name, priority in (Work { continuation.yield(name) }, priority) }
    // The only thread is held while the queue fills: this test holds the gate on a thread of its own.
    await withCheckedContinuation { (ready: CheckedContinuation<Void, Never>) in
      gate.withLock { _ in
        threads.submit(blocker, priority: .normal)
        for (work, priority) in works { threads.submit(work, priority: priority) }
      }
      ready.resume()
    }
    for await _ in started { break }
    var order: [String] = []
    for await name in stream {
      order.append(name)
      if order.count == 3 { break }
    }
    #expect(order == ["high", "normal", "low"])
  }

  @Test func workSubmittedWhenTheExecutorIsGoneDoesNotKeepItAlive() {
    weak var gone: BackgroundThreads?
    do {
      let threads = BackgroundThreads(count: 2)
      gone = threads
      threads.submit(Work {}, priority: .normal)
    }
    #expect(gone == nil)
  }
}
