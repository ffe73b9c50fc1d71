/// Puts elements that finish in any order back into the order of their indices, and says how far ahead work may run,
/// so that what waits is bounded. A value.
struct OrderedWindow<Element> {
  private let capacity: Int
  private var waiting: [Int: Element] = [:]
  /// The index that is handed out next.
  private(set) var next = 0

  /// - Parameter capacity: indices from `next` on that may be under way or wait; at least 1.
  init(capacity: Int) {
    self.capacity = max(1, capacity)
  }

  /// The capacity that belongs to a number of sources under way at once.
  static func capacity(concurrency: Int) -> Int { max(256, 8 * concurrency) }

  /// Whether work for an index may begin.
  func admits(_ index: Int) -> Bool { index < next + capacity }

  /// Takes an element, and gives those that can be handed out now, in order.
  mutating func insert(_ element: Element, at index: Int) -> [Element] {
    waiting[index] = element
    var ready: [Element] = []
    while let element = waiting.removeValue(forKey: next) {
      ready.append(element)
      next += 1
    }
    return ready
  }
}
