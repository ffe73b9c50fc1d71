/// The deadlines of the transfers that have one: a binary heap in which each owner, a small number, stands at most
/// once. Setting, moving and removing a deadline is O(log n).
struct DeadlineHeap {
  private struct Entry {
    var deadline: MonotonicTime
    var owner: Int
  }

  private var entries: [Entry] = []
  // By owner: where its entry stands, -1 if nowhere.
  private var positions: [Int] = []

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// The earliest deadline.
  var earliest: MonotonicTime? { entries.first?.deadline }

  /// Gives `owner` a deadline in place of the one it had.
  mutating func set(_ deadline: MonotonicTime, for owner: Int) {
    if owner >= positions.count {
      positions.append(contentsOf: repeatElement(-1, count: owner - positions.count + 1))
    }
    let position = positions[owner]
    if position >= 0 {
      let isLater = deadline > entries[position].deadline
      entries[position].deadline = deadline
      if isLater { siftDown(position) } else { siftUp(position) }
    } else {
      entries.append(Entry(deadline: deadline, owner: owner))
      positions[owner] = entries.count - 1
      siftUp(entries.count - 1)
    }
  }

  /// Takes the deadline of `owner` away, if it has one.
  mutating func remove(_ owner: Int) {
    guard owner < positions.count, positions[owner] >= 0 else { return }
    let position = positions[owner]
    positions[owner] = -1
    let last = entries.removeLast()
    guard position < entries.count else { return }
    entries[position] = last
    positions[last.owner] = position
    siftUp(position)
    siftDown(positions[last.owner])
  }

  /// Takes the earliest deadline that has come by `now`, and returns whose it was.
  mutating func popExpired(at now: MonotonicTime) -> Int? {
    guard let first = entries.first, first.deadline <= now else { return nil }
    remove(first.owner)
    return first.owner
  }

  private mutating func siftUp(_ start: Int) {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard entries[position].deadline < entries[parent].deadline else { return }
      exchange(position, parent)
      position = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var position = start
    while true {
      var smallest = position
      for child in [2 * position + 1, 2 * position + 2]
      where child < entries.count && entries[child].deadline < entries[smallest].deadline {
        smallest = child
      }
      guard smallest != position else { return }
      exchange(position, smallest)
      position = smallest
    }
  }

  private mutating func exchange(_ first: Int, _ second: Int) {
    entries.swapAt(first, second)
    positions[entries[first].owner] = first
    positions[entries[second].owner] = second
  }
}
