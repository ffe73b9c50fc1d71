/// A cache as a model: keys and their cost, no pictures.
protocol CachePolicyModel {
  /// - Parameter limit: most cost of all that is kept.
  init(limit: Int)
  /// Asks for a key, and puts it in if it is not there. Returns whether it was.
  mutating func access(_ key: Int, cost: Int) -> Bool
}

/// Keys in the order of their coming, with their costs.
struct KeyList {
  private struct Links {
    var older: Int?
    var newer: Int?
    let cost: Int
  }

  private var links: [Int: Links] = [:]
  private(set) var oldest: Int?
  private var newest: Int?
  private(set) var cost = 0

  func contains(_ key: Int) -> Bool { links[key] != nil }

  func newer(than key: Int) -> Int? { links[key]?.newer }

  mutating func append(_ key: Int, cost: Int) {
    links[key] = Links(older: newest, newer: nil, cost: cost)
    if let newest { links[newest]?.newer = key } else { oldest = key }
    newest = key
    self.cost += cost
  }

  mutating func remove(_ key: Int) {
    guard let removed = links.removeValue(forKey: key) else { return }
    if let older = removed.older { links[older]?.newer = removed.newer } else { oldest = removed.newer }
    if let newer = removed.newer { links[newer]?.older = removed.older } else { newest = removed.older }
    cost -= removed.cost
  }
}
