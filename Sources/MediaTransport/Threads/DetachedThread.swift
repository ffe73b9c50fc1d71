internal import Glibc

/// A thread that nobody waits for.
enum DetachedThread {
  private final class Body: Sendable {
    let name: String
    let run: @Sendable () -> Void

    init(name: String, run: @escaping @Sendable () -> Void) {
      self.name = name
      self.run = run
    }
  }

  /// Runs `body` on a new thread, on which all signals are blocked, so that they reach the program's own threads
  /// and a broken connection cannot raise SIGPIPE. Returns whether the thread could be begun.
  static func begin(name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
    let context = Unmanaged.passRetained(Body(name: name, run: body))
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    var thread: pthread_t = 0
    let code = pthread_create(&thread, nil, { DetachedThread.main($0) }, context.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)
    if code != 0 {
      context.release()
    } else {
      pthread_detach(thread)
    }
    return code == 0
  }

  private static func main(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    let body = Unmanaged<Body>.fromOpaque(context).takeRetainedValue()
    setName(body.name)
    body.run()
    return nil
  }

  // For debuggers and `top`; glibc's function for it is an extension that Swift does not see.
  private static func setName(_ name: String) {
    let file = open("/proc/thread-self/comm", O_WRONLY | O_CLOEXEC)
    guard file >= 0 else { return }
    _ = write(file, name, name.utf8.count)
    close(file)
  }
}
