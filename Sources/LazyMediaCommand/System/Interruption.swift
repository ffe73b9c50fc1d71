import Dispatch
import Glibc
import LazyMedia
import Locking

/// Runs asynchronous work to its end, and cancels it on SIGINT (Ctrl-C), SIGTERM and SIGHUP.
enum Interruption {
  private static let first = Lock<Int32?>(nil)

  /// The signal that asked the command to end, if one came.
  static var signal: Int32? { first.withLock { $0 } }

  /// Runs the work, then ends the command with what it returns, or with the status of the signal that came first.
  /// A second signal ends the command at once; files under way are taken away.
  ///
  /// Called by the main thread, before there is any other: all threads inherit that the signals are blocked, so
  /// that they come to nobody but the one that waits for them. The main thread itself runs the main actor.
  /// - Parameter isTheUsualEnd: whether the work has no other end than a signal: what it returns counts after one, too.
  @MainActor static func run(
    isTheUsualEnd: Bool = false, _ work: @escaping @Sendable () async -> ExitStatus
  ) -> Never {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGTERM] { sigaddset(&signals, signal) }
    // nohup(1) asks that SIGHUP be ignored.
    if !isIgnored(SIGHUP) { sigaddset(&signals, SIGHUP) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    // A shell starts background commands with SIGINT ignored; an ignored signal would not be seen even here.
    for signal in [SIGINT, SIGTERM] { Glibc.signal(signal, SIG_DFL) }

    var wakeUp = pollfd(fd: MainLoop.fileDescriptor, events: Int16(POLLIN), revents: 0)
    let task = Task.detached {
      let status = await work()
      // Everything is written. Exit handlers of libraries must not meet threads that still run.
      let interrupted = isTheUsualEnd ? nil : signal.map(ExitStatus.interrupted)
      _exit((interrupted ?? status).code)
    }
    DispatchQueue(label: "signals").async { [signals] in cancel(task, on: signals) }
    while true {
      if poll(&wakeUp, 1, -1) > 0 { MainLoop.drain() }
    }
  }

  /// Waits for the signals: the first cancels the work, the second ends the command.
  private static func cancel(_ task: Task<Void, Never>, on waited: sigset_t) -> Never {
    var signals = waited
    while true {
      var received: Int32 = 0
      guard sigwait(&signals, &received) == 0 else { continue }
      let isFirst = first.withLock { first in
        defer { first = first ?? received }
        return first == nil
      }
      guard isFirst else {
        TemporaryFiles.removeAll()
        _exit(ExitStatus.interrupted(by: received).code)
      }
      task.cancel()
    }
  }

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    sigaction(signal, nil, &action)
    return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
  }
}
