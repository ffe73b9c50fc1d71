#if DiskCache
  import Foundation
  import Testing

  @testable import LazyMedia

  @Suite(.timeLimit(.minutes(2))) struct DiskCacheTests {
    private let fixture = DiskFixture()

    @Test(arguments: [0, 1, 999, 1000, 1001, 5000, 300_000])
    func anEntryComesBackAsItWasPutIn(count: Int) throws {
      let cache = try fixture.cache()
      try cache.insert(head: [1, 2, 3], body: .pattern(count), for: "a")
      let entry = try #require(try cache.entry(for: "a"))
      #expect(entry.head.bytes == [1, 2, 3])
      #expect(entry.head.bodyByteCount == count)
      #expect(entry.body.isEqual(to: .pattern(count)))
      #expect(try cache.head(for: "a") == entry.head)
      #expect(fixture.bodyPaths.count == (count > 1000 ? 1 : 0))
    }

    @Test(arguments: [10, 5000]) func anEntryOutlivesTheCacheThatWroteIt(count: Int) throws {
      try fixture.cache().insert(head: [], body: .pattern(count), for: "a")
      let entry = try #require(try fixture.cache().entry(for: "a"))
      #expect(entry.head.bytes.isEmpty)
      #expect(entry.body.isEqual(to: .pattern(count)))
    }

    // FAULTS 43
    @Test func anEntryIsSeenAtOnceByAnotherThatOpenedBefore() throws {
      let first = try fixture.cache()
      let second = try fixture.cache()
      #expect(try second.entry(for: "a") == nil)
      try first.insert(head: [1], body: .pattern(5000), for: "a")
      #expect(try second.entry(for: "a")?.body.isEqual(to: .pattern(5000)) == true)
      try second.remove("a")
      #expect(try first.entry(for: "a") == nil)
    }

    @Test func keysMayBeAnyTextOfAnyLength() throws {
      let cache = try fixture.cache()
      let long = String(repeating: "https://example.com/é/", count: 5000)
      let keys = [
        "", "a", "A", "a\0b", "a\0c", "é", "e\u{301}", long, long + "x", "'; DROP TABLE entries; --",
      ]
      for (index, key) in keys.enumerated() {
        try cache.insert(head: [UInt8(index)], body: .pattern(2000, seed: index), for: key)
      }
      for (index, key) in keys.enumerated() {
        let entry = try #require(try cache.entry(for: key))
        #expect(entry.head.bytes == [UInt8(index)])
        #expect(entry.body.isEqual(to: .pattern(2000, seed: index)))
      }
      #expect(try cache.info().entryCount == keys.count)
    }

    @Test func keysWithTheSameHashAreNotTakenForEachOther() throws {
      let cache = try fixture.cache()
      try cache.insert(head: [1], body: .pattern(10), for: "a")
      let hash = KeyHash("a".utf8)
      let found = try cache.folder.read { (index) throws(SQLiteFailure) in
        try index.find(Array("b".utf8), hash, withBody: true)
      }
      #expect(found == nil)
      #expect(try cache.entry(for: "a") != nil)
    }

    @Test func theHashIsThatOfItsDescription() {
      // Test vectors of the FNV authors.
      #expect(hexadecimal(KeyHash("".utf8).bytes) == "6c62272e07bb014262b821756295c58d")
      #expect(hexadecimal(KeyHash("a".utf8).bytes) == "d228cb696f1a8caf78912b704e4a8964")
    }

    private func hexadecimal(_ bytes: [UInt8]) -> String {
      bytes.map { String(format: "%02x", $0) }.joined()
    }

    // FAULTS 40
    @Test func whoReadsDuringAnOverwriteGetsAWholeEntry() throws {
      let cache = try fixture.cache()
      try cache.insert(head: [1], body: .pattern(50_000, seed: 1), for: "a")
      let old = try #require(fixture.bodyPath)
      // What a reader has open while the entry is replaced.
      let reading = try #require(FileHandle(forReadingAtPath: old))
      try cache.insert(head: [2], body: .pattern(60_000, seed: 2), for: "a")
      #expect(try reading.readToEnd() == Data(MediaBody.pattern(50_000, seed: 1).bytes))
      let entry = try #require(try cache.entry(for: "a"))
      #expect(entry.head.bytes == [2])
      #expect(entry.body.isEqual(to: .pattern(60_000, seed: 2)))
      #expect(fixture.bodyPaths.count == 1)
      #expect(fixture.bodyPath != old)
    }

    @Test(arguments: [(10, 5000), (5000, 10), (10, 10), (5000, 5000)])
    func anOverwriteLeavesNothingOfTheOldBody(old: Int, new: Int) throws {
      let cache = try fixture.cache()
      try cache.insert(head: [1], body: .pattern(old, seed: 1), for: "a")
      let tag = try #require(try cache.head(for: "a")).tag
      try cache.insert(head: [2], body: .pattern(new, seed: 2), for: "a")
      #expect(try cache.entry(for: "a")?.body.isEqual(to: .pattern(new, seed: 2)) == true)
      #expect(try cache.head(for: "a")?.tag != tag)
      #expect(fixture.bodyPaths.count == (new > 1000 ? 1 : 0))
      #expect(try cache.info().entryCount == 1)
      #expect(try cache.verify(removingBad: false).soundBytes == new)
    }

    @Test(arguments: [10, 5000]) func aHeadIsReplacedOfTheEntryThatTheTagNamesOnly(count: Int) throws {
      let cache = try fixture.cache()
      try cache.insert(head: [1], body: .pattern(count), for: "a")
      let tag = try #require(try cache.head(for: "a")).tag
      try cache.replaceHead(with: [9, 9], for: "a", tag: tag)
      let entry = try #require(try cache.entry(for: "a"))
      #expect(entry.head.bytes == [9, 9])
      #expect(entry.head.tag == tag)
      #expect(entry.body.isEqual(to: .pattern(count)))
      try cache.insert(head: [2], body: .pattern(count), for: "a")
      try cache.replaceHead(with: [7], for: "a", tag: tag)
      try cache.replaceHead(with: [7], for: "b", tag: tag)
      #expect(try cache.head(for: "a")?.bytes == [2])
      #expect(try cache.head(for: "b") == nil)
    }

    @Test(arguments: [10, 5000]) func anEntryIsRemovedWithItsBody(count: Int) throws {
      let cache = try fixture.cache()
      try cache.insert(head: [1], body: .pattern(count), for: "a")
      let tag = try #require(try cache.head(for: "a")).tag
      try cache.insert(head: [2], body: .pattern(count), for: "a")
      try cache.remove("a", tag: tag)
      #expect(try cache.head(for: "a")?.bytes == [2])
      try cache.remove("b")
      try cache.remove("a")
      #expect(try cache.entry(for: "a") == nil)
      #expect(fixture.bodyPaths.isEmpty)
      #expect(try cache.info().entryCount == 0)
    }

    @Test func foldersAndFilesAreForTheirUserAlone() throws {
      let cache = try fixture.cache()
      try cache.insert(head: [1], body: .pattern(5000), for: "a")
      let names = FileManager.default.enumerator(atPath: fixture.path)?.compactMap { $0 as? String } ?? []
      #expect(names.count >= 6)
      for name in [""] + names {
        var status = stat()
        #expect(lstat("\(fixture.path)/\(name)", &status) == 0)
        #expect(status.st_mode & 0o077 == 0, "\(name)")
      }
    }

    @Test func missingFoldersAboveAreMade() throws {
      let cache = try DiskCache(directory: "\(fixture.path)/a/b")
      try cache.insert(head: [], body: .pattern(1), for: "a")
      #expect(DiskCache.exists(in: "\(fixture.path)/a/b"))
      #expect(!DiskCache.exists(in: "\(fixture.path)/a"))
      #expect(try cache.info().byteLimit == 512 << 20)
    }

    @Test func aFolderKeepsItsLimit() throws {
      _ = try fixture.cache(byteLimit: 32 << 20)
      #expect(try fixture.cache(byteLimit: nil).info().byteLimit == 32 << 20)
      _ = try fixture.cache(byteLimit: 48 << 20)
      #expect(try fixture.cache(byteLimit: nil).info().byteLimit == 48 << 20)
    }

    @Test func entriesAreToldInTheOrderInWhichTheyWereStored() throws {
      let cache = try fixture.cache()
      for index in 0..<500 {
        fixture.advance(milliseconds: 10_000)
        try cache.insert(head: [1, 2], body: .pattern(index * 4), for: "key \(index)")
      }
      var entries: [DiskCacheEntry] = []
      try cache.forEachEntry {
        entries.append($0)
        return true
      }
      #expect(entries.map(\.key) == (0..<500).map { "key \($0)" })
      #expect(entries.map(\.bodyByteCount) == (0..<500).map { $0 * 4 })
      #expect(entries.allSatisfy { $0.headByteCount == 2 && $0.lastUsed == $0.stored })
      #expect(entries.first?.stored == 1_700_000_010_000)
      var count = 0
      try cache.forEachEntry { _ in
        count += 1
        return count < 7
      }
      #expect(count == 7)
    }

    @Test func aThousandThreadsTurnsFindWholeEntries() throws {
      let cache = try fixture.cache()
      DispatchQueue.concurrentPerform(iterations: 4) { thread in
        for turn in 0..<250 {
          let key = (turn * 7 + thread) % 20
          do {
            if turn.isMultiple(of: 2) {
              try cache.insert(head: [UInt8(key)], body: .pattern(500 + key * 100, seed: key), for: "\(key)")
            } else if let entry = try cache.entry(for: "\(key)") {
              #expect(entry.head.bytes == [UInt8(key)])
              #expect(entry.body.isEqual(to: .pattern(500 + key * 100, seed: key)))
            }
          } catch { Issue.record(error) }
        }
      }
      #expect(cache.discardCount == 0)
      #expect(try cache.verify(removingBad: false).soundEntries == 20)
    }

    @Test func removingAllLeavesAnEmptyCacheThatWorks() throws {
      let cache = try fixture.cache()
      for index in 0..<300 { try cache.insert(head: [1], body: .pattern(index * 10), for: "\(index)") }
      try cache.removeAll()
      #expect(try cache.info().entryCount == 0)
      #expect(fixture.bodyPaths.isEmpty)
      #expect(fixture.bytesOnDisk < 600_000)
      try cache.insert(head: [1], body: .pattern(5000), for: "a")
      #expect(try cache.entry(for: "a") != nil)
    }
  }
#endif
