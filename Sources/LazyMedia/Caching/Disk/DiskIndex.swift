#if DiskCache
  /// The index of a disk cache, and the bodies small enough to lie in it: a SQLite database in WAL mode.
  ///
  /// @unchecked Sendable: ``DiskFolder`` gives it to one thread at a time.
  final class DiskIndex: @unchecked Sendable {
    /// An entry that was found, or what is left of one.
    enum Found {
      case entry(DiskIndexEntry, body: MediaBody?)
      /// It is not as it was written.
      case damaged(tag: Int64)
    }

    /// Files that a change has made needless, by tag: they go once the change is committed.
    typealias NeedlessFiles = [Int64]

    let connection: SQLiteConnection
    /// Which file it is: the path may come to name another.
    let identity: FileIdentity?
    let limits: DiskLimits

    init(connection: SQLiteConnection, identity: FileIdentity?, limits: DiskLimits) {
      self.connection = connection
      self.identity = identity
      self.limits = limits
    }

    // MARK: - Reading

    private static let columns =
      "e.tag, e.key, e.head, e.head_checksum, e.body_bytes, e.body_checksum, e.file_bytes, e.used"

    /// The entry whose key is `key`, with its body if that lies in the index and is wanted.
    func find(_ key: [UInt8], _ hash: KeyHash, withBody: Bool) throws(SQLiteFailure) -> Found? {
      let found = try connection.first(
        withBody
          ? "SELECT \(Self.columns), b.body FROM entries e LEFT JOIN bodies b ON b.tag = e.tag WHERE e.hash = ?1"
          : "SELECT \(Self.columns) FROM entries e WHERE e.hash = ?1", .blob(hash.bytes)
      ) { (row) throws(SQLiteFailure) in Self.found(in: row, withBody: withBody) }
      guard case .entry(let entry, _) = found, entry.key != key else { return found }
      // Another key with the same hash; or bytes that were a key.
      return KeyHash(entry.key) == hash ? nil : .damaged(tag: entry.tag)
    }

    /// The first entry after `tag`, by tags, with its body if that lies in the index.
    func next(after tag: Int64, withBody: Bool) throws(SQLiteFailure) -> Found? {
      try connection.first(
        withBody
          ? "SELECT \(Self.columns), b.body FROM entries e LEFT JOIN bodies b ON b.tag = e.tag WHERE e.tag > ?1 "
            + "ORDER BY e.tag LIMIT 1"
          : "SELECT \(Self.columns) FROM entries e WHERE e.tag > ?1 ORDER BY e.tag LIMIT 1", .integer(tag)
      ) { (row) throws(SQLiteFailure) in Self.found(in: row, withBody: withBody) }
    }

    func contains(tag: Int64) throws(SQLiteFailure) -> Bool {
      try connection.integer("SELECT 1 FROM entries WHERE tag = ?1", .integer(tag)) != nil
    }

    private static func found(in row: SQLiteConnection.Row, withBody: Bool) -> Found {
      let tag = row.integer(0)
      guard let key = row.blob(1), let head = row.blob(2), let bodyByteCount = Int(exactly: row.integer(4)),
        let bodyChecksum = UInt32(exactly: row.integer(5)), let fileByteCount = Int(exactly: row.integer(6)),
        bodyByteCount >= 0, fileByteCount >= 0
      else { return .damaged(tag: tag) }
      let entry = DiskIndexEntry(
        tag: tag, key: Array(key), head: Array(head), bodyByteCount: bodyByteCount,
        bodyChecksum: bodyChecksum,
        fileByteCount: fileByteCount, used: row.integer(7))
      guard Int64(entry.checksum) == row.integer(3) else { return .damaged(tag: tag) }
      guard withBody, !entry.isFile else { return .entry(entry, body: nil) }
      guard let bytes = row.blob(8), bytes.count == bodyByteCount else { return .damaged(tag: tag) }
      var checksum = StoreChecksum()
      checksum.add(bytes)
      guard checksum.value == bodyChecksum else { return .damaged(tag: tag) }
      return .entry(entry, body: MediaBody(byteCount: bytes.count) { $0.copyMemory(from: bytes) })
    }

    // MARK: - Writing, all in one transaction each

    /// Puts an entry in the place of what its key has, and makes room. `body` is `nil` where it lies in a file.
    /// - Returns: files that have become needless, and whether more room must be made; `nil` if the tag is taken.
    func insert(
      _ entry: DiskIndexEntry, body: [UInt8]?, uses: PendingUses
    ) throws(SQLiteFailure) -> (files: NeedlessFiles, isRoomy: Bool)? {
      try connection.transaction { () throws(SQLiteFailure) in
        if try contains(tag: entry.tag) { return nil }
        try note(uses)
        var files: NeedlessFiles = []
        let hash = SQLiteConnection.Value.blob(KeyHash(entry.key).bytes)
        try connection.forEachRow(
          "DELETE FROM entries WHERE hash = ?1 RETURNING tag, file_bytes", [hash]
        ) { (row) throws(SQLiteFailure) in if row.integer(1) > 0 { files.append(row.integer(0)) } }
        try connection.run(
          "INSERT INTO entries VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)", .integer(entry.tag), hash,
          .blob(entry.key), .blob(entry.head), .integer(Int64(entry.checksum)),
          .integer(Int64(entry.bodyByteCount)), .integer(Int64(entry.bodyChecksum)),
          .integer(Int64(entry.fileByteCount)), .integer(entry.used))
        if let body {
          try connection.run("INSERT INTO bodies VALUES (?1, ?2)", .integer(entry.tag), .blob(body))
        }
        let isRoomy = try makeRoom(toBytes: limits.capacity, sparing: entry.tag, into: &files)
        return (files, isRoomy)
      }
    }

    /// Replaces the head of an entry that is still there.
    func replaceHead(
      of key: [UInt8], _ hash: KeyHash, tag: Int64, with head: [UInt8]
    ) throws(SQLiteFailure) {
      try connection.transaction { () throws(SQLiteFailure) in
        guard case .entry(var entry, _)? = try find(key, hash, withBody: false), entry.tag == tag else {
          return
        }
        entry.head = head
        try connection.run(
          "UPDATE entries SET head = ?2, head_checksum = ?3 WHERE tag = ?1", .integer(tag), .blob(head),
          .integer(Int64(entry.checksum)))
      }
    }

    /// Removes the entry of `key`; with a `tag`, only that.
    func remove(_ key: [UInt8], _ hash: KeyHash, tag: Int64?) throws(SQLiteFailure) -> NeedlessFiles {
      try connection.transaction { () throws(SQLiteFailure) in
        guard case .entry(let entry, _)? = try find(key, hash, withBody: false), tag ?? entry.tag == entry.tag
        else { return [] }
        return try remove(tag: entry.tag)
      }
    }

    /// Removes the entry that `tag` names.
    func remove(tag: Int64) throws(SQLiteFailure) -> NeedlessFiles {
      var files: NeedlessFiles = []
      try connection.forEachRow(
        "DELETE FROM entries WHERE tag = ?1 RETURNING tag, file_bytes", [.integer(tag)]
      ) { (row) throws(SQLiteFailure) in if row.integer(1) > 0 { files.append(row.integer(0)) } }
      return files
    }

    /// Notes when entries were used.
    func note(_ uses: PendingUses) throws(SQLiteFailure) {
      for (tag, used) in uses.times {
        try connection.run(
          "UPDATE entries SET used = ?2 WHERE tag = ?1 AND used < ?2", .integer(tag), .integer(used))
      }
    }

    /// Removes what was used least recently, a bounded number of entries, until no more than so many bytes are taken;
    /// then gives some of the free pages back.
    /// - Returns: whether no more than those bytes are taken.
    func makeRoom(
      toBytes target: Int, sparing spared: Int64?, into files: inout NeedlessFiles
    ) throws(SQLiteFailure) -> Bool {
      var usage = try usage()
      var removals = 0
      while usage.takenBytes > target, removals < Self.mostRemovals {
        var removed: Int64?
        try connection.forEachRow(
          "DELETE FROM entries WHERE tag = (SELECT tag FROM entries WHERE tag <> ?1 ORDER BY used LIMIT 1) "
            + "RETURNING tag, file_bytes", [.integer(spared ?? -1)]
        ) { (row) throws(SQLiteFailure) in
          removed = row.integer(0)
          if row.integer(1) > 0 { files.append(row.integer(0)) }
        }
        // What is left are pages of the index itself.
        guard removed != nil else { break }
        removals += 1
        usage = try self.usage()
      }
      let isRoomy = usage.takenBytes <= target || removals < Self.mostRemovals
      let surplus = usage.freePages - limits.freePages
      if surplus > 0 { try connection.run("PRAGMA incremental_vacuum(\(min(surplus, Self.mostRemovals)))") }
      return isRoomy
    }

    /// How many entries, or pages, one transaction removes at most.
    static let mostRemovals = 128

    /// What is taken.
    func usage() throws(SQLiteFailure) -> DiskUsage {
      let totals = try connection.first("SELECT entries, file_bytes, unswept, byte_limit FROM totals") {
        (row) throws(SQLiteFailure) in
        (row.integer(0), row.integer(1), row.integer(2), row.integer(3))
      }
      let plausible = 0...Int64(1 << 56)
      guard let totals, plausible.contains(totals.0), plausible.contains(totals.1),
        plausible.contains(totals.2),
        plausible.contains(totals.3)
      else { throw SQLiteFailure(.damaged, "the totals are wrong") }
      return DiskUsage(
        entries: Int(totals.0), fileBytes: Int(totals.1), unswept: Int(totals.2), byteLimit: Int(totals.3),
        pages: Int(try connection.integer("PRAGMA page_count") ?? 0),
        freePages: Int(try connection.integer("PRAGMA freelist_count") ?? 0),
        pageByteCount: DiskIndexSchema.pageByteCount)
    }

    /// Copies all changes into the database itself, and empties the log of them.
    func emptyLog() throws(SQLiteFailure) { try connection.run("PRAGMA wal_checkpoint(TRUNCATE)") }
  }
#endif
