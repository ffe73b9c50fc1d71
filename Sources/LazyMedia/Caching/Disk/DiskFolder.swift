#if DiskCache
  import Glibc
  internal import Locking

  /// The folder of a disk cache: opens its index, once for each thread that uses it at the same time, and makes it anew
  /// where it is damaged.
  final class DiskFolder: Sendable {
    /// The folder, all links followed.
    let path: String
    let limits: DiskLimits
    let files: BodyFiles
    /// Opened before, used by nobody now.
    private let idle = Lock<[DiskIndex]>([])
    /// Writers of this process wait here, in turn; those of other processes are waited for by asking again and again.
    private let writing = Lock(())

    static let indexName = "lazymedia.sqlite"
    private static let mostIdle = 4

    /// - Parameter byteLimit: `nil` for that which the folder has, or `byteLimitOfNew`.
    init(path given: String, byteLimit: Int?, orElse byteLimitOfNew: Int) throws(MediaStoreError) {
      try BodyFiles.makeFolder(given)
      guard let resolved = realpath(given, nil) else {
        throw MediaStoreError(systemCode: errno, "\(given) cannot be found")
      }
      path = String(cString: resolved)
      free(resolved)
      files = BodyFiles(directory: path)
      let first = try Self.open(path, limits: DiskLimits(bytes: byteLimit ?? byteLimitOfNew))
      do throws(SQLiteFailure) {
        let kept = try first.usage().byteLimit
        limits = DiskLimits(bytes: byteLimit ?? kept)
        if limits.bytes != kept {
          try first.connection.run("UPDATE totals SET byte_limit = ?1", .integer(Int64(limits.bytes)))
        }
      } catch { throw error.storeError }
      // With limits other than these it is of no further use.
      if limits.bytes == first.limits.bytes { giveBack(first) }
    }

    // MARK: - Using the index

    /// Lets `body` read.
    func read<Result>(
      _ body: (DiskIndex) throws(SQLiteFailure) -> Result
    ) throws(MediaStoreError) -> Result {
      var isSecond = false
      while true {
        let index = try take()
        do throws(SQLiteFailure) {
          let result = try body(index)
          giveBack(index)
          return result
        } catch {
          try recover(from: error, of: index, isSecond: isSecond)
          isSecond = true
        }
      }
    }

    /// Lets `body` write: one writer of this process at a time.
    func write<Result: Sendable>(
      _ body: (DiskIndex) throws(SQLiteFailure) -> Result
    ) throws(MediaStoreError) -> Result {
      try read { (index) throws(SQLiteFailure) in
        try writing.withLock { (_) throws(SQLiteFailure) in
          let result = try body(index)
          // Readers without a pause between them can keep the log from being used again from its beginning.
          if logByteCount > limits.logBytes { try? index.emptyLog() }
          return result
        }
      }
    }

    /// Nothing is to be done about most failures; a damaged index is made anew, once.
    private func recover(from failure: SQLiteFailure, of index: DiskIndex, isSecond: Bool)
      throws(MediaStoreError)
    {
      guard !isSecond, failure.kind == .damaged || failure.kind == .moved else { throw failure.storeError }
      idle.withLock { $0.removeAll() }
      guard failure.kind == .damaged else { return }
      let lock = try FolderLock(path: Self.lockPath(path))
      // Unless somebody else has done so.
      if index.identity == FileIdentity(path: indexPath) { try Self.removeIndex(path) }
      _ = consume lock
    }

    /// Whether the index is as SQLite has written it.
    func isIndexSound() throws(MediaStoreError) -> Bool {
      let index = try take()
      do throws(SQLiteFailure) {
        let verdict = try index.connection.first("PRAGMA integrity_check(1)") { $0.text(0) }
        _ = try index.usage()
        giveBack(index)
        return verdict == "ok"
      } catch {
        guard error.kind == .damaged else { throw error.storeError }
        return false
      }
    }

    /// Puts a new, empty index in the place of this one.
    func replaceIndex() throws(MediaStoreError) {
      idle.withLock { $0.removeAll() }
      let lock = try FolderLock(path: Self.lockPath(path))
      try Self.removeIndex(path)
      _ = consume lock
    }

    private func take() throws(MediaStoreError) -> DiskIndex {
      let identity = FileIdentity(path: indexPath)
      while let index = idle.withLock({ $0.popLast() }) {
        if let identity, index.identity == identity { return index }
      }
      try BodyFiles.makeFolder(path)
      return try Self.open(path, limits: limits)
    }

    private func giveBack(_ index: DiskIndex) {
      idle.withLock { if $0.count < Self.mostIdle { $0.append(index) } }
    }

    private var indexPath: String { Self.indexPath(path) }

    /// Bytes of the log of changes.
    var logByteCount: Int {
      var status = stat()
      return stat(indexPath + "-wal", &status) == 0 ? Int(status.st_size) : 0
    }

    /// Bytes on disk of what is neither the index nor a body: its log, and the folders.
    var overheadByteCount: Int {
      let names =
        ["", "/\(Self.indexName)-wal", "/\(Self.indexName)-shm"]
        + (0..<BodyFiles.folderCount).map { "/" + BodyFiles.folderName($0) }
      return names.reduce(0) { sum, name in
        var status = stat()
        return lstat(path + name, &status) == 0 ? sum + Int(status.st_blocks) * 512 : sum
      }
    }

    // MARK: - Opening

    static func indexPath(_ folder: String) -> String { "\(folder)/\(indexName)" }
    private static func lockPath(_ folder: String) -> String { "\(folder)/lock" }

    private static func open(_ folder: String, limits: DiskLimits) throws(MediaStoreError) -> DiskIndex {
      let lock = try FolderLock(path: lockPath(folder))
      let path = indexPath(folder)
      var isSecond = false
      while true {
        // Made here, so that nobody else may read it. Not opened where it is: closing would end locks of SQLite's.
        let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor >= 0 {
          close(descriptor)
        } else if errno != EEXIST {
          throw MediaStoreError(systemCode: errno, "\(path) cannot be made")
        }
        do throws(SQLiteFailure) {
          let connection = try DiskIndexSchema.open(path: path, limits: limits)
          let index = DiskIndex(connection: connection, identity: FileIdentity(path: path), limits: limits)
          _ = try index.usage()
          _ = consume lock
          return index
        } catch {
          guard error.kind == .damaged, !isSecond else { throw error.storeError }
          try removeIndex(folder)
          isSecond = true
        }
      }
    }

    /// Removes the index; the caller has locked the folder. A log without its database is not taken for that of the
    /// next: SQLite removes what lies beside an empty database.
    private static func removeIndex(_ folder: String) throws(MediaStoreError) {
      for name in ["", "-wal", "-shm"] {
        let path = indexPath(folder) + name
        guard unlink(path) == 0 || errno == ENOENT else {
          throw MediaStoreError(systemCode: errno, "\(path) is damaged and cannot be removed")
        }
      }
    }
  }
#endif
