import SeededRandom
import Testing

@testable import MediaTransport

@Suite struct DeadlineHeapTests {
  private func at(_ nanoseconds: Int64) -> MonotonicTime { MonotonicTime(nanoseconds: nanoseconds) }

  @Test func earliestDeadlineComesFirst() {
    var heap = DeadlineHeap()
    for (owner, time) in [5, 3, 9, 1, 7].enumerated() { heap.set(at(Int64(time)), for: owner) }
    #expect(heap.earliest == at(1))
    var order: [Int] = []
    while let owner = heap.popExpired(at: at(100)) { order.append(owner) }
    #expect(order == [3, 1, 0, 4, 2])
    #expect(heap.isEmpty)
  }

  @Test func nothingExpiresBeforeItsTime() {
    var heap = DeadlineHeap()
    heap.set(at(10), for: 0)
    #expect(heap.popExpired(at: at(9)) == nil)
    #expect(heap.popExpired(at: at(10)) == 0)
  }

  @Test func ownerHasOneDeadlineAtMost() {
    var heap = DeadlineHeap()
    heap.set(at(10), for: 4)
    heap.set(at(30), for: 4)
    heap.set(at(20), for: 2)
    #expect(heap.count == 2)
    #expect(heap.earliest == at(20))
    heap.set(at(5), for: 4)
    #expect(heap.popExpired(at: at(6)) == 4)
    heap.remove(2)
    heap.remove(2)
    heap.remove(77)
    #expect(heap.isEmpty)
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func agreesWithSortingWhateverIsSetAndRemoved(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var heap = DeadlineHeap()
    var model: [Int: Int64] = [:]
    for _ in 0..<2_000 {
      let owner = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0:
        heap.remove(owner)
        model[owner] = nil
      case 1:
        let now = Int64.random(in: 0..<100, using: &random)
        let expected = model.values.filter { $0 <= now }.min()
        let popped = heap.popExpired(at: at(now))
        #expect(popped.flatMap { model[$0] } == expected)
        if let popped { model[popped] = nil }
      default:
        let time = Int64.random(in: 0..<100, using: &random)
        heap.set(at(time), for: owner)
        model[owner] = time
      }
      #expect(heap.earliest?.nanoseconds == model.values.min())
      #expect(heap.count == model.count)
    }
  }
}

@Suite struct MonotonicTimeTests {
  @Test func waitIsRoundedUpToWholeMilliseconds() {
    let now = MonotonicTime(nanoseconds: 1_000)
    #expect((now + .nanoseconds(1)).milliseconds(after: now) == 1)
    #expect((now + .milliseconds(5)).milliseconds(after: now) == 5)
    #expect((now + .microseconds(5_001)).milliseconds(after: now) == 6)
    #expect(now.milliseconds(after: now) == 0)
    #expect(now.milliseconds(after: now + .seconds(1)) == 0)
  }

  @Test func immenseDurationsStayInRange() {
    let now = MonotonicTime.now()
    #expect(now + .seconds(Int64.max) == .distantFuture)
    #expect(now + .seconds(-5) == now)
    #expect(MonotonicTime.distantFuture.milliseconds(after: now) == .max)
    #expect((now + .seconds(100_000_000)).milliseconds(after: now) == .max)
    #expect(Duration.seconds(Int64.max).clampedMilliseconds == Int(Int32.max))
    #expect(Duration.zero.clampedMilliseconds == 1)
  }
}
