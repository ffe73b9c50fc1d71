#if DiskCache || Redis
  internal import CZlib

  /// CRC-32 (RFC 1952, section 8), as zlib computes it.
  struct StoreChecksum {
    private(set) var value: UInt32 = 0

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
      guard let start = bytes.bindMemory(to: UInt8.self).baseAddress else { return }
      value = UInt32(truncatingIfNeeded: crc32_z(UInt(value), start, bytes.count))
    }

    mutating func add(_ bytes: [UInt8]) { bytes.withUnsafeBytes { add($0) } }

    mutating func add(_ number: Int64) { withUnsafeBytes(of: number.littleEndian) { add($0) } }

    /// Of a body.
    static func of(_ body: MediaBody) -> UInt32 {
      var checksum = StoreChecksum()
      body.forEachPiece { checksum.add($0) }
      return checksum.value
    }
  }
#endif
