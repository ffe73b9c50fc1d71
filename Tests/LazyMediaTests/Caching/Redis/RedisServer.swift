#if Redis
  import Foundation

  @testable import LazyMedia

  /// A server of the test's own, in a temporary folder, on a Unix socket. Ends with this.
  final class RedisServer {
    let folder: String
    private var process: Process?

    /// The program; `nil` where it is not installed.
    static let program = ["/usr/bin/redis-server", "/usr/local/bin/redis-server"].first {
      FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Whether there is one; says so if not.
    static var isInstalled: Bool {
      if program == nil { print("skipped: redis-server is not installed") }
      return program != nil
    }

    init(_ options: String...) throws {
      folder = "/tmp/lazymedia-redis-\(UUID().uuidString)"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try start(options)
    }

    var socketPath: String { "\(folder)/socket" }
    var address: RedisAddress { RedisAddress(.unixSocket(socketPath)) }

    func start(_ options: [String] = []) throws {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: Self.program ?? "")
      process.arguments =
        ["--port", "0", "--unixsocket", socketPath, "--save", "", "--appendonly", "no", "--dir", folder]
        + options
      let output = Pipe()
      process.standardOutput = output
      process.standardError = FileHandle.nullDevice
      try process.run()
      self.process = process
      // It says when it takes connections.
      var text = ""
      while !text.lowercased().contains("ready to accept connections") {
        let bytes = output.fileHandleForReading.availableData
        if bytes.isEmpty { throw CocoaError(.fileReadUnknown, userInfo: [NSDebugDescriptionErrorKey: text]) }
        text += String(decoding: bytes, as: UTF8.self)
      }
    }

    func stop() {
      guard let process else { return }
      // It inherits that threads of tests block SIGTERM.
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
      unlink(socketPath)
      self.process = nil
    }

    /// Stops it from running, without closing what it has open; or lets it run again.
    func freeze(_ isFrozen: Bool) {
      if let process { kill(process.processIdentifier, isFrozen ? SIGSTOP : SIGCONT) }
    }

    deinit {
      freeze(false)
      stop()
      try? FileManager.default.removeItem(atPath: folder)
    }

    /// Runs one command aside from the store, and gives its answer.
    @discardableResult
    func ask(_ words: String...) throws -> RedisReply? {
      try RedisConnection(address, timeout: .seconds(5)).run([words.map { Array($0.utf8) }]).first
    }
  }
#endif
