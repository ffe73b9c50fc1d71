#if DiskCache
  internal import CSQLite
  import Glibc

  /// What SQLite refused.
  package struct SQLiteFailure: Error {
    package enum Kind {
      /// The file is no database, or not as it was written.
      case damaged
      /// Another file has the path by now.
      case moved
      /// A newer version of this library has made the file.
      case newerVersion
      case full
      case unavailable
      case failed
    }

    package var kind: Kind
    package var message: String

    package init(_ kind: Kind, _ message: String) {
      self.kind = kind
      self.message = message
    }

    /// What the last call on `database` came to; `code` is extended.
    init(_ code: Int32, _ database: OpaquePointer?) {
      let systemCode = database.map { sqlite3_system_errno($0) } ?? 0
      message = database.map { String(cString: sqlite3_errmsg($0)) } ?? String(cString: sqlite3_errstr(code))
      if systemCode != 0, code & 0xFF != SQLITE_CONSTRAINT {
        message += " (\(String(cString: strerror(systemCode))))"
      }
      kind =
        switch code & 0xFF {
        // A statement that does not fit the tables comes of tables that are not ours.
        case SQLITE_CORRUPT, SQLITE_NOTADB, SQLITE_ERROR, SQLITE_SCHEMA, SQLITE_CONSTRAINT, SQLITE_MISMATCH:
          .damaged
        case SQLITE_FULL: .full
        case SQLITE_IOERR: [ENOSPC, EDQUOT, EFBIG].contains(systemCode) ? .full : .failed
        case SQLITE_READONLY where code == SQLITE_READONLY | (4 << 8): .moved
        case SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_AUTH: .unavailable
        default: .failed
        }
    }

    /// For who uses the store.
    var storeError: MediaStoreError {
      switch kind {
      case .damaged, .moved, .failed: MediaStoreError(.failed, "the index cannot be used: \(message)")
      case .newerVersion: MediaStoreError(.newerVersion, message)
      case .full: MediaStoreError(.full, "the index cannot grow: \(message)")
      case .unavailable: MediaStoreError(.unavailable, "the index cannot be opened: \(message)")
      }
    }
  }
#endif
