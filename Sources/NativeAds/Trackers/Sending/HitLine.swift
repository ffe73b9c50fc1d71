/// Hits that wait for their turn, in order of their coming.
struct HitLine {
  private var ids: [TrackerHit.ID] = []
  private var first = 0

  var isEmpty: Bool { first == ids.count }

  mutating func append(_ id: TrackerHit.ID) { ids.append(id) }

  mutating func popFirst() -> TrackerHit.ID? {
    guard first < ids.count else { return nil }
    defer { compact() }
    first += 1
    return ids[first - 1]
  }

  /// Now and then, so that on average it costs nothing.
  private mutating func compact() {
    guard first > 64, first * 2 > ids.count else { return }
    ids.removeFirst(first)
    first = 0
  }
}
