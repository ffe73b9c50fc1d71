#if Redis
  import Foundation
  import Locking
  import SeededRandom
  import Testing

  @testable import LazyMedia

  @Suite(.timeLimit(.minutes(2)), .enabled(if: RedisServer.isInstalled)) struct RedisStoreTests {
    private let server: RedisServer

    init() throws { server = try RedisServer() }

    private func body(_ count: Int, seed: UInt8 = 0) -> MediaBody {
      MediaBody(byteCount: count) { bytes in
        for index in bytes.indices { bytes[index] = UInt8(truncatingIfNeeded: index) &+ seed }
      }
    }

    private func bytes(_ body: MediaBody) -> [UInt8] {
      var bytes: [UInt8] = []
      body.forEachPiece { bytes.append(contentsOf: $0) }
      return bytes
    }

    @Test(arguments: [0, 1, 1000, 300_000, 3_000_000]) func anEntryComesBackAsItWasPutIn(count: Int) throws {
      let store = RedisStore(address: server.address, timeout: .seconds(10))
      let key = "https://example.com/a b\0c\r\né"
      #expect(try store.entry(for: key) == nil)
      #expect(try store.head(for: key) == nil)
      try store.insert(head: [0, 13, 10, 255], body: body(count), for: key)
      let entry = try #require(try store.entry(for: key))
      #expect(entry.head.bytes == [0, 13, 10, 255])
      #expect(entry.head.bodyByteCount == count)
      let isEqual = bytes(entry.body) == bytes(body(count))
      #expect(isEqual)
      // Another user of the server sees it too.
      #expect(try RedisStore(address: server.address).head(for: key) == entry.head)
      #expect(try RedisStore(address: server.address, keyPrefix: "other:").head(for: key) == nil)
    }

    @Test func aHeadIsReplacedOfTheEntryThatTheTagNamesOnly() throws {
      let store = RedisStore(address: server.address)
      try store.insert(head: [1], body: body(10), for: "a")
      let tag = try #require(try store.head(for: "a")).tag
      try store.replaceHead(with: [9, 9], for: "a", tag: tag)
      let entry = try #require(try store.entry(for: "a"))
      #expect(entry.head.bytes == [9, 9])
      #expect(entry.head.tag == tag)
      #expect(bytes(entry.body) == bytes(body(10)))
      try store.insert(head: [2], body: body(10), for: "a")
      try store.replaceHead(with: [7], for: "a", tag: tag)
      try store.replaceHead(with: [7], for: "b", tag: tag)
      #expect(try store.head(for: "a")?.bytes == [2])
      #expect(try server.ask("EXISTS", "lazymedia:b")?.integer == 0)
    }

    @Test func anEntryIsRemovedIfItIsTheOneMeant() throws {
      let store = RedisStore(address: server.address)
      try store.insert(head: [1], body: body(10), for: "a")
      let tag = try #require(try store.head(for: "a")).tag
      try store.insert(head: [2], body: body(10), for: "a")
      try store.remove("a", tag: tag)
      #expect(try store.head(for: "a")?.bytes == [2])
      try store.remove("a", tag: try #require(try store.head(for: "a")).tag)
      #expect(try store.head(for: "a") == nil)
      try store.insert(head: [3], body: body(10), for: "a")
      try store.remove("a")
      try store.remove("a")
      #expect(try server.ask("DBSIZE")?.integer == 0)
    }

    @Test func entriesLeaveAfterTheirTime() throws {
      let store = RedisStore(address: server.address, timeToLive: .seconds(100))
      try store.insert(head: [1], body: body(10), for: "a")
      let left = try #require(try server.ask("PTTL", "lazymedia:a")?.integer)
      #expect((50_000...100_000).contains(left))
    }

    @Test(arguments: [
      ["HSET", "lazymedia:a", "body", "short"], ["HSET", "lazymedia:a", "body", "0123456789"],
      ["HDEL", "lazymedia:a", "body"], ["HSET", "lazymedia:a", "head", "LMr1"],
      ["HSET", "lazymedia:a", "head", ""], ["HDEL", "lazymedia:a", "head"],
    ])
    func anEntryThatWasChangedIsAMissAndGone(command: [String]) throws {
      let store = RedisStore(address: server.address)
      try store.insert(head: [1], body: body(10), for: "a")
      let connection = try RedisConnection(server.address, timeout: .seconds(5))
      _ = try connection.run([command.map { Array($0.utf8) }])
      #expect(try store.entry(for: "a") == nil)
      #expect(try server.ask("EXISTS", "lazymedia:a")?.integer == 0)
    }

    @Test func anEntryUnderAnotherKeyIsAMiss() throws {
      let store = RedisStore(address: server.address)
      try store.insert(head: [1], body: body(10), for: "a")
      try server.ask("RENAME", "lazymedia:a", "lazymedia:b")
      #expect(try store.head(for: "b") == nil)
      #expect(try store.entry(for: "b") == nil)
    }

    @Test func aKeyOfAnotherKindIsAMiss() throws {
      try server.ask("SET", "lazymedia:a", "text")
      let store = RedisStore(address: server.address)
      #expect(try store.entry(for: "a") == nil)
      #expect(try store.head(for: "a") == nil)
      try store.insert(head: [1], body: body(10), for: "a")
      #expect(try store.entry(for: "a") != nil)
    }

    @Test func anEntryLargerThanTheLimitIsRefused() throws {
      let store = RedisStore(address: server.address, byteLimit: 100)
      let error = #expect(throws: MediaStoreError.self) {
        try store.insert(head: [1], body: body(100), for: "a")
      }
      #expect(error?.code == .full)
      try store.insert(head: [1], body: body(99), for: "a")
    }

    @Test func aFullServerIsTold() throws {
      try server.ask("CONFIG", "SET", "maxmemory", "1")
      let store = RedisStore(address: server.address)
      let error = #expect(throws: MediaStoreError.self) {
        try store.insert(head: [1], body: body(10), for: "a")
      }
      #expect(error?.code == .full)
      #expect(try store.entry(for: "a") == nil)
    }

    // MARK: Servers that fail

    @Test func aDeadServerIsLeftAloneForAWhileAndThenTriedAgain() throws {
      let time = ManualInstant()
      let store = RedisStore(
        address: server.address, random: SeededGenerator(seed: 1), now: { time.now })
      try store.insert(head: [1], body: body(10), for: "a")
      server.stop()
      #expect(throws: MediaStoreError.self) { try store.entry(for: "a") }
      try server.start()
      // It is not even tried.
      let error = #expect(throws: MediaStoreError.self) { try store.entry(for: "a") }
      #expect(error?.code == .unavailable)
      #expect(error?.message.contains("left alone") == true)
      time.advance(.milliseconds(1001))
      #expect(try store.entry(for: "a") == nil)
      try store.insert(head: [1], body: body(10), for: "a")
      #expect(try store.entry(for: "a") != nil)
    }

    @Test func aConnectionThatWasClosedIsMadeAgainWithoutAFailure() throws {
      let store = RedisStore(address: server.address)
      try store.insert(head: [1], body: body(10), for: "a")
      try server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
      #expect(try store.entry(for: "a") != nil)
      try server.ask("CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes")
      // Larger than what the system takes for a connection that is closed.
      try RedisStore(address: server.address).insert(head: [1], body: body(5_000_000), for: "a")
      try store.insert(head: [1], body: body(5_000_000), for: "a")
    }

    @Test func aServerThatDoesNotAnswerHoldsNobodyUpForLong() throws {
      let store = RedisStore(address: server.address, timeout: .milliseconds(100))
      try store.insert(head: [1], body: body(10), for: "a")
      server.freeze(true)
      let start = ContinuousClock.now
      let error = #expect(throws: MediaStoreError.self) { try store.entry(for: "a") }
      #expect(error?.code == .unavailable)
      // Far less than any time that was not set here.
      #expect(ContinuousClock.now - start < .seconds(5))
      #expect(throws: MediaStoreError.self) { try store.entry(for: "a") }
      server.freeze(false)
    }

    @Test func aServerThatIsNotThereIsUnavailable() {
      for endpoint in [RedisAddress.Endpoint.unixSocket("/nowhere/socket"), .host("127.0.0.1", port: 1)] {
        let error = #expect(throws: MediaStoreError.self) {
          try RedisStore(address: RedisAddress(endpoint)).entry(for: "a")
        }
        #expect(error?.code == .unavailable)
      }
    }

    @Test func thePauseGrowsToHalfAMinute() {
      var pause = RedisPause()
      var now = ContinuousClock.now
      var lengths: [Duration] = []
      for _ in 0..<8 {
        pause.failed(at: now)
        pause.failed(at: now)
        guard let end = pause.end else { return #expect(Bool(false)) }
        lengths.append(end - now)
        #expect(pause.isOn(at: now))
        #expect(!pause.isOn(at: end))
        now = end
      }
      #expect(lengths == [1, 2, 4, 8, 16, 30, 30, 30].map { .seconds($0) })
      pause.succeeded()
      #expect(!pause.isOn(at: now))
    }

    // MARK: Who asks

    @Test func passwordAndDatabaseAreThoseOfTheAddress() throws {
      try server.ask("CONFIG", "SET", "requirepass", "p@ss word")
      let error = #expect(throws: MediaStoreError.self) {
        try RedisStore(address: server.address).entry(for: "a")
      }
      #expect(error?.code == .unavailable)
      var wrong = server.address
      wrong.password = "other"
      let refused = #expect(throws: MediaStoreError.self) { try RedisStore(address: wrong).entry(for: "a") }
      #expect(refused?.code == .unavailable)
      #expect(refused?.message.contains("other") == false)
      var right = server.address
      right.password = "p@ss word"
      right.database = 3
      let store = RedisStore(address: right)
      try store.insert(head: [1], body: body(10), for: "a")
      #expect(try store.entry(for: "a") != nil)
      right.database = 0
      #expect(try RedisStore(address: right).entry(for: "a") == nil)
    }
  }

  @Suite struct RedisAddressTests {
    @Test func addressesAreRead() {
      #expect(RedisAddress(url: "redis://h") == RedisAddress(.host("h", port: 6379)))
      #expect(RedisAddress(url: "redis://h:1/2") == RedisAddress(.host("h", port: 1), database: 2))
      #expect(
        RedisAddress(url: "redis://:p%40%2F@h/") == RedisAddress(.host("h", port: 6379), password: "p@/"))
      #expect(
        RedisAddress(url: "redis://u:p@[::1]:7/0")
          == RedisAddress(.host("::1", port: 7), user: "u", password: "p"))
      #expect(RedisAddress(url: "unix:/run/r.sock") == RedisAddress(.unixSocket("/run/r.sock")))
      #expect(RedisAddress(url: "unix:///run/r.sock") == RedisAddress(.unixSocket("/run/r.sock")))
    }

    @Test(arguments: [
      "", "redis://", "redis://h:0", "redis://h:70000", "redis://h:x", "redis://h/x", "redis://h/-1",
      "redis://p@h",
      "redis://:%4@h", "redis://:%FF@h", "redis://[::1", "redis://[::1]x", "http://h", "unix:relative",
      "redis://a b",
      "unix:/" + String(repeating: "a", count: 200),
    ])
    func whatIsNoAddressIsRefused(url: String) { #expect(RedisAddress(url: url) == nil) }

    @Test func passwordsAreNotShown() {
      #expect("\(RedisAddress(.host("::1", port: 7), user: "u", password: "p"))" == "[::1]:7")
    }
  }

  /// A clock that tests move.
  final class ManualInstant: Sendable {
    private let instant = Lock(ContinuousClock.now)

    var now: ContinuousClock.Instant { instant.withLock { $0 } }

    func advance(_ duration: Duration) { instant.withLock { $0 = $0 + duration } }
  }
#endif
