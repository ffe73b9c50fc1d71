/// The bandwidth that all connections share: a bucket of tokens, one a byte. A value: no clock.
///
/// Fairness is the owner's: it lets those that have something to send take turns of ``quantum`` bytes.
struct LinkShaper {
  /// Most bytes in one turn.
  static let quantum = 16 << 10

  let bytesPerSecond: Double
  private let capacity: Double
  private var tokens: Double = 0
  private var filled: Nanoseconds

  init(bytesPerSecond: Int, now: Nanoseconds) {
    self.bytesPerSecond = Double(max(1, bytesPerSecond))
    capacity = max(1, self.bytesPerSecond * (OriginConfiguration.linkBurst / .seconds(1)))
    filled = now
  }

  /// Bytes that may be sent now, of `wanted`, in one turn.
  mutating func grant(_ wanted: Int, now: Nanoseconds) -> Int {
    tokens = min(capacity, tokens + Double(max(0, now - filled)) * bytesPerSecond / 1e9)
    filled = max(filled, now)
    let turn = min(wanted, Self.quantum)
    return tokens >= Double(min(turn, smallestTurn)) ? min(turn, Int(tokens)) : 0
  }

  /// Takes what was sent.
  mutating func spend(_ count: Int) { tokens -= Double(count) }

  /// When the next turn of a fair size is possible.
  var nextTurn: Nanoseconds {
    let missing = max(0, Double(smallestTurn) - tokens)
    return filled + Nanoseconds(seconds: missing / bytesPerSecond) + 1
  }

  /// A millisecond's worth, so that a fast link needs no more than a thousand wake-ups a second.
  private var smallestTurn: Int { max(1, min(Self.quantum, Int(bytesPerSecond / 1000))) }
}
