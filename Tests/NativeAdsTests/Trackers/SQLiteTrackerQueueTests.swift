#if DiskCache
  import Foundation
  import LazyMedia
  import Testing

  @testable import NativeAds

  @Suite struct SQLiteTrackerQueueTests {
    private let folder = TemporaryFolder()

    private var path: String { "\(folder.path)/queue" }
    private var database: String { "\(path)/trackers.sqlite" }

    private func queue(limit: Int = SQLiteTrackerQueue.defaultLimit) throws -> SQLiteTrackerQueue {
      try SQLiteTrackerQueue(directory: path, limit: limit)
    }

    private func hit(_ number: Int) -> TrackerHit {
      TrackerHit(
        id: "id\(number)", url: "https://t.example/\(number)?ü", event: .firstQuartile,
        time: .milliseconds(1_700_000_000_123 + number))
    }

    @Test func whatIsInsertedIsThereAfterwards() throws {
      var first: SQLiteTrackerQueue? = try queue()
      #expect(try first?.insert([hit(1), hit(2)]) == [])
      #expect(try first?.insert([hit(3)]) == [])
      var tried = hit(2)
      tried.attempts = 4
      try first?.update(removing: ["id1", "unknown"], keeping: [tried, hit(9)])
      first = nil
      let second = try queue()
      #expect(second.damage == nil)
      #expect(try second.storedHits() == [tried, hit(3)])
    }

    @Test func anInsertIsWholeOrNotAtAll() throws {
      let queue = try queue()
      _ = try queue.insert([hit(1)])
      #expect(throws: TrackerQueueError.self) { try queue.insert([hit(2), hit(1)]) }
      #expect(try queue.storedHits() == [hit(1)])
      _ = try queue.insert([hit(2)])
      #expect(try queue.storedHits().count == 2)
    }

    @Test func ofMoreThanMayBeKeptTheOldestGo() throws {
      var first: SQLiteTrackerQueue? = try queue(limit: 3)
      _ = try first?.insert((1...3).map { hit($0) })
      #expect(try first?.insert([hit(4), hit(5)]) == [hit(1), hit(2)])
      try first?.update(removing: ["id3", "id3"], keeping: [])
      #expect(try first?.insert([hit(6)]) == [])
      first = nil
      let second = try queue(limit: 3)
      #expect(try second.insert([hit(7)]) == [hit(4)])
    }

    @Test func aFolderBelongsToOneQueue() throws {
      var first: SQLiteTrackerQueue? = try queue()
      let error = #expect(throws: TrackerQueueError.self) { try queue() }
      #expect(error?.code == .inUse)
      _ = try first?.insert([hit(1)])
      first = nil
      #expect(try queue().storedHits() == [hit(1)])
    }

    @Test(arguments: ["/dev/null/queue", "/proc/queue"])
    func aFolderThatCannotBeIsUnavailable(path: String) {
      let error = #expect(throws: TrackerQueueError.self) { try SQLiteTrackerQueue(directory: path) }
      #expect(error?.code == .unavailable)
    }

    @Test func aDamagedDatabaseIsMovedAside() throws {
      var first: SQLiteTrackerQueue? = try queue()
      _ = try first?.insert([hit(1)])
      first = nil
      let damaged = Data(repeating: 0x41, count: 9_000)
      try damaged.write(to: URL(fileURLWithPath: database))
      let second = try queue()
      #expect(second.damage != nil)
      #expect(try second.storedHits() == [])
      _ = try second.insert([hit(2)])
      #expect(try second.storedHits() == [hit(2)])
      #expect(try Data(contentsOf: URL(fileURLWithPath: database + ".damaged")) == damaged)
    }

    /// What a process leaves behind that is killed after the file has got its log, and before it has its table.
    @Test func aFileWithoutATableIsAnEmptyQueue() throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      #expect(FileManager.default.createFile(atPath: database, contents: nil))
      var connection: SQLiteConnection? = try SQLiteConnection(path: database, busyMilliseconds: 0)
      #expect(try connection?.first("PRAGMA journal_mode = WAL") { $0.text(0) } == "wal")
      #expect(try connection?.integer("PRAGMA page_count") == 1)
      connection = nil
      let queue = try queue()
      #expect(queue.damage == nil)
      _ = try queue.insert([hit(1)])
      #expect(try queue.storedHits() == [hit(1)])
      #expect(!FileManager.default.fileExists(atPath: database + ".damaged"))
    }

    @Test func rowsThatAreNoHitsAreLetGoOfWhenTheyAreRead() throws {
      var first: SQLiteTrackerQueue? = try queue()
      _ = try first?.insert([hit(1)])
      first = nil
      var connection: SQLiteConnection? = try SQLiteConnection(path: database, busyMilliseconds: 0)
      for (id, event, url) in [("a", "dreamtOf", "https://t.example/"), ("b", "click", "file:///etc/passwd")]
      {
        try connection?.run(
          "INSERT INTO hits(id, event, url, time, attempts) VALUES (?1, ?2, ?3, 0, 0)", .blob(Array(id.utf8)),
          .blob(Array(event.utf8)), .blob(Array(url.utf8)))
      }
      connection = nil
      let second = try queue(limit: 3)
      #expect(try second.storedHits() == [hit(1)])
      // They take nobody's place any more.
      #expect(try second.insert([hit(2), hit(3)]) == [])
      #expect(try second.storedHits() == [hit(1), hit(2), hit(3)])
      #expect(try second.insert([hit(4)]) == [hit(1)])
    }

    /// Any page, with anything in it.
    @Test(arguments: 0..<40) func whateverIsInTheFileItOpensAndIsWritten(seed: Int) throws {
      var first: SQLiteTrackerQueue? = try queue()
      for number in 0..<200 { _ = try first?.insert([hit(number)]) }
      first = nil
      var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
      #expect(bytes.count > 8_192)
      let start = (seed * 977) % (bytes.count - 64)
      for index in start..<start + 64 { bytes[index] = UInt8(truncatingIfNeeded: index &* 31 &+ seed) }
      if seed % 4 == 0 { bytes.removeLast(bytes.count / 3) }
      try bytes.write(to: URL(fileURLWithPath: database))
      let second = try queue()
      #expect(try second.storedHits().count <= 200)
      _ = try second.insert([hit(1_000)])
      #expect(try second.storedHits().contains(hit(1_000)))
    }

    @Test func aDatabaseOfSomethingElseIsMovedAsideAndANewerOneIsRefused() throws {
      _ = try queue()
      var bytes = try Data(contentsOf: URL(fileURLWithPath: database))
      // The version that the program gives the file (SQLite, "Database File Format", section 1.3).
      bytes[63] = 2
      try bytes.write(to: URL(fileURLWithPath: database))
      let error = #expect(throws: TrackerQueueError.self) { try queue() }
      #expect(error?.code == .newerVersion)
      bytes[68] = 0
      try bytes.write(to: URL(fileURLWithPath: database))
      #expect(try queue().damage != nil)
    }

    /// Whoever cleans up folders while a program runs.
    @Test(arguments: [false, true]) func whatIsInsertedAfterItsFileIsGoneIsNotSaidToBeKept(isReplaced: Bool)
      throws
    {
      let queue = try queue()
      _ = try queue.insert([hit(1)])
      try FileManager.default.removeItem(atPath: database)
      if isReplaced { try Data("anything".utf8).write(to: URL(fileURLWithPath: database)) }
      let error = #expect(throws: TrackerQueueError.self) { try queue.insert([hit(2)]) }
      #expect(error?.code == .unavailable)
    }

    @Test(arguments: ["", "-wal", "-shm", "-journal"]) func whatIsNoFileIsRefused(suffix: String) throws {
      _ = try queue()
      try? FileManager.default.removeItem(atPath: database + suffix)
      #expect(mkfifo(database + suffix, 0o600) == 0)
      let error = #expect(throws: TrackerQueueError.self) { try queue() }
      #expect(error?.code == .unavailable)
    }

    @Test func onlyItsOwnerMayReadIt() throws {
      let queue = try queue()
      _ = try queue.insert([hit(1)])
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      #expect(
        names.sorted() == ["lock", "trackers.sqlite", "trackers.sqlite-shm", "trackers.sqlite-wal"])
      for (name, mode) in [("", 0o700)] + names.map({ ("/\($0)", 0o600) }) {
        let attributes = try FileManager.default.attributesOfItem(atPath: path + name)
        #expect(attributes[.posixPermissions] as? Int == mode, "\(name)")
      }
    }

    /// The log does not grow with the number of hits that have come and gone.
    @Test func itsFilesStaySmall() throws {
      let queue = try queue()
      for number in 0..<3_000 {
        _ = try queue.insert([hit(number)])
        try queue.update(removing: ["id\(number)"], keeping: [])
      }
      for name in ["", "-wal"] {
        let size = try FileManager.default.attributesOfItem(atPath: database + name)[.size] as? Int
        #expect(try #require(size) < 4 << 20, "\(name)")
      }
    }
  }

  /// A folder that goes with its owner.
  final class TemporaryFolder: Sendable {
    let path: String

    init() {
      path = FileManager.default.temporaryDirectory.appendingPathComponent("trackers-\(UUID())").path
      try? FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
  }

  /// What only other processes can show; `TrackerWriter` is one.
  @Suite(.timeLimit(.minutes(3))) struct TrackerProcessTests {
    private let folder = TemporaryFolder()

    // B14
    @Test func aProgramThatIsKilledLosesNoTracker() throws {
      let process = Process()
      // Programs without a folder lie where the build put them: beside the test bundle.
      process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        .deletingLastPathComponent().appendingPathComponent("TrackerWriter")
      process.arguments = ["kill", "\(folder.path)/queue", "30", "7"]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
      process.waitUntilExit()
      #expect(process.terminationStatus == 0, "\(text)")
      var words: [Substring: Int] = [:]
      for word in text.split(whereSeparator: \.isWhitespace) {
        let parts = word.split(separator: "=")
        if parts.count == 2 { words[parts[0]] = Int(parts[1]) }
      }
      #expect(words["kills"] == 30, "\(text)")
      #expect(words["lost"] == 0, "\(text)")
      #expect(words["other_ids"] == 0, "\(text)")
      #expect(words["duplicates"] ?? .max <= 8 * 30, "\(text)")
      // It was at work when it was killed.
      #expect(words["told"] ?? 0 > 200, "\(text)")
    }
  }
#endif
