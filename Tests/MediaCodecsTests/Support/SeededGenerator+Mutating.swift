import SeededRandom

extension SeededGenerator {
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(max(1, bound))) }

  mutating func byte() -> UInt8 { UInt8(truncatingIfNeeded: next()) }

  /// The file with a few bytes changed, taken out, put in, cut off or repeated.
  mutating func mutated(_ file: [UInt8]) -> [UInt8] {
    var bytes = file
    for _ in 0...below(4) where bytes.count > 4 {
      let place = below(bytes.count)
      switch below(6) {
      case 0: bytes[place] = byte()
      case 1: bytes[place] ^= 1 << UInt8(below(8))
      case 2: bytes.remove(at: place)
      case 3: bytes.insert(byte(), at: place)
      case 4: bytes.removeLast(below(bytes.count / 2))
      default:
        let end = min(bytes.count, place + below(64))
        bytes.insert(contentsOf: bytes[place..<end], at: below(bytes.count))
      }
    }
    return bytes
  }
}
