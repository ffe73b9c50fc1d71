import Testing

@testable import LazyMedia
@testable import MediaTransport

@Suite(.timeLimit(.minutes(2))) struct BackgroundQueueTests {
  private let start = MonotonicTime(nanoseconds: 0)

  private final class Work: BackgroundWork {
    func run() {}
  }

  @Test func theMostUrgentComesFirstAndEqualsInOrder() {
    var queue = BackgroundQueue()
    let works = (0..<5).map { _ in Work() }
    for (work, priority) in zip(works, [MediaPriority.low, .high, .low, .veryHigh, .high]) {
      queue.append(work, isSmall: false, priority: priority, at: start)
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
    for work in works { queue.append(work, isSmall: false, priority: .normal, at: start) }
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
    queue.append(works[0], isSmall: false, priority: .low, at: start)
    queue.append(works[1], isSmall: false, priority: .high, at: start)
    queue.append(works[2], isSmall: false, priority: .low, at: start)
    queue.setPriority(.high, of: works[0], at: start)
    #expect(queue.popFirst() === works[1])
    #expect(queue.popFirst() === works[0])
    #expect(queue.popFirst() === works[2])
  }

  @Test func aPlaceThatBecameFreeIsUsedAgain() {
    var queue = BackgroundQueue()
    for round in 0..<100 {
      let works = (0..<3).map { _ in Work() }
      for work in works { queue.append(work, isSmall: false, priority: .normal, at: start) }
      queue.remove(works[round % 3])
      var count = 0
      while queue.popFirst() != nil { count += 1 }
      #expect(count == 2)
    }
  }

  private func order(_ queue: inout BackgroundQueue, of works: [Work], small: Bool = false) -> [Int?] {
    var taken: [Int?] = []
    while let work = queue.popFirst(small: small) { taken.append(works.firstIndex { $0 === work }) }
    return taken
  }

  @Test(arguments: MediaPriority.allCases)
  func theNewestBatchOfWhatIsSeenComesFirst(priority: MediaPriority) {
    var queue = BackgroundQueue()
    let works = (0..<4).map { _ in Work() }
    for (work, time) in zip(works, [0, 20, 25, 40] as [Int64]) {
      queue.append(
        work, isSmall: false, priority: priority, at: MonotonicTime(nanoseconds: time * 1_000_000))
    }
    #expect(order(&queue, of: works) == (priority >= .high ? [3, 1, 2, 0] : [0, 1, 2, 3]))
  }

  @Test func workThatIsRaisedJoinsTheNewestBatch() {
    var queue = BackgroundQueue()
    let works = (0..<3).map { _ in Work() }
    let later = MonotonicTime(nanoseconds: 50_000_000)
    queue.append(works[0], isSmall: false, priority: .low, at: start)
    queue.append(works[1], isSmall: false, priority: .high, at: start)
    queue.append(works[2], isSmall: false, priority: .high, at: later)
    queue.setPriority(.high, of: works[0], at: later)
    #expect(order(&queue, of: works) == [2, 0, 1])
  }

  @Test func smallWorkIsFoundInTheSameOrder() {
    var queue = BackgroundQueue()
    let works = (0..<6).map { _ in Work() }
    for (index, work) in works.enumerated() {
      queue.append(
        work, isSmall: index % 2 == 0, priority: index == 4 ? .high : .normal, at: start)
    }
    #expect(queue.hasSmall)
    #expect(order(&queue, of: works, small: true) == [4, 0, 2])
    #expect(!queue.hasSmall)
    #expect(order(&queue, of: works) == [1, 3, 5])
  }
}
