import Dispatch
import LazyMedia
import Locking
import Testing

@Suite(.timeLimit(.minutes(2))) struct BackgroundThreadsTests {
  private final class Work: BackgroundWork {
    let isSmall: Bool
    private let body: @Sendable () -> Void

    init(isSmall: Bool = false, _ body: @escaping @Sendable () -> Void) {
      self.isSmall = isSmall
      self.body = body
    }

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

  /// Holds work that runs until it is let go.
  private final class Gate: Sendable {
    private let started = AsyncStream.makeStream(of: Void.self)
    private let isOpen = DispatchSemaphore(value: 0)

    var work: Work {
      Work { [self] in
        started.continuation.yield()
        isOpen.wait()
      }
    }
    func waitUntilHeld() async { for await _ in started.stream { break } }
    func open() { isOpen.signal() }
  }

  @Test func smallWorkDoesNotWaitWhereEveryThreadIsBusyWithLargeWork() async {
    let threads = BackgroundThreads(count: 2)
    let gates = [Gate(), Gate()]
    for gate in gates {
      threads.submit(gate.work, priority: .veryHigh)
      await gate.waitUntilHeld()
    }
    #expect(threads.startedThreads == 2)
    let (stream, continuation) = AsyncStream.makeStream(of: String.self)
    let large = Work { continuation.yield("large") }
    let small = (0..<3).map { index in Work(isSmall: true) { continuation.yield("small \(index)") } }
    threads.submit(large, priority: .veryHigh)
    for work in small { threads.submit(work, priority: .normal) }
    var order: [String] = []
    for await name in stream {
      order.append(name)
      if order.count == 3 { gates[0].open() }
      if order.count == 4 { break }
    }
    #expect(order == ["small 0", "small 1", "small 2", "large"])
    #expect(threads.startedThreads == 3)
    gates[1].open()
  }

  @Test func smallWorkIsServedWhereALaterLargeOneTookTheThreadThatWasWokenForIt() async {
    // However the threads come to run, small work ends while the large one is held.
    for _ in 0..<50 {
      let threads = BackgroundThreads(count: 1)
      let gate = Gate()
      let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
      threads.submit(Work(isSmall: true) { continuation.yield() }, priority: .low)
      threads.submit(gate.work, priority: .veryHigh)
      for await _ in stream { break }
      gate.open()
    }
  }

  @Test func largeWorkAloneStartsNoThreadForSmallWork() async {
    let threads = BackgroundThreads(count: 1)
    let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
    for _ in 0..<20 { threads.submit(Work { continuation.yield() }, priority: .high) }
    var count = 0
    for await _ in stream {
      count += 1
      if count == 20 { break }
    }
    #expect(threads.startedThreads == 1)
  }
}
