@preconcurrency import Glibc

/// Runs a program that opens one URL, without a shell and apart from this one: its input and output are nowhere, its
/// signals are the default ones, it is in a process group of its own, so that what ends this program by the terminal does
/// not end the person's browser, and it inherits no descriptor.
enum LinkProgram {
  /// How it ended.
  enum End: Hashable, Sendable {
    /// It could not be started; the error number.
    case notStarted(Int32)
    /// With an exit status.
    case exited(Int32)
    /// By a signal.
    case killed(Int32)
    /// The program lets nobody know how its children end (`SIGCHLD` is ignored).
    case unknown
  }

  /// Starts the program and waits for its end, on a thread of its own: either can take long.
  /// - Parameters:
  ///   - name: the program, looked for in `PATH` where it has no slash.
  ///   - onStart: called on that thread, before `onEnd`, if it could be started.
  ///   - onEnd: called on that thread, once. The program is no zombie then.
  static func run(
    _ name: String, url: String, onStart: @escaping @Sendable () -> Void,
    onEnd: @escaping @Sendable (End) -> Void
  ) {
    let isStarted = startThread {
      // What is sent to the process is for its other threads.
      var all = sigset_t()
      sigfillset(&all)
      pthread_sigmask(SIG_SETMASK, &all, nil)
      switch spawn(name, url) {
      case .success(let process):
        onStart()
        onEnd(wait(for: process))
      case .failure(let error): onEnd(.notStarted(error.number))
      }
    }
    if !isStarted { onEnd(.notStarted(EAGAIN)) }
  }

  private struct SystemError: Error {
    let number: Int32
  }

  private static func spawn(_ name: String, _ url: String) -> Result<pid_t, SystemError> {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (descriptor, mode) in [
      (STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_WRONLY), (STDERR_FILENO, O_WRONLY),
    ] {
      posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
    }
    for descriptor in inheritedDescriptors { posix_spawn_file_actions_addclose(&actions, descriptor) }

    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(
      &attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETPGROUP))

    var words: [UnsafeMutablePointer<CChar>?] = [strdup(name), strdup(url), nil]
    defer { for word in words { free(word) } }
    var process: pid_t = 0
    let error = posix_spawnp(&process, name, &actions, &attributes, &words, environ)
    return error == 0 ? .success(process) : .failure(SystemError(number: error))
  }

  /// Descriptors that some part of the program has opened for whatever it starts; to close one that is gone meanwhile
  /// does no harm.
  private static var inheritedDescriptors: [Int32] {
    guard let folder = opendir("/proc/self/fd") else { return [] }
    defer { closedir(folder) }
    var descriptors: [Int32] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
      guard let descriptor = Int32(name), descriptor > STDERR_FILENO else { continue }
      let flags = fcntl(descriptor, F_GETFD)
      if flags >= 0, flags & FD_CLOEXEC == 0 { descriptors.append(descriptor) }
    }
    return descriptors
  }

  private static func wait(for process: pid_t) -> End {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      if errno != EINTR { return .unknown }
    }
    let signal = status & 0x7F
    return signal == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal)
  }

  private static func startThread(_ body: @escaping @Sendable () -> Void) -> Bool {
    final class Context {
      let body: @Sendable () -> Void
      init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }
    var thread = pthread_t()
    let context = Unmanaged.passRetained(Context(body))
    let result = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Context>.fromOpaque(context).takeRetainedValue().body()
        return nil
      }, context.toOpaque())
    if result == 0 { pthread_detach(thread) } else { context.release() }
    return result == 0
  }
}
