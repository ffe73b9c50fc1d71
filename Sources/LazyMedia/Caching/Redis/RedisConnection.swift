#if Redis
  internal import CHiredis
  import Glibc

  /// One connection to a server.
  ///
  /// @unchecked Sendable: ``RedisConnections`` gives it to one thread at a time.
  final class RedisConnection: @unchecked Sendable {
    private let context: UnsafeMutablePointer<redisContext>
    private let timeout: Duration

    /// Connects, and says who asks. Waits for `timeout` at most, and as long again for the greeting; but a name is
    /// looked up in the system's own time.
    init(_ address: RedisAddress, timeout: Duration) throws(RedisFailure) {
      self.timeout = timeout
      let limit = timeval(timeout)
      let made =
        switch address.endpoint {
        case .host(let host, let port): redisConnectWithTimeout(host, Int32(clamping: port), limit)
        case .unixSocket(let path): redisConnectUnixWithTimeout(path, limit)
        }
      guard let made else { throw .unreachable("no memory for a connection") }
      context = made
      guard made.pointee.err == 0 else { throw lost() }
      guard redisSetTimeout(made, limit) == REDIS_OK else { throw lost() }
      var greeting: [[[UInt8]]] = []
      if let password = address.password {
        greeting.append((["AUTH"] + (address.user.map { [$0] } ?? []) + [password]).map { Array($0.utf8) })
      }
      if address.database != 0 {
        greeting.append(["SELECT", String(address.database)].map { Array($0.utf8) })
      }
      for reply in try run(greeting) {
        if let refusal = reply.refusal { throw .refused(refusal) }
      }
    }

    deinit { redisFree(context) }

    /// Sends the commands at once and reads an answer for each, in about `timeout` altogether.
    func run(_ commands: [[[UInt8]]]) throws(RedisFailure) -> [RedisReply] {
      let deadline = ContinuousClock.now + timeout
      for command in commands { try append(command) }
      // hiredis writes to sockets in the way that raises the signal.
      let guarding = BrokenPipeGuard()
      defer { guarding.end() }
      var isWritten: Int32 = 0
      while isWritten == 0 {
        guard redisBufferWrite(context, &isWritten) == REDIS_OK else { throw lost() }
        if isWritten == 0, ContinuousClock.now > deadline {
          throw .unreachable("it does not take commands in time")
        }
      }
      var replies: [RedisReply] = []
      while replies.count < commands.count {
        var reply: UnsafeMutableRawPointer?
        guard redisGetReplyFromReader(context, &reply) == REDIS_OK else { throw lost() }
        if let reply {
          replies.append(RedisReply(reply.assumingMemoryBound(to: redisReply.self)))
          continue
        }
        if ContinuousClock.now > deadline { throw .unreachable("it does not answer in time") }
        guard redisBufferRead(context) == REDIS_OK else { throw lost() }
      }
      return replies
    }

    private func append(_ command: [[UInt8]]) throws(RedisFailure) {
      var flat: [CChar] = []
      flat.reserveCapacity(command.reduce(0) { $0 + $1.count } + 1)
      for word in command { word.withUnsafeBytes { flat.append(contentsOf: $0.bindMemory(to: CChar.self)) } }
      // So that there is an address even if all words are empty.
      flat.append(0)
      var lengths = command.map(\.count)
      let code = flat.withUnsafeBufferPointer { flat in
        var offset = 0
        var starts: [UnsafePointer<CChar>?] = lengths.map { length in
          defer { offset += length }
          return flat.baseAddress.map { $0 + offset }
        }
        return redisAppendCommandArgv(context, Int32(clamping: command.count), &starts, &lengths)
      }
      guard code == REDIS_OK else { throw lost() }
    }

    private func lost() -> RedisFailure {
      withUnsafeBytes(of: &context.pointee.errstr) { bytes in
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return .unreachable(text.isEmpty ? "the connection is lost" : text)
      }
    }
  }

  extension timeval {
    fileprivate init(_ duration: Duration) {
      let (seconds, attoseconds) = max(.milliseconds(1), duration).components
      self.init(tv_sec: Int(seconds), tv_usec: Int(attoseconds / 1_000_000_000_000))
    }
  }

  /// Keeps SIGPIPE from the process while this thread writes to sockets.
  struct BrokenPipeGuard {
    private var before = sigset_t()
    private let wasPending: Bool

    init() {
      var pending = sigset_t()
      sigpending(&pending)
      wasPending = sigismember(&pending, SIGPIPE) == 1
      var signal = Self.signal
      pthread_sigmask(SIG_BLOCK, &signal, &before)
    }

    /// Takes the signal away if there is one now, and lets others through again.
    func end() {
      var pending = sigset_t()
      sigpending(&pending)
      if !wasPending, sigismember(&pending, SIGPIPE) == 1 {
        var signal = Self.signal
        var noTime = timespec()
        sigtimedwait(&signal, nil, &noTime)
      }
      var before = before
      pthread_sigmask(SIG_SETMASK, &before, nil)
    }

    private static var signal: sigset_t {
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, SIGPIPE)
      return set
    }
  }
#endif
