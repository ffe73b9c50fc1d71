#if DiskCache
  /// What an entry is found by: 128 bits of its key (FNV-1a, draft-eastlake-fnv, section 5). Keys with the same bits
  /// push each other out; none is taken for the other, because whole keys are compared as well.
  struct KeyHash: Equatable {
    let bytes: [UInt8]

    init(_ key: some Sequence<UInt8>) {
      var hash: UInt128 = 0x6C62_272E_07BB_0142_62B8_2175_6295_C58D
      for byte in key { hash = (hash ^ UInt128(byte)) &* 0x0000_0000_0100_0000_0000_0000_0000_013B }
      bytes = withUnsafeBytes(of: hash.bigEndian) { Array($0) }
    }
  }
#endif
