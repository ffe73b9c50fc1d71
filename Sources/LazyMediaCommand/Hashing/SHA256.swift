/// SHA-256 (FIPS 180-4, sections 4.1.2, 4.2.2, 5.1.1, 5.3.3 and 6.2), fed in pieces of any length.
struct SHA256 {
  private typealias State = (UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32, UInt32)

  /// Section 5.3.3.
  private var state: State = (
    0x6a09_e667, 0xbb67_ae85, 0x3c6e_f372, 0xa54f_f53a, 0x510e_527f, 0x9b05_688c, 0x1f83_d9ab, 0x5be0_cd19
  )
  private var pending: [UInt8] = []
  private var byteCount: UInt64 = 0

  init() {
    pending.reserveCapacity(Self.blockLength)
  }

  /// Takes the next bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    byteCount &+= UInt64(bytes.count)
    var rest = bytes[...]
    if !pending.isEmpty {
      let missing = rest.prefix(Self.blockLength - pending.count)
      pending.append(contentsOf: missing)
      rest = rest.dropFirst(missing.count)
      guard pending.count == Self.blockLength else { return }
      pending.withUnsafeBytes { Self.compress($0, into: &state) }
      pending.removeAll(keepingCapacity: true)
    }
    let whole = rest.count / Self.blockLength * Self.blockLength
    if whole > 0 { Self.compress(UnsafeRawBufferPointer(rebasing: rest.prefix(whole)), into: &state) }
    pending.append(contentsOf: rest.dropFirst(whole))
  }

  /// The digest of all bytes taken: 32 bytes.
  consuming func finalize() -> [UInt8] {
    // Section 5.1.1: a 1 bit, zeros up to 8 bytes before the end of a block, the length in bits.
    var tail = pending
    tail.append(0x80)
    while tail.count % Self.blockLength != Self.blockLength - 8 { tail.append(0) }
    withUnsafeBytes(of: (byteCount &* 8).bigEndian) { tail.append(contentsOf: $0) }
    var words = state
    tail.withUnsafeBytes { Self.compress($0, into: &words) }
    return [words.0, words.1, words.2, words.3, words.4, words.5, words.6, words.7].flatMap { word in
      withUnsafeBytes(of: word.bigEndian) { Array($0) }
    }
  }

  private static let blockLength = 64

  // MARK: Compression

  /// Section 6.2.2 over whole blocks. Written out in eights, so that the eight working variables change
  /// their names instead of their places.
  private static func compress(_ blocks: UnsafeRawBufferPointer, into state: inout State) {
    constants.withUnsafeBufferPointer { table in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 64) { schedule in
        guard let k = table.baseAddress, let w = schedule.baseAddress else { return }
        var (h0, h1, h2, h3, h4, h5, h6, h7) = state
        var offset = 0
        while offset < blocks.count {
          for t in 0..<16 {
            w[t] = UInt32(
              bigEndian: blocks.loadUnaligned(fromByteOffset: offset &+ t &* 4, as: UInt32.self))
          }
          for t in 16..<64 {
            w[t] = smallSigma1(w[t &- 2]) &+ w[t &- 7] &+ smallSigma0(w[t &- 15]) &+ w[t &- 16]
          }
          var (a, b, c, d, e, f, g, h) = (h0, h1, h2, h3, h4, h5, h6, h7)
          var t = 0
          while t < 64 {
            round(a, b, c, &d, e, f, g, &h, k[t] &+ w[t])
            round(h, a, b, &c, d, e, f, &g, k[t &+ 1] &+ w[t &+ 1])
            round(g, h, a, &b, c, d, e, &f, k[t &+ 2] &+ w[t &+ 2])
            round(f, g, h, &a, b, c, d, &e, k[t &+ 3] &+ w[t &+ 3])
            round(e, f, g, &h, a, b, c, &d, k[t &+ 4] &+ w[t &+ 4])
            round(d, e, f, &g, h, a, b, &c, k[t &+ 5] &+ w[t &+ 5])
            round(c, d, e, &f, g, h, a, &b, k[t &+ 6] &+ w[t &+ 6])
            round(b, c, d, &e, f, g, h, &a, k[t &+ 7] &+ w[t &+ 7])
            t &+= 8
          }
          (h0, h1, h2, h3) = (h0 &+ a, h1 &+ b, h2 &+ c, h3 &+ d)
          (h4, h5, h6, h7) = (h4 &+ e, h5 &+ f, h6 &+ g, h7 &+ h)
          offset &+= blockLength
        }
        state = (h0, h1, h2, h3, h4, h5, h6, h7)
      }
    }
  }

  @inline(__always)
  private static func round(
    _ a: UInt32, _ b: UInt32, _ c: UInt32, _ d: inout UInt32, _ e: UInt32, _ f: UInt32, _ g: UInt32,
    _ h: inout UInt32, _ addend: UInt32
  ) {
    // Ch and Maj of section 4.1.2, each with one operation less than as printed there.
    let choice = g ^ (e & (f ^ g))
    let majority = (a & b) | (c & (a | b))
    let t1 = h &+ (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) &+ choice &+ addend
    d = d &+ t1
    h = t1 &+ (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) &+ majority
  }

  @inline(__always)
  private static func smallSigma0(_ x: UInt32) -> UInt32 { rotate(x, 7) ^ rotate(x, 18) ^ (x &>> 3) }

  @inline(__always)
  private static func smallSigma1(_ x: UInt32) -> UInt32 { rotate(x, 17) ^ rotate(x, 19) ^ (x &>> 10) }

  @inline(__always)
  private static func rotate(_ x: UInt32, _ count: UInt32) -> UInt32 {
    (x &>> count) | (x &<< (32 &- count))
  }

  /// Section 4.2.2.
  private static let constants: [UInt32] = [
    0x428a_2f98, 0x7137_4491, 0xb5c0_fbcf, 0xe9b5_dba5, 0x3956_c25b, 0x59f1_11f1, 0x923f_82a4, 0xab1c_5ed5,
    0xd807_aa98, 0x1283_5b01, 0x2431_85be, 0x550c_7dc3, 0x72be_5d74, 0x80de_b1fe, 0x9bdc_06a7, 0xc19b_f174,
    0xe49b_69c1, 0xefbe_4786, 0x0fc1_9dc6, 0x240c_a1cc, 0x2de9_2c6f, 0x4a74_84aa, 0x5cb0_a9dc, 0x76f9_88da,
    0x983e_5152, 0xa831_c66d, 0xb003_27c8, 0xbf59_7fc7, 0xc6e0_0bf3, 0xd5a7_9147, 0x06ca_6351, 0x1429_2967,
    0x27b7_0a85, 0x2e1b_2138, 0x4d2c_6dfc, 0x5338_0d13, 0x650a_7354, 0x766a_0abb, 0x81c2_c92e, 0x9272_2c85,
    0xa2bf_e8a1, 0xa81a_664b, 0xc24b_8b70, 0xc76c_51a3, 0xd192_e819, 0xd699_0624, 0xf40e_3585, 0x106a_a070,
    0x19a4_c116, 0x1e37_6c08, 0x2748_774c, 0x34b0_bcb5, 0x391c_0cb3, 0x4ed8_aa4a, 0x5b9c_ca4f, 0x682e_6ff3,
    0x748f_82ee, 0x78a5_636f, 0x84c8_7814, 0x8cc7_0208, 0x90be_fffa, 0xa450_6ceb, 0xbef9_a3f7, 0xc671_78f2,
  ]
}
