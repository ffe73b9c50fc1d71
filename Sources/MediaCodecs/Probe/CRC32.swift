/// The checksum of PNG chunks (PNG specification, third edition, annex D).
internal struct CRC32: Sendable {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
  }

  private var register: UInt32 = 0xFFFF_FFFF

  /// The checksum of all bytes so far.
  var value: UInt32 { ~register }

  /// Takes the next bytes.
  mutating func update(_ bytes: UnsafeRawBufferPointer) {
    var register = register
    Self.table.withUnsafeBufferPointer { table in
      for byte in bytes { register = table[Int((register ^ UInt32(byte)) & 0xFF)] ^ (register >> 8) }
    }
    self.register = register
  }
}
