import Dispatch
import Locking
import Testing

@Suite struct LockTests {
  private final class Counter: Sendable {
    let lock = Lock(0)
  }

  @Test func everyIncrementOfFourThreadsIsCounted() {
    let counter = Counter()
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<10_000 { counter.lock.withLock { $0 += 1 } }
    }
    #expect(counter.lock.withLock { $0 } == 40_000)
  }
}
