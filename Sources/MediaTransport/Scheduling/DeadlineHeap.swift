/// The deadlines of the transfers that have one. Setting, moving and removing a deadline is O(log n).
struct DeadlineHeap {
  private var heap = OwnerHeap<MonotonicTime>()

  var isEmpty: Bool { heap.isEmpty }
  var count: Int { heap.count }

  /// The earliest deadline.
  var earliest: MonotonicTime? { heap.first?.key }

  /// Gives `owner` a deadline in place of the one it had.
  mutating func set(_ deadline: MonotonicTime, for owner: Int) { heap.set(deadline, for: owner) }

  /// Takes the deadline of `owner` away, if it has one.
  mutating func remove(_ owner: Int) { heap.remove(owner) }

  /// Takes the earliest deadline that has come by `now`, and returns whose it was.
  mutating func popExpired(at now: MonotonicTime) -> Int? {
    guard let first = heap.first, first.key <= now else { return nil }
    heap.remove(first.owner)
    return first.owner
  }
}
