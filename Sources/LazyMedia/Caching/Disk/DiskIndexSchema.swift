#if DiskCache
  /// The tables of the index, and how a database comes to have them.
  enum DiskIndexSchema {
    /// Says in the database's head whose it is: "LMed".
    static let applicationIdentifier: Int64 = 0x4C4D_6564
    /// Grows when tables or files change their form.
    static let version: Int64 = 1
    static let pageByteCount = 4096

    /// As SQLite keeps their text: whatever else a database has is not ours.
    static let statements = [
      "CREATE TABLE entries(tag INTEGER PRIMARY KEY, hash BLOB NOT NULL UNIQUE, key BLOB NOT NULL, "
        + "head BLOB NOT NULL, head_checksum INTEGER NOT NULL, body_bytes INTEGER NOT NULL, "
        + "body_checksum INTEGER NOT NULL, file_bytes INTEGER NOT NULL, used INTEGER NOT NULL)",
      "CREATE INDEX entries_by_use ON entries(used)",
      "CREATE TABLE bodies(tag INTEGER PRIMARY KEY, body BLOB NOT NULL)",
      "CREATE TABLE totals(id INTEGER PRIMARY KEY, entries INTEGER NOT NULL, file_bytes INTEGER NOT NULL, "
        + "unswept INTEGER NOT NULL, byte_limit INTEGER NOT NULL)",
      "CREATE TRIGGER entry_inserted AFTER INSERT ON entries BEGIN "
        + "UPDATE totals SET entries = entries + 1, file_bytes = file_bytes + new.file_bytes; END",
      "CREATE TRIGGER entry_deleted AFTER DELETE ON entries BEGIN "
        + "UPDATE totals SET entries = entries - 1, file_bytes = file_bytes - old.file_bytes; "
        + "DELETE FROM bodies WHERE tag = old.tag; END",
    ]

    /// Opens the database at `path`, which is there, and gives it its tables if it is empty. Throws `damaged` where it
    /// is anything else than an index of this version; `newerVersion` where it is one of a later.
    static func open(path: String, limits: DiskLimits) throws(SQLiteFailure) -> SQLiteConnection {
      let connection = try SQLiteConnection(path: path, busyMilliseconds: 2000)
      // Nothing in a file from elsewhere is to run; a page that lies is to be noticed.
      try connection.run("PRAGMA trusted_schema = OFF")
      try connection.run("PRAGMA cell_size_check = ON")
      let found = try connection.integer("PRAGMA user_version") ?? 0
      let isOurs = try connection.integer("PRAGMA application_id") == applicationIdentifier
      if isOurs, found > version {
        throw SQLiteFailure(
          .newerVersion,
          "the cache has format \(found), made by a newer version; this one reads format \(version)")
      }
      let isEmpty = try connection.integer("PRAGMA page_count") == 0
      if isEmpty {
        try connection.run("PRAGMA page_size = \(pageByteCount)")
        try connection.run("PRAGMA auto_vacuum = INCREMENTAL")
      } else {
        guard isOurs, found == version, try hasTables(connection) else {
          throw SQLiteFailure(.damaged, "the index has another form")
        }
      }
      guard try connection.first("PRAGMA journal_mode = WAL", row: { $0.text(0) }) == "wal" else {
        throw SQLiteFailure(.unavailable, "the file system cannot keep a write-ahead log")
      }
      try connection.run("PRAGMA synchronous = NORMAL")
      try connection.run("PRAGMA wal_autocheckpoint = \(limits.logPages)")
      try connection.run("PRAGMA journal_size_limit = \(limits.logBytes)")
      if isEmpty {
        try connection.transaction { () throws(SQLiteFailure) in
          for statement in statements { try connection.run(statement) }
          // Files that an index before this one named are without an entry now.
          try connection.run(
            "INSERT INTO totals VALUES (1, 0, 0, ?1, ?2)", .integer(Int64(BodyFiles.folderCount)),
            .integer(Int64(limits.bytes)))
          try connection.run("PRAGMA application_id = \(applicationIdentifier)")
          try connection.run("PRAGMA user_version = \(version)")
        }
      }
      return connection
    }

    private static func hasTables(_ connection: SQLiteConnection) throws(SQLiteFailure) -> Bool {
      var found: [String] = []
      try connection.forEachRow(
        "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL LIMIT \(statements.count + 1)", []
      ) { (row) throws(SQLiteFailure) in found.append(row.text(0) ?? "") }
      guard found == statements else { return false }
      return try connection.integer("PRAGMA page_size") == Int64(pageByteCount)
    }
  }
#endif
