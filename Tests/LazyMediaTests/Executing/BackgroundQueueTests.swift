import Testing

@testable import LazyMedia

@Suite(.timeLimit(.minutes(2))) struct BackgroundQueueTests {
  private final class Work: BackgroundWork {
    func run() {}
  }

  @Test func theMostUrgentComesFirstAndEqualsInOrder() {
    var queue = BackgroundQueue()
    let works = (0..<5).map { _ in Work() }
    for (work, priority) in zip(works, [MediaPriority.low, .high, .low, .veryHigh, .high]) {
      queue.append(work, priority: priority)
    }
    let order = [3, 1, 4, 0, 2].map { ObjectIdentifier(works[$0]) }
    var taken: [ObjectIdentifier] = []
    while let work = queue.popFirst() { taken.append(ObjectIdentifier(work)) }
    #expect(taken == order)
    #expect(queue.count == 0)
  }

  @Test func withdrawnWorkIsNotTaken() {
    var queue = BackgroundQueue()
    let works = (0..<3).map { _ in Work() }
    for work in works { queue.append(work, priority: .normal) }
    let first = queue.remove(works[1])
    let second = queue.remove(works[1])
    #expect(first && !second)

    #expect(queue.popFirst() === works[0])
    #expect(queue.popFirst() === works[2])
    #expect(queue.popFirst() == nil)
  }

  @Test func movedWorkStandsBehindThoseOfItsNewPriority() {
    var queue = BackgroundQueue()
    let works = (0..<3).map { _ in Work() }
    queue.append(works[0], priority: .low)
    queue.append(works[1], priority: .high)
    queue.append(works[2], priority: .low)
    queue.setPriority(.high, of: works[0])
    #expect(queue.popFirst() === works[1])
    #expect(queue.popFirst() === works[0])
    #expect(queue.popFirst() === works[2])
  }

  @Test func aPlaceThatBecameFreeIsUsedAgain() {
    var queue = BackgroundQueue()
    for round in 0..<100 {
      let works = (0..<3).map { _ in Work() }
      for work in works { queue.append(work, priority: .normal) }
      queue.remove(works[round % 3])
      var count = 0
      while queue.popFirst() != nil { count += 1 }
      #expect(count == 2)
    }
  }
}
