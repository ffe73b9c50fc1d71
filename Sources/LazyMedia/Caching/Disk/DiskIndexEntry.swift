#if DiskCache
  /// A row of the index, without its body.
  struct DiskIndexEntry {
    /// Names the entry, and the file of its body. Grows with the time of insertion.
    var tag: Int64
    var key: [UInt8]
    var head: [UInt8]
    var bodyByteCount: Int
    var bodyChecksum: UInt32
    /// Bytes that the body's file takes on disk; 0 where the body lies in the index.
    var fileByteCount: Int
    /// Milliseconds since 1970.
    var used: Int64

    var isFile: Bool { fileByteCount > 0 }

    /// Of everything here but `used`, so that no part of one row passes for that of another.
    var checksum: UInt32 {
      var checksum = StoreChecksum()
      checksum.add(key)
      checksum.add(tag)
      checksum.add(Int64(bodyByteCount))
      checksum.add(Int64(bodyChecksum))
      checksum.add(Int64(fileByteCount))
      checksum.add(head)
      return checksum.value
    }

    /// When it was stored, in milliseconds since 1970.
    var stored: Int64 { tag >> Self.randomBits }

    var storedHead: StoredHead {
      StoredHead(
        bytes: head, tag: StoredEntryTag(number: UInt64(bitPattern: tag)), bodyByteCount: bodyByteCount)
    }

    static let randomBits: Int64 = 22

    /// A tag for an entry stored now.
    static func tag(milliseconds: Int64, random: UInt64) -> Int64 {
      (max(0, milliseconds) & (1 << 41 - 1)) << randomBits | Int64(random & (1 << 22 - 1))
    }
  }
#endif
