#if DiskCache
  import Glibc
  import LazyMedia

  /// The file of a queue: a SQLite database in WAL mode, which its owner has locked.
  enum TrackerDatabase {
    static let name = "trackers.sqlite"
    /// Says in the database's head whose it is: "LMtr".
    private static let applicationIdentifier: Int64 = 0x4C4D_7472
    /// Grows when the table changes its form.
    private static let version: Int64 = 1
    private static let table =
      "CREATE TABLE hits(number INTEGER PRIMARY KEY, id BLOB NOT NULL UNIQUE, event BLOB NOT NULL, "
      + "url BLOB NOT NULL, time INTEGER NOT NULL, attempts INTEGER NOT NULL)"
    /// Pages of the log from which on an insert copies it, should nothing else do so before.
    private static let logPages = 4_096

    /// Opens the database of a folder, which the caller has locked; one that is damaged is moved aside.
    /// - Returns: also what was wrong with the file before, where it was moved.
    static func open(
      in folder: String
    ) throws(TrackerQueueError) -> (connections: [SQLiteConnection], damage: String?) {
      let path = "\(folder)/\(name)"
      var damage: String?
      while true {
        try makeFile(path)
        do throws(SQLiteFailure) {
          let first = try prepare(path)
          guard try first.first("PRAGMA quick_check(1)", row: { $0.text(0) }) == "ok" else {
            throw SQLiteFailure(.damaged, "its pages are not as they were written")
          }
          return ([first, try prepare(path)], damage)
        } catch {
          guard error.kind == .damaged, damage == nil else { throw error.queueError }
          damage = error.message
        }
        try moveAside(path)
      }
    }

    /// Made here, so that nobody else may read it.
    private static func makeFile(_ path: String) throws(TrackerQueueError) {
      // To open a pipe, for one, could take for ever.
      for file in ["", "-wal", "-shm", "-journal"].map({ path + $0 }) {
        var status = stat()
        guard lstat(file, &status) != 0 || status.st_mode & S_IFMT == S_IFREG else {
          throw TrackerQueueError(.unavailable, "\(file) is no file")
        }
      }
      let descriptor = Glibc.open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor < 0 else {
        close(descriptor)
        return
      }
      if errno != EEXIST { throw failure("\(path) cannot be made") }
    }

    /// What was there is kept beside, in the place of what was moved there before.
    private static func moveAside(_ path: String) throws(TrackerQueueError) {
      for suffix in ["", "-wal"] {
        guard rename(path + suffix, "\(path).damaged\(suffix)") == 0 || errno == ENOENT else {
          throw failure("\(path) is damaged and cannot be moved")
        }
      }
      guard unlink(path + "-shm") == 0 || errno == ENOENT else {
        throw failure("\(path) is damaged and cannot be moved")
      }
    }

    private static func failure(_ what: String) -> TrackerQueueError {
      let code: TrackerQueueError.Code = [ENOSPC, EDQUOT].contains(errno) ? .full : .unavailable
      return TrackerQueueError(code, "\(what): \(String(cString: strerror(errno)))")
    }

    private static func prepare(_ path: String) throws(SQLiteFailure) -> SQLiteConnection {
      let connection = try SQLiteConnection(path: path, busyMilliseconds: 2000)
      // Nothing in a file from elsewhere is to run; a page that lies is to be noticed.
      try connection.run("PRAGMA trusted_schema = OFF")
      try connection.run("PRAGMA cell_size_check = ON")
      let found = try connection.integer("PRAGMA user_version") ?? 0
      let identifier = try connection.integer("PRAGMA application_id") ?? 0
      let isOurs = identifier == applicationIdentifier
      if isOurs, found > version {
        throw SQLiteFailure(
          .newerVersion,
          "the queue has format \(found), made by a newer version; this one reads format \(version)")
      }
      // A process that is killed before its table is there leaves no page, or one that only says that there is a log.
      let parts = try connection.integer("SELECT count(*) FROM sqlite_schema") ?? 0
      let isEmpty = identifier == 0 && found == 0 && parts == 0
      if !isEmpty {
        let sql = try connection.first("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL") { $0.text(0) }
        guard isOurs, found == version, sql == table else {
          throw SQLiteFailure(.damaged, "it has another form")
        }
      }
      guard try connection.first("PRAGMA journal_mode = WAL", row: { $0.text(0) }) == "wal" else {
        throw SQLiteFailure(.unavailable, "the file system cannot keep a write-ahead log")
      }
      try connection.run("PRAGMA synchronous = NORMAL")
      try connection.run("PRAGMA wal_autocheckpoint = \(logPages)")
      if isEmpty {
        try connection.transaction { () throws(SQLiteFailure) in
          try connection.run(table)
          try connection.run("PRAGMA application_id = \(applicationIdentifier)")
          try connection.run("PRAGMA user_version = \(version)")
        }
      }
      return connection
    }
  }

  extension SQLiteFailure {
    /// For who uses the queue.
    var queueError: TrackerQueueError {
      switch kind {
      case .damaged, .moved: TrackerQueueError(.damaged, "the queue is not as it was written: \(message)")
      case .newerVersion: TrackerQueueError(.newerVersion, message)
      case .full: TrackerQueueError(.full, "the queue cannot grow: \(message)")
      case .unavailable: TrackerQueueError(.unavailable, "the queue cannot be written: \(message)")
      case .failed: TrackerQueueError(.failed, "the queue cannot be used: \(message)")
      }
    }
  }
#endif
