#if DiskCache
  extension DiskCache {
    /// What it holds.
    public func info() throws(MediaStoreError) -> DiskCacheInfo {
      let usage = try folder.read { (index) throws(SQLiteFailure) in try index.usage() }
      return DiskCacheInfo(
        directory: folder.path, entryCount: usage.entries,
        byteCount: usage.diskBytes + folder.overheadByteCount,
        byteLimit: folder.limits.bytes, formatVersion: Int(DiskIndexSchema.version))
    }

    /// Gives `body` every entry, by the time it was stored, until it returns `false`. Entries that come or go meanwhile
    /// may be among them or not. Takes little memory however many there are.
    public func forEachEntry(_ body: (DiskCacheEntry) -> Bool) throws(MediaStoreError) {
      var last = Int64.min
      while true {
        let after = last
        let found = try folder.read { (index) throws(SQLiteFailure) in
          try index.next(after: after, withBody: false)
        }
        switch found {
        case nil: return
        case .damaged(let tag)?: last = tag
        case .entry(let entry, _)?:
          last = entry.tag
          let isWanted = body(
            DiskCacheEntry(
              key: String(decoding: entry.key, as: UTF8.self), headByteCount: entry.head.count,
              bodyByteCount: entry.bodyByteCount, stored: Int(entry.stored), lastUsed: Int(entry.used)))
          if !isWanted { return }
        }
      }
    }

    /// Reads everything and checks it.
    /// - Parameter removingBad: whether to remove what is bad, and stray files.
    public func verify(removingBad: Bool) throws(MediaStoreError) -> DiskCacheVerification {
      var result = DiskCacheVerification()
      result.isIndexSound = try folder.isIndexSound()
      if !result.isIndexSound {
        // What it says of entries is worth nothing.
        guard removingBad else { return result }
        try folder.replaceIndex()
      }
      var last = Int64.min
      while true {
        let after = last
        let found = try folder.read { (index) throws(SQLiteFailure) in
          try index.next(after: after, withBody: true)
        }
        guard let found else { break }
        var bad: Int64?
        switch found {
        case .damaged(let tag):
          last = tag
          bad = tag
          result.damagedEntries += 1
        case .entry(let entry, _):
          last = entry.tag
          switch try bodyState(of: entry) {
          case .sound:
            result.soundEntries += 1
            result.soundBytes += entry.bodyByteCount
          case .damaged:
            bad = entry.tag
            result.damagedEntries += 1
          case .missing:
            bad = entry.tag
            result.missingBodies += 1
          case .gone: break
          }
        }
        if removingBad, let bad { try discard(bad) }
      }
      result.strayFiles = try sweepAll(removing: removingBad)
      return result
    }

    /// Removes what was used least recently until no more than so many bytes are taken, and stray files, and gives the
    /// space back to the file system. An empty index takes some bytes too.
    public func trim(toBytes byteCount: Int) throws(MediaStoreError) {
      try noteUses()
      var isRoomy = false
      while !isRoomy {
        var files: DiskIndex.NeedlessFiles = []
        isRoomy = try makeRoom(toBytes: max(0, byteCount), into: &files)
        folder.files.remove(files)
      }
      _ = try sweepAll(removing: true)
      try giveSpaceBack()
    }

    /// Removes all entries that are there when it is called.
    public func removeAll() throws(MediaStoreError) {
      let newest = try folder.read { (index) throws(SQLiteFailure) in
        try index.connection.integer("SELECT max(tag) FROM entries") ?? .min
      }
      while true {
        let (count, files) = try folder.write { (index) throws(SQLiteFailure) in
          var count = 0
          var files: DiskIndex.NeedlessFiles = []
          try index.connection.forEachRow(
            "DELETE FROM entries WHERE tag IN (SELECT tag FROM entries WHERE tag <= ?1 ORDER BY tag LIMIT ?2) "
              + "RETURNING tag, file_bytes", [.integer(newest), .integer(Int64(DiskIndex.mostRemovals))]
          ) { (row) throws(SQLiteFailure) in
            count += 1
            if row.integer(1) > 0 { files.append(row.integer(0)) }
          }
          return (count, files)
        }
        folder.files.remove(files)
        if count == 0 { break }
      }
      _ = try sweepAll(removing: true)
      try giveSpaceBack()
    }

    private enum BodyState {
      case sound, damaged, missing
      /// The entry was replaced or removed meanwhile.
      case gone
    }

    private func bodyState(of entry: DiskIndexEntry) throws(MediaStoreError) -> BodyState {
      // The index has checked what lies in it.
      guard entry.isFile else { return .sound }
      let read = try folder.files.read(
        tag: entry.tag, byteCount: entry.bodyByteCount, checksum: entry.bodyChecksum)
      switch read {
      case .body: return .sound
      case .damaged: return .damaged
      case .missing:
        let isThere = try folder.read { (index) throws(SQLiteFailure) in try index.contains(tag: entry.tag) }
        return isThere ? .missing : .gone
      }
    }

    private func sweepAll(removing: Bool) throws(MediaStoreError) -> Int {
      var count = 0
      for number in 0..<BodyFiles.folderCount { count += try sweep(folder: number, removing: removing) }
      if removing {
        try folder.write { (index) throws(SQLiteFailure) in
          try index.connection.run("UPDATE totals SET unswept = 0 WHERE unswept <> 0")
        }
      }
      return count
    }

    private func giveSpaceBack() throws(MediaStoreError) {
      var isDone = false
      while !isDone {
        isDone = try folder.write { (index) throws(SQLiteFailure) in
          guard try index.usage().freePages > 0 else { return true }
          try index.connection.run("PRAGMA incremental_vacuum(\(DiskIndex.mostRemovals))")
          return false
        }
      }
      try folder.write { (index) throws(SQLiteFailure) in try index.emptyLog() }
    }
  }
#endif
