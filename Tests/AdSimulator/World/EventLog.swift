/// What happened in a run: a hash of all of it, and the words where they are asked for.
struct EventLog {
  /// FNV-1a (Fowler, Noll, Vo) over all that was noted.
  private(set) var hash: UInt64 = 0xCBF2_9CE4_8422_2325
  private(set) var lines: [String] = []
  let keepsLines: Bool

  init(keepsLines: Bool) { self.keepsLines = keepsLines }

  mutating func note(_ code: UInt8, _ first: Int, and second: Int = 0, _ words: @autoclosure () -> String) {
    for value in [UInt64(code), UInt64(truncatingIfNeeded: first), UInt64(truncatingIfNeeded: second)] {
      hash = (hash ^ value) &* 0x100_0000_01B3
      hash ^= hash >> 29
    }
    if keepsLines { lines.append(words()) }
  }
}
