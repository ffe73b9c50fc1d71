#if DiskCache
  import Glibc

  /// This program, in a process of its own.
  struct WorkerProcess {
    private let identifier: pid_t
    private let output: Int32
    private var bytes: [UInt8] = []

    init(_ words: [String]) throws {
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
      var arguments: [UnsafeMutablePointer<CChar>?] = (["TrackerWriter"] + words).map { strdup($0) }
      arguments.append(nil)
      defer { for argument in arguments { free(argument) } }
      var started = pid_t()
      let code = posix_spawn(&started, "/proc/self/exe", &actions, nil, arguments, environ)
      guard code == 0 else { throw SpawnFailure(code: code) }
      identifier = started
    }

    /// Waits until it has printed so many lines, or has ended.
    mutating func wait(lines count: Int, milliseconds: Int32 = 60_000) throws {
      while bytes.count(where: { $0 == 0x0A }) < count {
        var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
        guard poll(&descriptor, 1, milliseconds) > 0 else { throw SpawnFailure(code: ETIMEDOUT) }
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
        bytes += buffer[..<count]
        return true
      }
    }

    /// Kills it, unless it has ended. What it has printed, whole lines alone, and the signal or status that ended it.
    mutating func end() -> (lines: [Substring], signal: Int32, status: Int32) {
      kill(identifier, SIGKILL)
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      while readSome() {}
      close(output)
      let whole = bytes.lastIndex(of: 0x0A).map { bytes[...$0] } ?? []
      let lines = String(decoding: whole, as: UTF8.self).split(separator: "\n")
      return (lines, status & 0x7F, status >> 8 & 0xFF)
    }
  }

  struct SpawnFailure: Error {
    let code: Int32
  }
#endif
