#if Redis
  internal import Locking

  /// Keeps media on a Redis server that programs and machines share.
  ///
  /// An entry is a Redis hash of two fields, head and body, written in one transaction, so it appears whole or not at
  /// all. Both are checksummed: what is not as it was put in is no entry, and is removed. Entries leave after their time
  /// to live, and as the server's own `maxmemory-policy` says; this keeps no account of the server's memory.
  ///
  /// Connects when it is first used. A server that cannot be reached, or does not answer in time, is left alone for a
  /// second, then for longer, half a minute at most; all calls fail at once meanwhile, so that it holds up no load.
  /// Connections are not encrypted, and the server is trusted with memory: the size of what it answers is known only
  /// once it is here.
  ///
  /// All calls block, and come from any thread.
  public final class RedisStore: MediaStore {
    /// Shared.
    public var level: MediaStoreLevel { .shared }

    private let connections: RedisConnections
    private let keyPrefix: [UInt8]
    private let timeToLive: Duration
    private let byteLimit: Int
    private let random: Lock<any RandomNumberGenerator & Sendable>

    /// Creates a store; does not connect yet.
    /// - Parameters:
    ///   - address: of the server.
    ///   - keyPrefix: stands before each key on the server.
    ///   - timeToLive: how long an entry stays, since it was put in; a week by default, a second at least.
    ///   - byteLimit: the most bytes of one entry, head and body; 8 MiB by default.
    ///   - timeout: for connecting, and for each call; 250 milliseconds by default. A host's name is looked up in the
    ///     system's own time.
    public convenience init(
      address: RedisAddress, keyPrefix: String = "lazymedia:", timeToLive: Duration = .seconds(7 * 86_400),
      byteLimit: Int = 8 << 20, timeout: Duration = .milliseconds(250)
    ) {
      self.init(
        address: address, keyPrefix: keyPrefix, timeToLive: timeToLive, byteLimit: byteLimit,
        timeout: timeout,
        random: SystemRandomNumberGenerator(), now: { ContinuousClock.now })
    }

    init(
      address: RedisAddress, keyPrefix: String = "lazymedia:", timeToLive: Duration = .seconds(7 * 86_400),
      byteLimit: Int = 8 << 20, timeout: Duration = .milliseconds(250),
      random: any RandomNumberGenerator & Sendable, now: @escaping @Sendable () -> ContinuousClock.Instant
    ) {
      connections = RedisConnections(address: address, timeout: timeout, now: now)
      self.keyPrefix = Array(keyPrefix.utf8)
      self.timeToLive = min(max(timeToLive, .seconds(1)), .seconds(10 * 365 * 86_400))
      self.byteLimit = byteLimit
      self.random = Lock(random)
    }

    // MARK: - MediaStore

    /// The entry of `key`; `nil` where there is none that is whole. Its time to live goes on as it was.
    public func entry(for key: String) throws(MediaStoreError) -> StoredEntry? {
      let name = name(of: key)
      return try connections.use { (connection) throws(RedisFailure) in
        let fields = try Self.fields(["head", "body"], of: name, over: connection)
        guard !fields.allSatisfy(\.isNil) else { return nil }
        guard fields.count == 2,
          let (header, head) = fields[0].bytes.flatMap({ RedisHeader.read($0, key: name) }),
          fields[1].byteCount == header.bodyByteCount,
          let body = Self.body(of: fields[1], checksum: header.bodyChecksum)
        else {
          // Only what was read goes: the transaction fails if something newer is there by now.
          try Self.remove(name, over: connection) { $0 == fields[0].bytes }
          return nil
        }
        return StoredEntry(head: Self.storedHead(header, head), body: body)
      }
    }

    /// The head of the entry of `key`, without its body.
    package func head(for key: String) throws(MediaStoreError) -> StoredHead? {
      let name = name(of: key)
      return try connections.use { (connection) throws(RedisFailure) in
        guard let (header, head) = try Self.header(of: name, over: connection) else { return nil }
        return Self.storedHead(header, head)
      }
    }

    /// Puts an entry in the place of whatever `key` had.
    /// - Throws: `full` as well where the entry is larger than the limit.
    public func insert(head: [UInt8], body: MediaBody, for key: String) throws(MediaStoreError) {
      guard head.count + body.count <= byteLimit else {
        throw MediaStoreError(
          .full, "an entry of \(head.count + body.count) bytes is larger than the limit of \(byteLimit)")
      }
      let name = name(of: key)
      let header = RedisHeader(
        tag: random.withLock { $0.next() }, bodyByteCount: body.count, bodyChecksum: StoreChecksum.of(body))
      var bytes: [UInt8] = []
      bytes.reserveCapacity(body.count)
      body.forEachPiece { bytes.append(contentsOf: $0) }
      let put =
        ["HSET"].words + [name] + ["head"].words + [header.field(head: head, key: name)] + ["body"].words + [
          bytes
        ]
      let milliseconds = timeToLive.components.seconds * 1000
      try connections.use { (connection) throws(RedisFailure) in
        try Self.transact(
          [["DEL"].words + [name], put, ["PEXPIRE"].words + [name] + [String(milliseconds)].words],
          over: connection)
      }
    }

    /// Replaces the head of the entry that `tag` names, if `key` still has that. Its time to live begins anew.
    public func replaceHead(
      with head: [UInt8], for key: String, tag: StoredEntryTag
    ) throws(MediaStoreError) {
      let name = name(of: key)
      let milliseconds = timeToLive.components.seconds * 1000
      try connections.use { (connection) throws(RedisFailure) in
        try Self.watching(name, over: connection) { () throws(RedisFailure) in
          guard let (header, _) = try Self.header(of: name, over: connection), header.tag == tag.number else {
            return nil
          }
          return [
            ["HSET"].words + [name] + ["head"].words + [header.field(head: head, key: name)],
            ["PEXPIRE"].words + [name] + [String(milliseconds)].words,
          ]
        }
      }
    }

    /// Removes the entry of `key`; with a `tag`, only if it is that which the tag names.
    public func remove(_ key: String, tag: StoredEntryTag? = nil) throws(MediaStoreError) {
      let name = name(of: key)
      try connections.use { (connection) throws(RedisFailure) in
        guard let tag else {
          try Self.check(try connection.run([["DEL"].words + [name]]))
          return
        }
        try Self.remove(name, over: connection) { field in
          field.flatMap { RedisHeader.read($0, key: name) }?.header.tag == tag.number
        }
      }
    }

    // MARK: - Commands

    private func name(of key: String) -> [UInt8] { keyPrefix + Array(key.utf8) }

    private static func storedHead(_ header: RedisHeader, _ head: [UInt8]) -> StoredHead {
      StoredHead(bytes: head, tag: StoredEntryTag(number: header.tag), bodyByteCount: header.bodyByteCount)
    }

    private static func body(of reply: RedisReply, checksum expected: UInt32) -> MediaBody? {
      reply.withBytes { bytes in
        var checksum = StoreChecksum()
        checksum.add(bytes)
        guard checksum.value == expected else { return nil }
        return MediaBody(byteCount: bytes.count) { $0.copyMemory(from: bytes) }
      }
    }

    /// Fields of a hash; all of them missing where the key is of another kind.
    private static func fields(
      _ fields: [String], of name: [UInt8], over connection: RedisConnection
    ) throws(RedisFailure) -> [RedisReply] {
      let reply = try connection.run([["HMGET"].words + [name] + fields.words])
      if reply.first?.refusal?.hasPrefix("WRONGTYPE") == true { return [] }
      try check(reply)
      return reply.first?.elements ?? []
    }

    private static func header(
      of name: [UInt8], over connection: RedisConnection
    ) throws(RedisFailure) -> (header: RedisHeader, head: [UInt8])? {
      try fields(["head"], of: name, over: connection).first?.bytes.flatMap {
        RedisHeader.read($0, key: name)
      }
    }

    /// Removes a key whose head is as `isMeant` says, unless it changes meanwhile.
    private static func remove(
      _ name: [UInt8], over connection: RedisConnection, if isMeant: ([UInt8]?) -> Bool
    ) throws(RedisFailure) {
      try watching(name, over: connection) { () throws(RedisFailure) in
        let field = try fields(["head"], of: name, over: connection).first?.bytes
        return isMeant(field) ? [["DEL"].words + [name]] : nil
      }
    }

    /// Runs the commands that `commands` decides on, unless the key changes meanwhile.
    private static func watching(
      _ name: [UInt8], over connection: RedisConnection, _ commands: () throws(RedisFailure) -> [[[UInt8]]]?
    ) throws(RedisFailure) {
      try check(try connection.run([["WATCH"].words + [name]]))
      if let commands = try commands() {
        try transact(commands, over: connection)
      } else {
        try check(try connection.run([["UNWATCH"].words]))
      }
    }

    /// All or none, with nothing of others between.
    private static func transact(_ commands: [[[UInt8]]], over connection: RedisConnection)
      throws(RedisFailure)
    {
      let replies = try connection.run([["MULTI"].words] + commands + [["EXEC"].words])
      // A command that is refused while it is queued says why; the end says only that there was one.
      try check(replies)
      if let results = replies.last?.elements { try check(results) }
    }

    private static func check(_ replies: [RedisReply]) throws(RedisFailure) {
      for reply in replies {
        if let refusal = reply.refusal { throw .refused(refusal) }
      }
    }
  }

  extension [String] {
    /// Words of a command.
    fileprivate var words: [[UInt8]] { map { [UInt8]($0.utf8) } }
  }
#endif
