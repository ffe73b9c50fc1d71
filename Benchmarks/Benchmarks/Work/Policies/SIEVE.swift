/// A hit marks; a hand that wanders from the oldest to the newest removes the first that is not marked
/// (Zhang et al., NSDI 2024).
struct SIEVE: CachePolicyModel {
  private var list = KeyList()
  private var marked: Set<Int> = []
  private var hand: Int?
  private let limit: Int

  init(limit: Int) { self.limit = limit }

  mutating func access(_ key: Int, cost: Int) -> Bool {
    if list.contains(key) {
      marked.insert(key)
      return true
    }
    while list.cost + cost > limit, var place = hand ?? list.oldest {
      while marked.remove(place) != nil {
        guard let next = list.newer(than: place) ?? list.oldest else { break }
        place = next
      }
      hand = list.newer(than: place)
      list.remove(place)
    }
    list.append(key, cost: cost)
    return false
  }
}
