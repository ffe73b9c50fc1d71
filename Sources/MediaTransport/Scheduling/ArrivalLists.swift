/// What waits, in lists that share their memory: within a list the newest batch stands first, and within a batch the
/// first to come. Elements that are all of one batch stand in order of arrival. Each list also links its small elements
/// among themselves, in the same order. Every operation is O(1).
package struct ArrivalLists<Element> {
  /// One list, kept by the owner of the elements.
  package struct List {
    fileprivate var all = Chain()
    fileprivate var small = Chain()

    package init() {}

    /// Whether nothing stands in it.
    package var isEmpty: Bool { all.first < 0 }
    /// Whether nothing small stands in it.
    package var hasNoSmall: Bool { small.first < 0 }
    /// The element whose turn it is, or that of the first small one.
    package func first(small isSmall: Bool) -> Int? {
      let first = isSmall ? small.first : all.first
      return first < 0 ? nil : first
    }
  }

  fileprivate struct Chain {
    var first = -1
    var last = -1
    // The last of the newest batch, behind which more of that batch is put; -1 where the chain has none of it any more.
    // Only the newest batch grows, so no other needs its end.
    var lastOfNewest = -1
  }

  // Neighbours in one kind of chain, by element.
  private struct Linkage {
    var previous: [Int] = []
    var next: [Int] = []

    mutating func grow() {
      previous.append(-1)
      next.append(-1)
    }

    mutating func link(_ index: Int, into chain: inout Chain, batches: [UInt64]) {
      let newest = chain.lastOfNewest
      let isOfNewest = newest >= 0 && batches[newest] == batches[index]
      let before = isOfNewest ? newest : -1
      let after = isOfNewest ? next[newest] : chain.first
      previous[index] = before
      next[index] = after
      if before >= 0 { next[before] = index } else { chain.first = index }
      if after >= 0 { previous[after] = index } else { chain.last = index }
      chain.lastOfNewest = index
    }

    mutating func unlink(_ index: Int, from chain: inout Chain, batches: [UInt64]) {
      let (before, after) = (previous[index], next[index])
      if chain.lastOfNewest == index {
        let isOfNewest = before >= 0 && batches[before] == batches[index]
        chain.lastOfNewest = isOfNewest ? before : -1
      }
      if before >= 0 { next[before] = after } else { chain.first = after }
      if after >= 0 { previous[after] = before } else { chain.last = before }
    }
  }

  private var elements: [Element?] = []
  private var smallness: [Bool] = []
  private var batches: [UInt64] = []
  private var all = Linkage()
  private var small = Linkage()
  private var free: [Int] = []

  package init() {}

  /// Elements kept.
  package var count: Int { elements.count - free.count }

  /// Keeps `element`, which stands in no list yet. Returns its number.
  package mutating func add(_ element: Element, isSmall: Bool) -> Int {
    if let index = free.popLast() {
      elements[index] = element
      smallness[index] = isSmall
      return index
    }
    elements.append(element)
    smallness.append(isSmall)
    batches.append(0)
    all.grow()
    small.grow()
    return elements.count - 1
  }

  /// Whether an element of that number is kept.
  package func contains(_ index: Int) -> Bool { elements[index] != nil }

  /// Whether an element is small.
  package func isSmall(_ index: Int) -> Bool { smallness[index] }

  /// The batch in which an element came into its list.
  package func batch(of index: Int) -> UInt64 { batches[index] }

  /// Gives an element up that stands in no list; its number is used again.
  @discardableResult
  package mutating func remove(_ index: Int) -> Element? {
    guard let element = elements[index].take() else { return nil }
    free.append(index)
    return element
  }

  /// Puts an element into `list`, as the last of `batch`. No later batch has been put into this list.
  package mutating func link(_ index: Int, into list: inout List, batch: UInt64) {
    batches[index] = batch
    all.link(index, into: &list.all, batches: batches)
    if smallness[index] { small.link(index, into: &list.small, batches: batches) }
  }

  /// Takes an element out of `list`.
  package mutating func unlink(_ index: Int, from list: inout List) {
    all.unlink(index, from: &list.all, batches: batches)
    if smallness[index] { small.unlink(index, from: &list.small, batches: batches) }
  }
}
