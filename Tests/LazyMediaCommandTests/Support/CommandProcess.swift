import Dispatch
import Foundation
import Glibc
import Locking
import Testing

/// The command, run as a process of its own: the binary that was built beside the tests.
final class CommandProcess: Sendable {
  struct Result: Sendable {
    /// The exit status; `nil` if a signal ended it.
    var status: Int32?
    var output: [UInt8]
    var errors: String

    var text: String { String(decoding: output, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// Each line as an object.
    func objects() throws -> [[String: Any]] {
      try lines.map { line in
        try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
      }
    }
  }

  /// Where standard error leads.
  enum Errors { case file, terminal(columns: UInt16) }
  /// Where standard output leads.
  enum Output { case file, closedPipe, closed, descriptor(Int32) }

  let pid: pid_t
  private let folder = TemporaryFolder()
  private let input: Lock<Int32>
  private let terminal: Int32?

  /// Starts the command.
  init(
    _ arguments: [String], input text: String? = "", output: Output = .file, errors: Errors = .file,
    environment: [String: String] = [:], workingDirectory: String? = nil
  ) throws {
    // SIGPIPE would end the tests when the command ends before its input does.
    signal(SIGPIPE, SIG_IGN)
    // One at a time: a pipe that another child inherits would never end.
    Self.starting.lock()
    defer { Self.starting.unlock() }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }

    let pipe = try Self.pipe()
    posix_spawn_file_actions_adddup2(&actions, pipe.read, 0)
    var opened = [pipe.read]
    switch output {
    case .file:
      posix_spawn_file_actions_addopen(&actions, 1, folder.path("output"), O_WRONLY | O_CREAT, 0o600)
    case .closedPipe:
      let ends = try Self.pipe()
      close(ends.read)
      posix_spawn_file_actions_adddup2(&actions, ends.write, 1)
      opened.append(ends.write)
    case .descriptor(let descriptor):
      posix_spawn_file_actions_adddup2(&actions, descriptor, 1)
    case .closed:
      posix_spawn_file_actions_addclose(&actions, 1)
    }
    switch errors {
    case .file:
      posix_spawn_file_actions_addopen(&actions, 2, folder.path("errors"), O_WRONLY | O_CREAT, 0o600)
      terminal = nil
    case .terminal(let columns):
      var (master, slave): (Int32, Int32) = (0, 0)
      var size = winsize(ws_row: 24, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      try #require(openpty(&master, &slave, nil, nil, &size) == 0)
      _ = fcntl(master, F_SETFD, FD_CLOEXEC)
      _ = fcntl(slave, F_SETFD, FD_CLOEXEC)
      posix_spawn_file_actions_adddup2(&actions, slave, 2)
      opened.append(slave)
      terminal = master
    }

    // Signals as a terminal's shell hands them on.
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var none = sigset_t()
    var defaults = sigset_t()
    sigemptyset(&none)
    sigfillset(&defaults)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setsigdefault(&attributes, &defaults)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))

    var variables = ProcessInfo.processInfo.environment.filter { !$0.key.lowercased().hasSuffix("_proxy") }
    variables["TERM"] = "xterm"
    variables["LC_ALL"] = "C.UTF-8"
    variables["NO_COLOR"] = nil
    variables.merge(environment) { $1 }
    var words = [Self.binary] + arguments
    if let workingDirectory {
      words = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", workingDirectory] + words
    }
    var argv = words.map { strdup($0) } + [nil]
    var envp = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in argv + envp { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, words[0], &actions, &attributes, &argv, &envp)
    for descriptor in opened { close(descriptor) }
    self.pid = pid
    self.input = Lock(pipe.write)
    try #require(code == 0, "cannot start \(Self.binary)")
    if let text {
      write(text)
      closeInput()
    }
  }

  /// Writes to its standard input; blocks while the pipe is full.
  func write(_ text: String) {
    let descriptor = input.withLock { $0 }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Ends its standard input.
  func closeInput() {
    let descriptor = input.withLock { input in
      defer { input = -1 }
      return input
    }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Sends it a signal.
  func send(_ signal: Int32) { kill(pid, signal) }

  /// What it has written to standard output so far.
  var outputSoFar: String { folder.text("output") }

  /// The last kibibyte that it has written to standard output.
  var lastOutput: String {
    guard let file = FileHandle(forReadingAtPath: folder.path("output")), let end = try? file.seekToEnd()
    else {
      return ""
    }
    try? file.seek(toOffset: end > 1024 ? end - 1024 : 0)
    return String(decoding: (try? file.readToEnd()) ?? Data(), as: UTF8.self)
  }

  /// Its largest resident set so far, in KiB. Not from wait4(2), which counts in what the parent had at the start.
  var peakMemory: Int? {
    let status = (try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8)) ?? ""
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropFirst().first.flatMap {
      Int($0.trimmingCharacters(in: .whitespaces))
    }
  }

  /// Waits for its end; after `limit` it is killed.
  func result(limit: Duration = .seconds(60)) async -> Result {
    let killer = Task { [pid] in
      try await Task.sleep(for: limit)
      kill(pid, SIGKILL)
    }
    defer { killer.cancel() }
    let screen = terminal.map { master in Self.onThread { Self.readAll(master) } }
    let status = await Self.onThread { [pid] in
      var status: Int32 = 0
      while waitpid(pid, &status, 0) < 0, errno == EINTR {}
      return status
    }.value
    closeInput()
    let errors =
      if let screen { String(decoding: await screen.value, as: UTF8.self) } else { folder.text("errors") }
    return Result(
      status: status & 0x7F == 0 ? (status >> 8) & 0xFF : nil, output: Array(folder.text("output").utf8),
      errors: errors)
  }

  /// Runs the command to its end.
  static func run(
    _ arguments: String..., input: String = "", environment: [String: String] = [:],
    workingDirectory: String? = nil
  ) async throws -> Result {
    try await CommandProcess(
      arguments, input: input, environment: environment, workingDirectory: workingDirectory
    ).result()
  }

  private static let starting = NSLock()

  private static let binary: String = {
    var path = [CChar](repeating: 0, count: 4096)
    let count = readlink("/proc/self/exe", &path, path.count - 1)
    let tests = String(decoding: path.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    return (tests as NSString).deletingLastPathComponent + "/lazymedia"
  }()

  static func pipe() throws -> (read: Int32, write: Int32) {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Reads to the end, and closes.
  static func readAll(_ descriptor: Int32) -> [UInt8] {
    var all: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      // A terminal whose other end is closed reads as an error.
      guard count > 0 else { break }
      all += buffer.prefix(count)
    }
    close(descriptor)
    return all
  }

  /// Runs what blocks on a thread that Swift's tasks do not share.
  static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) -> Task<Value, Never> {
    Task {
      await withCheckedContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(returning: body()) }
      }
    }
  }
}
