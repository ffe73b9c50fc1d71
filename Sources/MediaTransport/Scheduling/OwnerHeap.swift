/// Keys by rising order: a binary heap in which each owner, a small number, stands at most once. Setting, moving and
/// removing a key is O(log n).
struct OwnerHeap<Key: Comparable> {
  private struct Entry {
    var key: Key
    var owner: Int
  }

  private var entries: [Entry] = []
  // By owner: where its entry stands, -1 if nowhere.
  private var positions: [Int] = []

  var isEmpty: Bool { entries.isEmpty }
  var count: Int { entries.count }

  /// The lowest key, and whose it is.
  var first: (key: Key, owner: Int)? { entries.first.map { ($0.key, $0.owner) } }

  /// Gives `owner` a key in place of the one it had.
  mutating func set(_ key: Key, for owner: Int) {
    if owner >= positions.count {
      positions.append(contentsOf: repeatElement(-1, count: owner - positions.count + 1))
    }
    let position = positions[owner]
    if position >= 0 {
      let isLater = key > entries[position].key
      entries[position].key = key
      if isLater { siftDown(position) } else { siftUp(position) }
    } else {
      entries.append(Entry(key: key, owner: owner))
      positions[owner] = entries.count - 1
      siftUp(entries.count - 1)
    }
  }

  /// Takes the key of `owner` away, if it has one.
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

  private mutating func siftUp(_ start: Int) {
    var position = start
    while position > 0 {
      let parent = (position - 1) / 2
      guard entries[position].key < entries[parent].key else { return }
      exchange(position, parent)
      position = parent
    }
  }

  private mutating func siftDown(_ start: Int) {
    var position = start
    while true {
      var smallest = position
      for child in [2 * position + 1, 2 * position + 2]
      where child < entries.count && entries[child].key < entries[smallest].key {
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
