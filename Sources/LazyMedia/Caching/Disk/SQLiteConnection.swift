#if DiskCache
  internal import CSQLite

  /// A database that is open, and the statements that were prepared on it. For one thread at a time.
  package final class SQLiteConnection {
    /// A value of a statement's parameter.
    package enum Value {
      case integer(Int64)
      case blob([UInt8])
    }

    /// A row that a statement stands on; valid until the statement goes on.
    package struct Row {
      fileprivate let statement: OpaquePointer

      package func integer(_ column: Int32) -> Int64 { sqlite3_column_int64(statement, column) }

      /// `nil` where it is no blob.
      package func blob(_ column: Int32) -> UnsafeRawBufferPointer? {
        guard sqlite3_column_type(statement, column) == SQLITE_BLOB else { return nil }
        let start = sqlite3_column_blob(statement, column)
        return UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column)))
      }

      /// `nil` where it is no text.
      package func text(_ column: Int32) -> String? {
        guard sqlite3_column_type(statement, column) == SQLITE_TEXT else { return nil }
        return sqlite3_column_text(statement, column).map { String(cString: $0) }
      }
    }

    private let database: OpaquePointer
    private var statements: [String: OpaquePointer] = [:]

    /// Opens a database that is there, and is no link to another.
    package init(path: String, busyMilliseconds: Int32) throws(SQLiteFailure) {
      var opened: OpaquePointer?
      let code = sqlite3_open_v2(
        path, &opened,
        SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_NOFOLLOW | SQLITE_OPEN_EXRESCODE, nil)
      guard code == SQLITE_OK, let opened else {
        let failure = SQLiteFailure(code, opened)
        sqlite3_close(opened)
        throw failure
      }
      database = opened
      sqlite3_busy_timeout(opened, busyMilliseconds)
    }

    deinit {
      for statement in statements.values { sqlite3_finalize(statement) }
      sqlite3_close(database)
    }

    /// Runs a statement that has no result, or none that matters.
    package func run(_ sql: String, _ values: Value...) throws(SQLiteFailure) {
      try forEachRow(sql, values) { (_) throws(SQLiteFailure) in }
    }

    /// The first row's result; `nil` where there is no row.
    package func first<Result>(
      _ sql: String, _ values: Value..., row: (Row) throws(SQLiteFailure) -> Result
    ) throws(SQLiteFailure) -> Result? {
      var result: Result?
      try forEachRow(sql, values) { (found) throws(SQLiteFailure) in
        if result == nil { result = try row(found) }
      }
      return result
    }

    /// The first row's first column; `nil` where there is no row.
    package func integer(_ sql: String, _ values: Value...) throws(SQLiteFailure) -> Int64? {
      var result: Int64?
      try forEachRow(sql, values) { (row) throws(SQLiteFailure) in result = result ?? row.integer(0) }
      return result
    }

    /// Gives `body` each row of the result.
    package func forEachRow(
      _ sql: String, _ values: [Value], _ body: (Row) throws(SQLiteFailure) -> Void
    ) throws(SQLiteFailure) {
      let statement = try prepared(sql)
      defer {
        sqlite3_reset(statement)
        sqlite3_clear_bindings(statement)
      }
      for (index, value) in values.enumerated() { try bind(value, to: Int32(index + 1), of: statement) }
      while true {
        switch sqlite3_step(statement) {
        case SQLITE_ROW: try body(Row(statement: statement))
        case SQLITE_DONE: return
        case let code: throw SQLiteFailure(code, database)
        }
      }
    }

    /// Runs `body` in a transaction that no other writer can come into; nothing of it remains if it throws.
    package func transaction<Result>(_ body: () throws(SQLiteFailure) -> Result) throws(SQLiteFailure)
      -> Result
    {
      try run("BEGIN IMMEDIATE")
      do throws(SQLiteFailure) {
        let result = try body()
        try run("COMMIT")
        return result
      } catch {
        // Some failures have ended the transaction already.
        if sqlite3_get_autocommit(database) == 0 { try? run("ROLLBACK") }
        throw error
      }
    }

    private func prepared(_ sql: String) throws(SQLiteFailure) -> OpaquePointer {
      if let statement = statements[sql] { return statement }
      var statement: OpaquePointer?
      let code = sqlite3_prepare_v3(database, sql, -1, UInt32(SQLITE_PREPARE_PERSISTENT), &statement, nil)
      guard code == SQLITE_OK, let statement else { throw SQLiteFailure(code, database) }
      statements[sql] = statement
      return statement
    }

    private func bind(_ value: Value, to index: Int32, of statement: OpaquePointer) throws(SQLiteFailure) {
      let code: Int32
      switch value {
      case .integer(let number): code = sqlite3_bind_int64(statement, index, number)
      // A blob without an address would be NULL.
      case .blob(let bytes) where bytes.isEmpty: code = sqlite3_bind_zeroblob(statement, index, 0)
      case .blob(let bytes):
        // SQLITE_TRANSIENT: SQLite takes a copy.
        let takesCopy = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        code = bytes.withUnsafeBytes {
          sqlite3_bind_blob64(statement, index, $0.baseAddress, UInt64($0.count), takesCopy)
        }
      }
      guard code == SQLITE_OK else { throw SQLiteFailure(code, database) }
    }
  }
#endif
