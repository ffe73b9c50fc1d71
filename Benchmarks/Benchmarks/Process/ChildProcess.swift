import Glibc

/// A program that runs beside this one, spoken to in lines over its standard input and output.
final class ChildProcess {
  let name: String
  let identifier: pid_t
  /// When it was started, in milliseconds of ``Measure/now``.
  let started: Double

  private var input: Int32
  private let output: Int32
  private var buffered: [UInt8] = []
  private var isReaped = false

  /// Starts `path` with `arguments`.
  init(_ path: String, _ arguments: [String]) throws {
    name = ([path.split(separator: "/").last.map(String.init) ?? path] + arguments).joined(separator: " ")
    let (childInput, input) = try Self.makePipe()
    let (output, childOutput) = try Self.makePipe()
    defer {
      close(childInput)
      close(childOutput)
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, childInput, STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, childOutput, STDOUT_FILENO)
    // This program ignores SIGPIPE; what it starts is not to inherit that.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var defaults = sigset_t()
    sigemptyset(&defaults)
    sigaddset(&defaults, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var identifier: pid_t = 0
    started = Measure.now
    let code = posix_spawn(&identifier, path, &actions, &attributes, &words, environ)
    self.identifier = identifier
    self.input = input
    self.output = output
    guard code == 0 else {
      isReaped = true
      throw Failure("cannot start \(path): \(String(cString: strerror(code)))")
    }
  }

  deinit {
    if input >= 0 { close(input) }
    close(output)
    if !isReaped {
      kill(identifier, SIGKILL)
      waitpid(identifier, nil, 0)
    }
  }

  /// Sends a line and waits for the answer, one line.
  func ask(_ line: String) throws -> ResultLine {
    try Files.writeAll(line + "\n", to: input)
    return try readResult()
  }

  /// The next line that it prints; waits for it, 120 s at most.
  func readResult() throws -> ResultLine {
    let deadline = Measure.now + 120_000
    while true {
      if let end = buffered.firstIndex(of: 0x0A) {
        defer { buffered.removeFirst(end + 1) }
        return ResultLine(String(decoding: buffered[..<end], as: UTF8.self))
      }
      var descriptor = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
      let timeout = max(0, deadline - Measure.now)
      let ready = poll(&descriptor, 1, Int32(timeout))
      if ready < 0 && errno == EINTR { continue }
      guard ready > 0 else { throw Failure("no answer from \(name)") }
      var bytes = [UInt8](repeating: 0, count: 4096)
      let count = read(output, &bytes, bytes.count)
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure("\(name) ended without an answer") }
      buffered += bytes[..<count]
    }
  }

  /// Closes its standard input and waits for its end.
  func finish() throws {
    close(input)
    input = -1
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 && errno == EINTR {}
    isReaped = true
    guard status == 0 else { throw Failure("\(name) failed (status \(status))") }
  }

  private static func makePipe() throws -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw Failure("cannot make a pipe: \(Files.systemMessage)") }
    // Nobody else starts processes meanwhile.
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}
