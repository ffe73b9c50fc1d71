#if DiskCache
  import Foundation
  import Testing

  @testable import LazyMedia

  @Suite(.timeLimit(.minutes(2))) struct DiskCacheLimitTests {
    private let fixture = DiskFixture()

    private func has(_ key: String, _ cache: DiskCache) throws -> Bool { try cache.head(for: key) != nil }

    @Test(arguments: [900, 40_000]) func whatWasUsedLeastRecentlyLeavesFirst(count: Int) throws {
      let cache = try fixture.cache(byteLimit: 1 << 20)
      var keys: [String] = []
      // Until something leaves.
      while try keys.count < 5 || cache.info().entryCount == keys.count {
        fixture.advance(milliseconds: 60_000)
        if keys.count > 2 { #expect(try cache.entry(for: "0") != nil) }
        keys.append("\(keys.count)")
        try cache.insert(head: [1], body: .pattern(count), for: keys[keys.count - 1])
      }
      #expect(try has("0", cache))
      #expect(try !has("1", cache))
      #expect(try has(keys[keys.count - 1], cache))
      #expect(try has(keys[keys.count - 2], cache))
    }

    @Test func aUseIsSeenByOthersOnceTheCacheIsClosed() throws {
      do {
        let cache = try fixture.cache()
        for key in ["a", "b"] { try cache.insert(head: [], body: .pattern(5000), for: key) }
        fixture.advance(milliseconds: 60_000)
        #expect(try cache.entry(for: "a") != nil)
      }
      var uses: [String: Int] = [:]
      try fixture.cache().forEachEntry {
        uses[$0.key] = $0.lastUsed - $0.stored
        return true
      }
      #expect(uses == ["a": 60_000, "b": 0])
    }

    @Test func aHeadIsNoUse() throws {
      let cache = try fixture.cache()
      try cache.insert(head: [], body: .pattern(10), for: "a")
      fixture.advance(milliseconds: 60_000)
      #expect(try cache.head(for: "a") != nil)
      try cache.noteUses()
      try cache.forEachEntry {
        #expect($0.lastUsed == $0.stored)
        return true
      }
    }

    @Test func readingWritesNothingUntilManyUsesWait() throws {
      let cache = try fixture.cache()
      for index in 0..<64 { try cache.insert(head: [], body: .pattern(10), for: "\(index)") }
      fixture.advance(milliseconds: 60_000)
      func changes() throws -> Int64? {
        try SQLiteConnection(path: fixture.indexPath, busyMilliseconds: 1000).integer(
          "SELECT count(*) FROM entries WHERE used > 1700000000000")
      }
      for _ in 0..<10 {
        for index in 0..<63 { #expect(try cache.entry(for: "\(index)") != nil) }
      }
      #expect(try changes() == 0)
      #expect(try cache.entry(for: "63") != nil)
      #expect(try changes() == 64)
    }

    @Test(arguments: [(900, 900), (40_000, 40_000), (200, 60_000), (5000, 5000)])
    func theLimitIsHeldByTheBytesOnDisk(smallest: Int, largest: Int) throws {
      let limit = 4 << 20
      let cache = try fixture.cache(byteLimit: limit)
      var most = 0
      var written = 0
      var index = 0
      while written < 2 * limit {
        let count = smallest + (largest - smallest) * (index % 7) / 6
        try cache.insert(
          head: [UInt8](repeating: 1, count: 300), body: .pattern(count), for: "key \(index % 20_000)")
        written += count + 300
        index += 1
        if index.isMultiple(of: 50) { most = max(most, fixture.bytesOnDisk) }
      }
      #expect(most <= limit + limit / 20)
      #expect(fixture.bytesOnDisk >= limit * 8 / 10)
      let info = try cache.info()
      #expect(abs(info.byteCount - fixture.bytesOnDisk) <= limit / 20)
      #expect(try cache.verify(removingBad: false).isSound)
      #expect(try cache.verify(removingBad: false).strayFiles == 0)
    }

    @Test func aLimitSetLowerIsReachedWithTheNextInsert() throws {
      do {
        let cache = try fixture.cache(byteLimit: 16 << 20)
        for index in 0..<400 {
          try cache.insert(head: [], body: .pattern(index % 2 * 30_000 + 800), for: "\(index)")
        }
        #expect(fixture.bytesOnDisk > 6 << 20)
      }
      let cache = try fixture.cache(byteLimit: 2 << 20)
      try cache.insert(head: [], body: .pattern(10), for: "a")
      #expect(try cache.info().byteCount <= (2 << 20) * 105 / 100)
      #expect(try has("a", cache))
    }

    @Test func trimmingGivesSpaceBack() throws {
      let cache = try fixture.cache()
      for index in 0..<1000 {
        fixture.advance(milliseconds: 1)
        try cache.insert(head: [], body: .pattern(index % 2 * 5000 + 900), for: "\(index)")
      }
      let full = fixture.bytesOnDisk
      try cache.trim(toBytes: 1 << 20)
      #expect(full > 4 << 20)
      #expect(fixture.bytesOnDisk < 14 << 17)
      #expect(try has("999", cache))
      #expect(try !has("0", cache))
      try cache.trim(toBytes: 0)
      #expect(try cache.info().entryCount == 0)
    }

    @Test func anEntryTooLargeForTheCacheIsRefusedAndNothingLeavesForIt() throws {
      let cache = try fixture.cache(byteLimit: 1 << 20)
      try cache.insert(head: [], body: .pattern(10), for: "a")
      let error = #expect(throws: MediaStoreError.self) {
        try cache.insert(head: [], body: .pattern(1 << 20), for: "b")
      }
      #expect(error?.code == .full)
      #expect(try has("a", cache))
      #expect(fixture.bodyPaths.isEmpty)
    }
  }
#endif
