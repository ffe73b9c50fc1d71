#if DiskCache
  import LazyMedia
  import Locking

  /// Keeps tracker hits in a folder: a SQLite database that one queue at a time has.
  ///
  /// What was inserted is there after the process was killed, at whatever moment; a hit is there whole or not at all. A
  /// loss of power may take what was inserted in the last moments: nothing waits for the disk on the way. A database that
  /// is damaged is moved aside, as `trackers.sqlite.damaged`, and a new one made: see ``damage``.
  ///
  /// ```swift
  /// let queue = try SQLiteTrackerQueue(directory: "/var/lib/app/trackers")
  /// let sender = TrackerSender(queue: queue)
  /// sender.resume()
  /// options.trackerSender = sender
  /// ```
  public final class SQLiteTrackerQueue: TrackerQueue {
    /// What was wrong with the database that was moved aside when this queue was opened; `nil` where none was.
    public let damage: String?

    /// A connection, and what only its owner may do with it.
    ///
    /// @unchecked Sendable: whoever uses it holds the lock that it lies in.
    private struct Guarded: @unchecked Sendable {
      let connection: SQLiteConnection
    }

    /// Inserts.
    private let inserting: Lock<Guarded>
    /// Does all the rest, so that reading and copying the log keep no insert waiting.
    private let serving: Lock<Guarded>
    /// One writer at a time; how many hits there are.
    private let count: Lock<Int>
    private let limit: Int
    private let lock: FolderLock
    /// The database.
    private let file: OpenedFile
    private let changes = Lock(0)

    /// Hits that are kept at most.
    static let defaultLimit = 10_000
    /// Changes between two copies of the log into the database; each takes a few pages of the log.
    private static let changesPerCopy = 128

    /// Opens the queue in a folder, which is made if it is missing: for this user alone (modes 0700 and 0600). Blocks for
    /// as long as its hits, at most 10,000, take to be read.
    /// - Throws: `inUse`, `unavailable`, `newerVersion`, `full` or `failed`.
    public convenience init(directory: String) throws(TrackerQueueError) {
      try self.init(directory: directory, limit: Self.defaultLimit)
    }

    /// - Parameter limit: hits that are kept at most.
    init(directory: String, limit: Int) throws(TrackerQueueError) {
      lock = try Self.lock(directory)
      let (connections, damage) = try TrackerDatabase.open(in: directory)
      let path = "\(directory)/\(TrackerDatabase.name)"
      guard let file = OpenedFile(path) else { throw Self.gone(path) }
      self.file = file
      self.damage = damage
      self.limit = max(1, limit)
      do throws(SQLiteFailure) {
        count = Lock(Int(try connections[0].integer("SELECT count(*) FROM hits") ?? 0))
      } catch { throw error.queueError }
      inserting = Lock(Guarded(connection: connections[0]))
      serving = Lock(Guarded(connection: connections[1]))
    }

    private static func lock(_ directory: String) throws(TrackerQueueError) -> FolderLock {
      do throws(MediaStoreError) {
        try BodyFiles.makeFolder(directory)
        if let lock = try FolderLock.ifFree("\(directory)/lock") { return lock }
      } catch { throw TrackerQueueError(error) }
      throw TrackerQueueError(.inUse, "another queue has \(directory)")
    }

    private static func gone(_ path: String) -> TrackerQueueError {
      TrackerQueueError(.unavailable, "\(path) was moved or removed: the queue must be opened anew")
    }

    /// See ``TrackerQueue/insert(_:)``. One transaction in the log; its only wait is for an ``update(removing:keeping:)``
    /// that is under way.
    public func insert(_ hits: [TrackerHit]) throws(TrackerQueueError) -> [TrackerHit] {
      // SQLite goes on writing to a file that nobody will find again.
      guard file.isThere else { throw Self.gone(file.path) }
      return try inserting.withLock { (guarded) throws(TrackerQueueError) in
        try write(on: guarded.connection) { (connection, count) throws(SQLiteFailure) in
          for hit in hits {
            try connection.run(
              "INSERT INTO hits(id, event, url, time, attempts) VALUES (?1, ?2, ?3, ?4, ?5)", .text(hit.id),
              .text(hit.event.rawValue), .text(hit.url), .integer(hit.milliseconds),
              .integer(Int64(clamping: hit.attempts)))
          }
          count += hits.count
          changes.withLock { $0 += hits.count }
          var dropped: [TrackerHit] = []
          while count > limit {
            try connection.forEachRow(
              "DELETE FROM hits WHERE number = (SELECT min(number) FROM hits) "
                + "RETURNING id, event, url, time, attempts", []
            ) { (row) throws(SQLiteFailure) in if let hit = TrackerHit(row) { dropped.append(hit) } }
            count -= 1
          }
          return dropped
        }
      }
    }

    /// Copies the log into the database now and then. That waits for the disk, and inserts go on meanwhile.
    private func copyLog(with connection: SQLiteConnection, after count: Int) {
      let isDue = changes.withLock { changes in
        changes += count
        defer { if changes >= Self.changesPerCopy { changes = 0 } }
        return changes >= Self.changesPerCopy
      }
      // What fails now is done next time.
      if isDue { try? connection.run("PRAGMA wal_checkpoint(PASSIVE)") }
    }

    /// See ``TrackerQueue/update(removing:keeping:)``.
    public func update(
      removing ids: [TrackerHit.ID], keeping hits: [TrackerHit]
    ) throws(TrackerQueueError) {
      try serving.withLock { (guarded) throws(TrackerQueueError) in
        try write(on: guarded.connection) { (connection, count) throws(SQLiteFailure) in
          for hit in hits {
            try connection.run(
              "UPDATE hits SET attempts = ?2 WHERE id = ?1", .text(hit.id),
              .integer(Int64(clamping: hit.attempts)))
          }
          for id in ids {
            try connection.forEachRow("DELETE FROM hits WHERE id = ?1 RETURNING number", [.text(id)]) {
              (_) throws(SQLiteFailure) in count -= 1
            }
          }
        }
        copyLog(with: guarded.connection, after: ids.count + hits.count)
      }
    }

    /// See ``TrackerQueue/storedHits()``. Rows that are no hits are let go of.
    public func storedHits() throws(TrackerQueueError) -> [TrackerHit] {
      try serving.withLock { (guarded) throws(TrackerQueueError) in
        var hits: [TrackerHit] = []
        var others: [Int64] = []
        do throws(SQLiteFailure) {
          try guarded.connection.forEachRow(
            "SELECT id, event, url, time, attempts, number FROM hits ORDER BY number", []
          ) { (row) throws(SQLiteFailure) in
            if let hit = TrackerHit(row) { hits.append(hit) } else { others.append(row.integer(5)) }
          }
        } catch { throw error.queueError }
        // What fails now is done next time.
        if !others.isEmpty { try? remove(rows: others, on: guarded.connection) }
        return hits
      }
    }

    private func remove(rows: [Int64], on connection: SQLiteConnection) throws(TrackerQueueError) {
      try write(on: connection) { (connection, count) throws(SQLiteFailure) in
        for row in rows {
          try connection.forEachRow(
            "DELETE FROM hits WHERE number = ?1 RETURNING number", [.integer(row)]
          ) { (_) throws(SQLiteFailure) in count -= 1 }
        }
      }
    }

    /// Nothing of `body` remains if it throws.
    private func write<Result: Sendable>(
      on connection: SQLiteConnection,
      _ body: (SQLiteConnection, inout Int) throws(SQLiteFailure) -> Result
    ) throws(TrackerQueueError) -> Result {
      try count.withLock { (count) throws(TrackerQueueError) in
        do throws(SQLiteFailure) {
          var changed = count
          let result = try connection.transaction { () throws(SQLiteFailure) in
            try body(connection, &changed)
          }
          count = changed
          return result
        } catch { throw error.queueError }
      }
    }
  }

  extension SQLiteConnection.Value {
    /// As its bytes.
    fileprivate static func text(_ text: String) -> Self { .blob(Array(text.utf8)) }
  }

  extension TrackerHit {
    fileprivate var milliseconds: Int64 {
      let (seconds, attoseconds) = time.components
      return seconds.multipliedReportingOverflow(by: 1_000).partialValue
        &+ attoseconds / 1_000_000_000_000_000
    }

    /// `nil` for a row that is none of ours.
    fileprivate init?(_ row: SQLiteConnection.Row) {
      func text(_ column: Int32) -> String? { row.blob(column).map { String(decoding: $0, as: UTF8.self) } }
      guard let id = text(0), let event = text(1).flatMap(TrackerEvent.init), let url = text(2),
        VASTAddress.isWeb(url)
      else { return nil }
      self.init(
        id: id, url: url, event: event, time: .milliseconds(row.integer(3)),
        attempts: Int(clamping: row.integer(4)))
    }
  }

  extension TrackerQueueError {
    fileprivate init(_ error: MediaStoreError) {
      let code: Code =
        switch error.code {
        case .unavailable: .unavailable
        case .newerVersion: .newerVersion
        case .full: .full
        case .failed: .failed
        }
      self.init(code, error.message)
    }
  }
#endif
