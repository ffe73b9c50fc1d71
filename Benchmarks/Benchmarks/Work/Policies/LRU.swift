/// What was used least recently leaves first.
struct LRU: CachePolicyModel {
  private var list = KeyList()
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func access(_ key: Int, cost: Int) -> Bool {
    let isHit = list.contains(key)
    list.remove(key)
    while list.cost + cost > limit, let oldest = list.oldest { list.remove(oldest) }
    list.append(key, cost: cost)
    return isHit
  }
}
