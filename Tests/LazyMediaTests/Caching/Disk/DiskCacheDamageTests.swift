#if DiskCache
  import Foundation
  import Testing

  @testable import LazyMedia

  @Suite(.timeLimit(.minutes(2))) struct DiskCacheDamageTests {
    private let fixture = DiskFixture()

    /// Puts one entry in, closes the cache, and lets `harm` change the folder.
    private func cache(bodyByteCount: Int, harmedBy harm: () throws -> Void) throws -> DiskCache {
      try fixture.cache().insert(head: Array("head".utf8), body: .pattern(bodyByteCount), for: "a")
      try harm()
      return try fixture.cache()
    }

    private func expectMissAndGone(_ cache: DiskCache) throws {
      #expect(try cache.entry(for: "a") == nil)
      #expect(cache.discardCount == 1)
      #expect(try cache.info().entryCount == 0)
      #expect(fixture.bodyPaths.isEmpty)
      try expectWorks(cache)
    }

    private func expectWorks(_ cache: DiskCache) throws {
      try cache.insert(head: [3], body: .pattern(4000, seed: 3), for: "b")
      #expect(try cache.entry(for: "b")?.body.isEqual(to: .pattern(4000, seed: 3)) == true)
    }

    // FAULTS 42
    @Test func anEntryWithoutItsFileIsAMissAndGone() throws {
      let cache = try cache(bodyByteCount: 5000) { try FileManager.default.removeItem(atPath: bodyPath()) }
      try expectMissAndGone(cache)
    }

    // FAULTS 28
    @Test(arguments: [0, 1, 4096, 4999]) func aTruncatedFileIsAMissAndGone(length: Int) throws {
      let cache = try cache(bodyByteCount: 5000) { try cut(bodyPath(), to: length) }
      try expectMissAndGone(cache)
    }

    @Test func aFileThatGrewIsAMissAndGone() throws {
      let cache = try cache(bodyByteCount: 5000) { try cut(bodyPath(), to: 5001) }
      try expectMissAndGone(cache)
    }

    @Test(arguments: [0, 2500, 4999]) func aFileWithAnotherBitIsAMissAndGone(offset: Int) throws {
      let cache = try cache(bodyByteCount: 5000) { try flip(offset, in: bodyPath()) }
      try expectMissAndGone(cache)
    }

    @Test func aLinkInPlaceOfAFileIsAMissAndItsTargetStays() throws {
      let target = fixture.path + ".target"
      defer { unlink(target) }
      let cache = try cache(bodyByteCount: 5000) {
        let path = try bodyPath()
        try FileManager.default.moveItem(atPath: path, toPath: target)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
      }
      try expectMissAndGone(cache)
      #expect(FileManager.default.fileExists(atPath: target))
    }

    @Test func aPipeInPlaceOfAFileIsAMissAndHoldsNobodyUp() throws {
      let cache = try cache(bodyByteCount: 5000) {
        let path = try bodyPath()
        unlink(path)
        #expect(mkfifo(path, 0o600) == 0)
      }
      try expectMissAndGone(cache)
    }

    @Test(arguments: [
      "UPDATE bodies SET body = zeroblob(10)", "UPDATE bodies SET body = zeroblob(9)",
      "UPDATE bodies SET body = 'text'",
      "DELETE FROM bodies", "UPDATE entries SET head = x'00'", "UPDATE entries SET head = 7",
      "UPDATE entries SET body_checksum = body_checksum + 1", "UPDATE entries SET body_checksum = -1",
      "UPDATE entries SET body_bytes = -5", "UPDATE entries SET body_bytes = 9223372036854775807",
      "UPDATE entries SET file_bytes = 4096", "UPDATE entries SET key = x'62'",
      "UPDATE entries SET head_checksum = 0",
    ])
    func aRowThatWasChangedIsAMissAndGone(sql: String) throws {
      let cache = try cache(bodyByteCount: 10) { try fixture.change(sql) }
      #expect(try cache.head(for: "a") == nil || sql.contains("bodies"))
      try expectMissAndGone(cache)
    }

    @Test(arguments: [
      "UPDATE totals SET entries = -1", "UPDATE totals SET file_bytes = 9223372036854775807",
      "DELETE FROM totals",
      "DROP TABLE bodies", "DROP INDEX entries_by_use", "ALTER TABLE entries ADD COLUMN more",
      "CREATE TRIGGER more AFTER INSERT ON bodies BEGIN DELETE FROM entries; END",
      "PRAGMA application_id = 1",
    ])
    func anIndexOfAnotherFormIsMadeAnew(sql: String) throws {
      let cache = try cache(bodyByteCount: 5000) { try fixture.change(sql) }
      try expectWorks(cache)
      #expect(try cache.info().entryCount == 1)
      #expect(try cache.entry(for: "a") == nil)
      #expect(try cache.verify(removingBad: true).isSound)
      #expect(fixture.bodyPaths.count == 1)
    }

    // FAULTS 41
    @Test(arguments: ["garbage", "empty", "head", "half", "noise"])
    func aDamagedIndexIsMadeAnew(damage: String) throws {
      do {
        let cache = try fixture.cache()
        for index in 0..<200 {
          try cache.insert(head: [1], body: .pattern(900, seed: index), for: "\(index)")
        }
      }
      var bytes = try Data(contentsOf: URL(fileURLWithPath: fixture.indexPath))
      #expect(bytes.count > 100_000)
      switch damage {
      case "garbage": bytes = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 151) })
      case "empty": bytes = Data()
      case "head": bytes = bytes.prefix(60)
      case "half": bytes = bytes.prefix(bytes.count / 2)
      default: for offset in stride(from: 4096, to: bytes.count, by: 97) { bytes[offset] ^= 0x5A }
      }
      try bytes.write(to: URL(fileURLWithPath: fixture.indexPath))
      let cache = try fixture.cache()
      for index in 0..<200 {
        if let entry = try cache.entry(for: "\(index)") {
          #expect(entry.body.isEqual(to: .pattern(900, seed: index)))
        }
      }
      try expectWorks(cache)
      #expect(try cache.verify(removingBad: true).damagedEntries == 0)
      try expectWorks(cache)
    }

    @Test func anIndexDamagedWhileInUseIsMadeAnewForAll() throws {
      let first = try fixture.cache()
      let second = try fixture.cache()
      try first.insert(head: [1], body: .pattern(900), for: "a")
      #expect(try second.entry(for: "a") != nil)
      try Data(repeating: 0x41, count: 300_000).write(to: URL(fileURLWithPath: fixture.indexPath))
      try expectWorks(second)
      #expect(try first.entry(for: "b") != nil)
      try first.insert(head: [1], body: .pattern(900), for: "c")
      #expect(try second.entry(for: "c") != nil)
    }

    @Test func aFolderThatIsRemovedWhileInUseIsMadeAgain() throws {
      let cache = try fixture.cache()
      try cache.insert(head: [1], body: .pattern(5000), for: "a")
      try FileManager.default.removeItem(atPath: fixture.path)
      #expect(try cache.entry(for: "a") == nil)
      try expectWorks(cache)
      try FileManager.default.removeItem(atPath: fixture.path)
      try expectWorks(cache)
    }

    // FAULTS 40
    @Test func strayFilesAreFoundAndRemovedButNotThoseBeingWritten() throws {
      let cache = try fixture.cache()
      let files = cache.folder.files
      try cache.insert(head: [1], body: .pattern(5000), for: "a")
      // What a program leaves that is killed before its row is there.
      _ = try files.write(.pattern(5000), tag: 64 * 5)
      let written = try files.write(.pattern(5000), tag: 64 * 6)
      #expect(fixture.bodyPaths.count == 3)
      #expect(try cache.verify(removingBad: false).strayFiles == 1)
      #expect(try cache.verify(removingBad: true).strayFiles == 1)
      #expect(fixture.bodyPaths.count == 2)
      #expect(FileManager.default.fileExists(atPath: files.path(of: 64 * 6)))
      _ = consume written
      try cache.trim(toBytes: 32 << 20)
      #expect(fixture.bodyPaths.count == 1)
      #expect(try cache.entry(for: "a") != nil)
    }

    @Test func strayFilesGoBitByBitWithInserts() throws {
      let cache = try fixture.cache()
      for folder in 0..<64 { _ = try cache.folder.files.write(.pattern(2000), tag: Int64(1 << 30 + folder)) }
      for index in 0..<64 { try cache.insert(head: [], body: .pattern(10), for: "\(index)") }
      #expect(fixture.bodyPaths.isEmpty)
    }

    @Test func otherFilesInTheFolderStay() throws {
      let cache = try fixture.cache()
      try cache.insert(head: [1], body: .pattern(5000), for: "a")
      let path = try #require(fixture.bodyPath)
      let others = [fixture.path + "/notes.txt", (path as NSString).deletingLastPathComponent + "/notes.txt"]
      for other in others { try Data([1]).write(to: URL(fileURLWithPath: other)) }
      try cache.removeAll()
      for other in others { #expect(FileManager.default.fileExists(atPath: other)) }
    }

    @Test func verifyingCountsWhatIsWrongAndRemovesItIfAsked() throws {
      let cache = try fixture.cache()
      for index in 0..<6 {
        try cache.insert(head: [1], body: .pattern(5000, seed: index), for: "file \(index)")
      }
      for index in 0..<3 {
        try cache.insert(head: [1], body: .pattern(500, seed: index), for: "row \(index)")
      }
      let paths = fixture.bodyPaths
      try flip(100, in: paths[0])
      unlink(paths[1])
      unlink(paths[2])
      try fixture.change("UPDATE bodies SET body = zeroblob(500) WHERE tag = (SELECT max(tag) FROM bodies)")
      for isRemoving in [false, true] {
        let found = try cache.verify(removingBad: isRemoving)
        #expect(!found.isSound)
        #expect(found.soundEntries == 5)
        #expect(found.soundBytes == 3 * 5000 + 2 * 500)
        #expect(found.damagedEntries == 2)
        #expect(found.missingBodies == 2)
        #expect(try cache.info().entryCount == (isRemoving ? 5 : 9))
      }
      #expect(try cache.verify(removingBad: false).isSound)
    }

    // MARK: Versions

    @Test func aFolderOfANewerVersionIsRefusedAndLeftAlone() throws {
      try fixture.cache().insert(head: [1], body: .pattern(5000), for: "a")
      try fixture.change("PRAGMA user_version = 99")
      let before = try Data(contentsOf: URL(fileURLWithPath: fixture.indexPath))
      let error = #expect(throws: MediaStoreError.self) { try fixture.cache() }
      #expect(error?.code == .newerVersion)
      #expect(try Data(contentsOf: URL(fileURLWithPath: fixture.indexPath)) == before)
      #expect(fixture.bodyPaths.count == 1)
    }

    @Test func aFolderOfAnOlderVersionIsEmptied() throws {
      let cache = try cache(bodyByteCount: 5000) {
        try fixture.change("DROP TABLE entries")
        try fixture.change("PRAGMA user_version = 0")
      }
      #expect(try cache.entry(for: "a") == nil)
      try expectWorks(cache)
    }

    // MARK: -

    private func bodyPath() throws -> String { try #require(fixture.bodyPath) }

    private func cut(_ path: String, to length: Int) { #expect(truncate(path, length) == 0) }

    private func flip(_ offset: Int, in path: String) throws {
      var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
      bytes[offset] ^= 1
      try bytes.write(to: URL(fileURLWithPath: path))
    }
  }
#endif
