/// SHA-256 (FIPS 180-4), for comparing pixels with published hashes.
enum SHA256 {
  private static let constants: [UInt32] = primes(64).map { fraction(Double($0), root: 3) }
  private static let initial: [UInt32] = primes(8).map { fraction(Double($0), root: 2) }

  static func hex(_ bytes: UnsafeRawBufferPointer) -> String {
    var state = initial
    var schedule = [UInt32](repeating: 0, count: 64)
    let whole = bytes.count / 64 * 64
    var tail = Array(bytes[whole...]) + [0x80]
    while tail.count % 64 != 56 { tail.append(0) }
    let bits = UInt64(bytes.count) * 8
    tail += (0..<8).map { UInt8(truncatingIfNeeded: bits >> (56 - 8 * UInt64($0))) }
    var offset = 0
    while offset < whole {
      compress(UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + 64]), &state, &schedule)
      offset += 64
    }
    tail.withUnsafeBytes { tail in
      for block in stride(from: 0, to: tail.count, by: 64) {
        compress(UnsafeRawBufferPointer(rebasing: tail[block..<block + 64]), &state, &schedule)
      }
    }
    return state.map { word in
      let text = String(word, radix: 16)
      return String(repeating: "0", count: 8 - text.count) + text
    }.joined()
  }

  private static func compress(
    _ block: UnsafeRawBufferPointer, _ state: inout [UInt32], _ schedule: inout [UInt32]
  ) {
    schedule.withUnsafeMutableBufferPointer { w in
      for i in 0..<16 {
        w[i] =
          UInt32(block[i * 4]) << 24 | UInt32(block[i * 4 + 1]) << 16 | UInt32(block[i * 4 + 2]) << 8
          | UInt32(block[i * 4 + 3])
      }
      for i in 16..<64 {
        let a = w[i - 15]
        let b = w[i - 2]
        let s0 = rotated(a, 7) ^ rotated(a, 18) ^ (a >> 3)
        let s1 = rotated(b, 17) ^ rotated(b, 19) ^ (b >> 10)
        w[i] = w[i - 16] &+ s0 &+ w[i - 7] &+ s1
      }
      var (a, b, c, d) = (state[0], state[1], state[2], state[3])
      var (e, f, g, h) = (state[4], state[5], state[6], state[7])
      constants.withUnsafeBufferPointer { k in
        for i in 0..<64 {
          let s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)
          let t1 = h &+ s1 &+ ((e & f) ^ (~e & g)) &+ k[i] &+ w[i]
          let s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)
          let t2 = s0 &+ ((a & b) ^ (a & c) ^ (b & c))
          (h, g, f, e, d, c, b, a) = (g, f, e, d &+ t1, c, b, a, t1 &+ t2)
        }
      }
      for (index, value) in [a, b, c, d, e, f, g, h].enumerated() { state[index] &+= value }
    }
  }

  @inline(__always)
  private static func rotated(_ value: UInt32, _ count: UInt32) -> UInt32 {
    value >> count | value << (32 - count)
  }

  private static func primes(_ count: Int) -> [Int] {
    var found: [Int] = []
    var candidate = 2
    while found.count < count {
      if found.allSatisfy({ candidate % $0 != 0 }) { found.append(candidate) }
      candidate += 1
    }
    return found
  }

  /// The first 32 bits of the fraction of a root: the constants' definition. A 64-bit integer search is exact.
  private static func fraction(_ prime: Double, root: Int) -> UInt32 {
    // floor(root(prime) * 2^32) by bisection over integers, with 256-bit products avoided by full-width ones.
    var low: UInt64 = 0
    var high: UInt64 = 1 << 37
    let target = UInt64(prime)
    while low < high {
      let middle = (low + high + 1) / 2
      if power(middle, root, isAtMost: target) { low = middle } else { high = middle - 1 }
    }
    return UInt32(truncatingIfNeeded: low)
  }

  /// Whether (value / 2^32)^root <= target.
  private static func power(_ value: UInt64, _ root: Int, isAtMost target: UInt64) -> Bool {
    let square = value.multipliedFullWidth(by: value)
    if root == 2 { return square.high < target || (square.high == target && square.low == 0) }
    // square * value over 2^96, compared with target.
    let low = square.low.multipliedFullWidth(by: value)
    let high = square.high.multipliedFullWidth(by: value)
    let (middle, carry) = high.low.addingReportingOverflow(low.high)
    let top = high.high + (carry ? 1 : 0)
    // The product is top:middle:low.low; dividing by 2^96 leaves top * 2^32 + middle / 2^32.
    let whole = top << 32 | middle >> 32
    let hasFraction = middle & 0xFFFF_FFFF != 0 || low.low != 0
    return whole < target || (whole == target && !hasFraction)
  }
}
