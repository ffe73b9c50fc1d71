#if DiskCache
  import Glibc
  internal import Locking

  /// Keeps media in a folder, beyond the life of the program. Any number of programs may use the same folder at the
  /// same time.
  ///
  /// An index in SQLite names every entry; small bodies lie in it, larger ones in files. An entry is there once the
  /// index says so, and is checked against its checksum whenever it is read: one that is damaged is none, and is
  /// removed. A damaged index is made anew, empty; so is one of an older format. One of a newer format is left alone,
  /// and refused with ``MediaStoreError/Code/newerVersion``.
  ///
  /// A program that is killed loses at most what it was storing. A loss of power may take what was stored in the last
  /// moments as well, never what was there before: nothing waits for the disk on the way.
  ///
  /// Entries leave by their last use once the limit of bytes is reached. Bodies, heads, the index and its log are
  /// counted, as the file system stores them. The last uses are noted in batches: a program that is killed may lose 64
  /// of them, and those within ten seconds of the one before are not told apart.
  ///
  /// All calls block, and come from any thread.
  public final class DiskCache: MediaStore {
    /// A disk.
    public var level: MediaStoreLevel { .disk }
    /// The limit of a folder that has none yet: 512 MiB.
    public static let defaultByteLimit = 512 << 20
    /// Bodies up to so many bytes lie in the index; `benchmarks disk` compares sizes.
    package static let defaultInlineLimit = 16 << 10

    let folder: DiskFolder
    private let inlineLimit: Int
    private let now: @Sendable () -> Int64
    private let uses = Lock(PendingUses())
    private let random: Lock<any RandomNumberGenerator & Sendable>
    private let insertsUntilSweep = Lock(0)
    private let discards = Lock(0)

    /// Inserts between two searches of a folder for files without an entry.
    private static let insertsPerSweep = 64

    /// Opens the cache in a folder, which is made if it is missing: for this user alone (modes 0700 and 0600). Takes
    /// the same short time however many entries there are.
    /// - Parameters:
    ///   - directory: nothing else should be in it.
    ///   - byteLimit: bytes on disk, 1 MiB at least; 512 MiB by default. Kept within 5%; if programs that share a folder
    ///     set different limits, each keeps to its own.
    /// - Throws: `unavailable`, `newerVersion`, `full` or `failed`.
    public convenience init(
      directory: String, byteLimit: Int = DiskCache.defaultByteLimit
    ) throws(MediaStoreError) {
      try self.init(directory: directory, byteLimit: byteLimit, inlineLimit: Self.defaultInlineLimit)
    }

    /// Opens the cache in a folder with the limit that whoever opened it last has set.
    public convenience init(keptIn directory: String) throws(MediaStoreError) {
      try self.init(directory: directory, byteLimit: nil, inlineLimit: Self.defaultInlineLimit)
    }

    /// - Parameters:
    ///   - byteLimit: `nil` for that which whoever opened the folder last has set.
    ///   - now: milliseconds since 1970.
    package init(
      directory: String, byteLimit: Int?, inlineLimit: Int = DiskCache.defaultInlineLimit,
      random: any RandomNumberGenerator & Sendable = SystemRandomNumberGenerator(),
      now: @escaping @Sendable () -> Int64 = DiskCache.wallClock
    ) throws(MediaStoreError) {
      folder = try DiskFolder(
        path: directory, byteLimit: byteLimit.map { min(max($0, 1 << 20), 1 << 50) },
        orElse: Self.defaultByteLimit)
      self.inlineLimit = inlineLimit
      self.random = Lock(random)
      self.now = now
    }

    deinit { try? noteUses() }

    /// Whether a folder holds a cache, of whatever version.
    public static func exists(in directory: String) -> Bool {
      FileIdentity(path: DiskFolder.indexPath(directory)) != nil
    }

    // MARK: - MediaStore

    /// The entry of `key`; `nil` where there is none that is whole. Counts as a use.
    public func entry(for key: String) throws(MediaStoreError) -> StoredEntry? {
      let key = Array(key.utf8)
      let hash = KeyHash(key)
      var missing: Int64?
      while case .entry(let entry, var body)? = try find(key, hash, withBody: true) {
        if entry.isFile {
          let read = try folder.files.read(
            tag: entry.tag, byteCount: entry.bodyByteCount, checksum: entry.bodyChecksum)
          switch read {
          case .body(let found): body = found
          case .missing where missing != entry.tag:
            // Replaced or removed since, unless the index names it still.
            missing = entry.tag
            continue
          case .missing, .damaged:
            try? discard(entry.tag)
            return nil
          }
        }
        guard let body else { return nil }
        noteUse(of: entry)
        return StoredEntry(head: entry.storedHead, body: body)
      }
      return nil
    }

    /// The head of the entry of `key`, without its body. Does not count as a use.
    package func head(for key: String) throws(MediaStoreError) -> StoredHead? {
      let key = Array(key.utf8)
      guard case .entry(let entry, _)? = try find(key, KeyHash(key), withBody: false) else { return nil }
      return entry.storedHead
    }

    /// Puts an entry in the place of whatever `key` had, and removes what was used least recently if need be.
    /// - Throws: `full` as well where the entry alone is larger than the limit.
    public func insert(head: [UInt8], body: MediaBody, for key: String) throws(MediaStoreError) {
      let isFile = body.count > inlineLimit
      let key = Array(key.utf8)
      var entry = DiskIndexEntry(
        tag: 0, key: key, head: head, bodyByteCount: body.count, bodyChecksum: StoreChecksum.of(body),
        fileByteCount: isFile ? BodyFiles.fileByteCount(of: body.count) : 0, used: now())
      let byteCount = key.count + head.count + (isFile ? entry.fileByteCount : body.count)
      guard byteCount <= folder.limits.capacity / 2 else {
        throw MediaStoreError(
          .full, "an entry of \(byteCount) bytes is more than half of what the cache may have")
      }
      var files: DiskIndex.NeedlessFiles?
      while files == nil {
        entry.tag = DiskIndexEntry.tag(milliseconds: entry.used, random: random.withLock { $0.next() })
        files = isFile ? try insertFile(entry, body) : try insert(entry, body: Self.bytes(of: body))
      }
      folder.files.remove(files ?? [])
      // The entry is there; that there may be others' leavings is no reason to fail.
      try? sweepNowAndThen()
    }

    /// Replaces the head of the entry that `tag` names, if `key` still has that.
    public func replaceHead(
      with head: [UInt8], for key: String, tag: StoredEntryTag
    ) throws(MediaStoreError) {
      let key = Array(key.utf8)
      try folder.write { (index) throws(SQLiteFailure) in
        try index.replaceHead(of: key, KeyHash(key), tag: Int64(bitPattern: tag.number), with: head)
      }
    }

    /// Removes the entry of `key`; with a `tag`, only if it is that which the tag names.
    public func remove(_ key: String, tag: StoredEntryTag? = nil) throws(MediaStoreError) {
      let key = Array(key.utf8)
      let files = try folder.write { (index) throws(SQLiteFailure) in
        try index.remove(key, KeyHash(key), tag: tag.map { Int64(bitPattern: $0.number) })
      }
      folder.files.remove(files)
    }

    // MARK: - Parts

    /// What is damaged is removed, and none.
    private func find(
      _ key: [UInt8], _ hash: KeyHash, withBody: Bool
    ) throws(MediaStoreError) -> DiskIndex.Found? {
      let found = try folder.read { (index) throws(SQLiteFailure) in
        try index.find(key, hash, withBody: withBody)
      }
      guard case .damaged(let tag)? = found else { return found }
      try? discard(tag)
      return nil
    }

    /// How many entries this has found damaged, or without their file.
    package var discardCount: Int { discards.withLock { $0 } }

    /// Removes an entry that cannot be read.
    func discard(_ tag: Int64) throws(MediaStoreError) {
      discards.withLock { $0 += 1 }
      let files = try folder.write { (index) throws(SQLiteFailure) in try index.remove(tag: tag) }
      folder.files.remove(files + [tag])
    }

    /// `nil` if the tag is taken.
    private func insertFile(
      _ entry: DiskIndexEntry, _ body: MediaBody
    ) throws(MediaStoreError) -> DiskIndex.NeedlessFiles? {
      guard let file = try folder.files.write(body, tag: entry.tag) else { return nil }
      do throws(MediaStoreError) {
        let files = try insert(entry, body: nil)
        if files == nil { folder.files.remove([entry.tag]) }
        // Locked until the index names it.
        _ = consume file
        return files
      } catch {
        folder.files.remove([entry.tag])
        throw error
      }
    }

    /// `nil` if the tag is taken.
    private func insert(_ entry: DiskIndexEntry, body: [UInt8]?) throws(MediaStoreError) -> DiskIndex
      .NeedlessFiles?
    {
      let pending = uses.withLock { $0.take() }
      let inserted = try folder.write { (index) throws(SQLiteFailure) in
        try index.insert(entry, body: body, uses: pending)
      }
      guard var (files, isRoomy) = inserted else { return nil }
      // The entry is there: what fails now is left to the next insert.
      do throws(MediaStoreError) {
        while !isRoomy {
          isRoomy = try makeRoom(toBytes: folder.limits.capacity, sparing: entry.tag, into: &files)
        }
      } catch {}
      return files
    }

    /// One bounded step.
    func makeRoom(
      toBytes target: Int, sparing tag: Int64? = nil, into files: inout DiskIndex.NeedlessFiles
    ) throws(MediaStoreError) -> Bool {
      let (more, isRoomy) = try folder.write { (index) throws(SQLiteFailure) in
        try index.connection.transaction { () throws(SQLiteFailure) in
          var files: DiskIndex.NeedlessFiles = []
          let isRoomy = try index.makeRoom(toBytes: target, sparing: tag, into: &files)
          return (files, isRoomy)
        }
      }
      files += more
      return isRoomy
    }

    private static func bytes(of body: MediaBody) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(body.count)
      body.forEachPiece { bytes.append(contentsOf: $0) }
      return bytes
    }

    private func noteUse(of entry: DiskIndexEntry) {
      let now = now()
      let isFull = uses.withLock { uses in
        uses.add(tag: entry.tag, now: now, known: entry.used)
        return uses.isFull
      }
      // That it was used is no reason to fail.
      if isFull { try? noteUses() }
    }

    /// Tells the index what was used: to be called before a process ends that does not let go of the cache.
    package func noteUses() throws(MediaStoreError) {
      let pending = uses.withLock { $0.take() }
      guard !pending.times.isEmpty else { return }
      try folder.write { (index) throws(SQLiteFailure) in
        try index.connection.transaction { () throws(SQLiteFailure) in try index.note(pending) }
      }
    }

    /// Files without an entry are what a killed program leaves: now and then one folder is searched for them; after the
    /// index was lost, one with every insert.
    private func sweepNowAndThen() throws(MediaStoreError) {
      let isDue = insertsUntilSweep.withLock { count in
        count = count > 0 ? count - 1 : Self.insertsPerSweep
        return count == Self.insertsPerSweep
      }
      let unswept = try folder.read { (index) throws(SQLiteFailure) in try index.usage().unswept }
      if unswept > 0 {
        try folder.write { (index) throws(SQLiteFailure) in
          try index.connection.run(
            "UPDATE totals SET unswept = unswept - 1 WHERE unswept = ?1", .integer(Int64(unswept)))
        }
        _ = try sweep(folder: (unswept - 1) % BodyFiles.folderCount, removing: true)
      } else if isDue {
        let number = random.withLock { $0.next() } % UInt64(BodyFiles.folderCount)
        _ = try sweep(folder: Int(number), removing: true)
      }
    }

    /// Looks through one folder for files without an entry.
    func sweep(folder number: Int, removing: Bool) throws(MediaStoreError) -> Int {
      try folder.read { (index) throws(SQLiteFailure) in
        try folder.files.sweep(folder: number, removing: removing) { (tag) throws(SQLiteFailure) in
          try index.contains(tag: tag)
        }
      }
    }

    /// Milliseconds since 1970.
    package static func wallClock() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
  }
#endif
