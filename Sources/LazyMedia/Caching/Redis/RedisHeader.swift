#if Redis
  /// What stands before the head in the field of it: whose it is, and what the body must be.
  struct RedisHeader: Equatable {
    var tag: UInt64
    var bodyByteCount: Int
    var bodyChecksum: UInt32

    /// Says which form this is.
    private static let mark: [UInt8] = Array("LMr1".utf8)
    /// Mark, tag, byte count, checksum of the body, checksum of all this with key and head.
    static let byteCount = 4 + 8 + 8 + 4 + 4

    /// The field's value.
    func field(head: [UInt8], key: [UInt8]) -> [UInt8] {
      Self.mark + Self.bytes(tag) + Self.bytes(UInt64(bodyByteCount)) + Self.bytes(bodyChecksum)
        + Self.bytes(checksum(head: head, key: key)) + head
    }

    /// Reads a field's value: `nil` where it is not as it was written.
    static func read(_ field: [UInt8], key: [UInt8]) -> (header: RedisHeader, head: [UInt8])? {
      guard field.count >= byteCount, Array(field[..<4]) == mark,
        let bodyByteCount = Int(exactly: number(field[12..<20]))
      else { return nil }
      let header = RedisHeader(
        tag: number(field[4..<12]), bodyByteCount: bodyByteCount,
        bodyChecksum: UInt32(truncatingIfNeeded: number(field[20..<24])))
      let head = Array(field[byteCount...])
      guard UInt64(header.checksum(head: head, key: key)) == number(field[24..<28]) else { return nil }
      return (header, head)
    }

    private func checksum(head: [UInt8], key: [UInt8]) -> UInt32 {
      var checksum = StoreChecksum()
      checksum.add(key)
      checksum.add(Int64(bitPattern: tag))
      checksum.add(Int64(bodyByteCount))
      checksum.add(Int64(bodyChecksum))
      checksum.add(head)
      return checksum.value
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt64 {
      bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
    }
  }
#endif
