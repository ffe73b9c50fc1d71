/// Work that waits for a thread: highest priority first, in order of arrival within one; withdrawn and moved in
/// constant time.
struct BackgroundQueue {
  private struct Node {
    var work: (any BackgroundWork)?
    var bucket: Int
    var previous: Int?
    var next: Int?
  }

  private var nodes: [Node] = []
  private var free: [Int] = []
  private var ends: [(first: Int?, last: Int?)]
  private var index: [ObjectIdentifier: Int] = [:]

  init() {
    ends = Array(repeating: (nil, nil), count: MediaPriority.allCases.count)
  }

  var count: Int { index.count }

  mutating func append(_ work: any BackgroundWork, priority: MediaPriority) {
    let id = ObjectIdentifier(work)
    guard index[id] == nil else { return }
    let node = Node(work: work, bucket: priority.rawValue, previous: nil, next: nil)
    let slot: Int
    if let reused = free.popLast() {
      slot = reused
      nodes[slot] = node
    } else {
      slot = nodes.count
      nodes.append(node)
    }
    index[id] = slot
    link(slot, into: priority.rawValue)
  }

  mutating func popFirst() -> (any BackgroundWork)? {
    for bucket in ends.indices.reversed() {
      if let slot = ends[bucket].first { return remove(slot) }
    }
    return nil
  }

  @discardableResult
  mutating func remove(_ work: any BackgroundWork) -> Bool {
    guard let slot = index[ObjectIdentifier(work)] else { return false }
    remove(slot)
    return true
  }

  mutating func setPriority(_ priority: MediaPriority, of work: any BackgroundWork) {
    guard let slot = index[ObjectIdentifier(work)], nodes[slot].bucket != priority.rawValue else { return }
    unlink(slot)
    link(slot, into: priority.rawValue)
  }

  @discardableResult
  private mutating func remove(_ slot: Int) -> (any BackgroundWork)? {
    unlink(slot)
    let work = nodes[slot].work
    nodes[slot].work = nil
    free.append(slot)
    if let work { index[ObjectIdentifier(work)] = nil }
    return work
  }

  private mutating func link(_ slot: Int, into bucket: Int) {
    nodes[slot].bucket = bucket
    nodes[slot].previous = ends[bucket].last
    nodes[slot].next = nil
    if let last = ends[bucket].last { nodes[last].next = slot } else { ends[bucket].first = slot }
    ends[bucket].last = slot
  }

  private mutating func unlink(_ slot: Int) {
    let node = nodes[slot]
    if let previous = node.previous {
      nodes[previous].next = node.next
    } else {
      ends[node.bucket].first = node.next
    }
    if let next = node.next {
      nodes[next].previous = node.previous
    } else {
      ends[node.bucket].last = node.previous
    }
  }
}
