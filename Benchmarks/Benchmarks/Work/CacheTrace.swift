import Glibc
import SeededRandom

/// What a program asks a cache for, one after another; from a seed.
struct CacheTrace {
  struct Access {
    let key: Int
    let cost: Int
  }

  let name: String
  /// Of the cache, in the unit of costs.
  let limit: Int
  let accesses: [Access]

  static func all() -> [CacheTrace] {
    var random = SeededGenerator(seed: 1)
    return [
      feed("feed with flings, small cache", limit: 600, &random),
      feed("feed with flings", limit: 1_200, &random),
      feed("feed with flings, large cache", limit: 2_500, &random),
      zipf("Zipf 0.9, room for 2%", limit: 200, &random),
      zipf("Zipf 0.9, room for 10%", limit: 1_000, &random),
      loop("loop over 110% of the room", keys: 1_100, limit: 1_000),
      loop("loop over 200% of the room", keys: 2_000, limit: 1_000),
      scan("scans beside a hot set", limit: 200, &random),
    ]
  }

  /// A feed whose posts have a picture (cost 20) and one of 60 icons (cost 1): scrolled back and forth in sessions, with a
  /// fling through 1,000 posts never seen again between them.
  private static func feed(_ name: String, limit: Int, _ random: inout SeededGenerator) -> CacheTrace {
    var accesses: [Access] = []
    var icons: [Int: Int] = [:]
    func show(_ post: Int) {
      accesses.append(Access(key: post, cost: 20))
      // Some authors post much more than others.
      let icon =
        icons[post] ?? min(Int.random(in: 0..<60, using: &random), Int.random(in: 0..<60, using: &random))
      icons[post] = icon
      accesses.append(Access(key: -1 - icon, cost: 1))
    }
    var position = 0
    for fling in 1...10 {
      for _ in 0..<30 {
        let step = Int.random(in: 0..<3, using: &random) == 0 ? -1 : 1
        for _ in 0..<Int.random(in: 3...25, using: &random) {
          position = max(0, position + step)
          show(position)
        }
      }
      for post in 0..<1_000 { show(fling * 1_000_000 + post) }
    }
    return CacheTrace(name: name, limit: limit, accesses: accesses)
  }

  /// 10,000 keys, the nth asked for as often as n to the power of -0.9 says.
  private static func zipf(_ name: String, limit: Int, _ random: inout SeededGenerator) -> CacheTrace {
    var sums: [Double] = []
    var sum = 0.0
    for rank in 1...10_000 {
      sum += pow(Double(rank), -0.9)
      sums.append(sum)
    }
    let accesses = (0..<200_000).map { _ in
      let point = Double.random(in: 0..<sum, using: &random)
      var (low, high) = (0, sums.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if sums[middle] > point { high = middle } else { low = middle + 1 }
      }
      return Access(key: low, cost: 1)
    }
    return CacheTrace(name: name, limit: limit, accesses: accesses)
  }

  private static func loop(_ name: String, keys: Int, limit: Int) -> CacheTrace {
    CacheTrace(
      name: name, limit: limit,
      accesses: (0..<50).flatMap { _ in (0..<keys).map { Access(key: $0, cost: 1) } })
  }

  /// 100 keys asked for at random, and between that 1,000 keys asked for once, again and again.
  private static func scan(_ name: String, limit: Int, _ random: inout SeededGenerator) -> CacheTrace {
    var accesses: [Access] = []
    for round in 1...20 {
      for _ in 0..<500 { accesses.append(Access(key: Int.random(in: 0..<100, using: &random), cost: 1)) }
      for key in 0..<1_000 { accesses.append(Access(key: round * 1_000 + key, cost: 1)) }
    }
    return CacheTrace(name: name, limit: limit, accesses: accesses)
  }
}
