#if DiskCache
  import Glibc

  /// This program as a ``Worker``, in a process of its own.
  struct WorkerProcess {
    private let identifier: pid_t
    private let output: Int32
    private var told: [UInt8] = []

    init(_ run: KillRun, seed: UInt64) throws {
      var pipes: [Int32] = [0, 0]
      guard pipe(&pipes) == 0 else { throw SpawnFailure(code: errno) }
      output = pipes[0]
      defer { close(pipes[1]) }
      _ = fcntl(output, F_SETFD, FD_CLOEXEC)
      var actions = posix_spawn_file_actions_t()
      posix_spawn_file_actions_init(&actions)
      defer { posix_spawn_file_actions_destroy(&actions) }
      posix_spawn_file_actions_adddup2(&actions, pipes[1], STDOUT_FILENO)
      posix_spawn_file_actions_addclose(&actions, pipes[1])
      let words = ["CacheWriter", "work", run.directory, String(seed), String(run.byteLimit)]
      var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) }
      arguments.append(nil)
      defer { for argument in arguments { free(argument) } }
      var started = pid_t()
      let code = posix_spawn(&started, "/proc/self/exe", &actions, nil, arguments, environ)
      guard code == 0 else { throw SpawnFailure(code: code) }
      identifier = started
    }

    /// Waits until it has printed so many lines, the first of them once it has opened the cache; or has ended.
    mutating func wait(lines count: Int) throws {
      while told.count(where: { $0 == 0x0A }) < count {
        var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, 60_000) > 0 else { throw SpawnFailure(code: ETIMEDOUT) }
        guard readSome() else { return }
      }
    }

    /// Whether there was something.
    private mutating func readSome() -> Bool {
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while true {
        let count = read(output, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        told += buffer[..<count]
        return true
      }
    }

    /// Kills it, and adds up what it has told. That it ended otherwise is a fault.
    mutating func end(adding counts: inout [String: Int], _ faults: inout [String]) {
      kill(identifier, SIGKILL)
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      while readSome() {}
      close(output)
      let lines = String(decoding: told, as: UTF8.self).split(separator: "\n")
      for line in lines {
        for word in line.split(separator: " ") {
          let parts = word.split(separator: "=")
          if parts.count == 2 { counts[String(parts[0]), default: 0] += Int(parts[1]) ?? 1 }
        }
      }
      if status & 0x7F != SIGKILL { faults.append("a worker ended by itself: \(lines.last ?? "")") }
    }
  }

  struct SpawnFailure: Error {
    let code: Int32
  }
#endif
