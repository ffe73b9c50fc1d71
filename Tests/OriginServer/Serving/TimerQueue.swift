/// Things to be done at a time, the earliest first: a binary heap.
struct TimerQueue<Element> {
  private var heap: [(deadline: Nanoseconds, element: Element)] = []

  /// The earliest time; `nil` where nothing waits.
  var earliest: Nanoseconds? { heap.first?.deadline }

  mutating func add(_ element: Element, at deadline: Nanoseconds) {
    heap.append((deadline, element))
    var child = heap.count - 1
    while child > 0 {
      let parent = (child - 1) / 2
      if heap[parent].deadline <= heap[child].deadline { break }
      heap.swapAt(parent, child)
      child = parent
    }
  }

  /// The earliest element that is due.
  mutating func popDue(now: Nanoseconds) -> Element? {
    guard let first = heap.first, first.deadline <= now else { return nil }
    heap.swapAt(0, heap.count - 1)
    heap.removeLast()
    var parent = 0
    while true {
      var smallest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < heap.count && heap[child].deadline < heap[smallest].deadline { smallest = child }
      if smallest == parent { break }
      heap.swapAt(parent, smallest)
      parent = smallest
    }
    return first.element
  }
}
