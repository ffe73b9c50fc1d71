import Glibc

/// Watches the kernel's pressure stall information (Linux, Documentation/accounting/psi.rst): memory is short when work
/// has to wait for it. One thread for each observation sleeps until the kernel wakes it; while there is no pressure it
/// never wakes up.
///
/// The kernel lacks this where it was built without it or started with `psi=0`, and containers may forbid it; then
/// ``observe(_:)`` throws and nothing is watched.
public struct PressureStallMonitor: MemoryPressureSource {
  /// The time that some work must have waited for memory within ``window``; 150 ms by default.
  public var stall: Duration
  /// From 500 ms to 10 s; for programs without privileges a multiple of 2 s, which is the default. There is at most one
  /// rise in a window.
  public var window: Duration
  /// The file to watch: that of the whole system by default. Each control group has its own, `memory.pressure`.
  public var path: String

  /// Creates a monitor with the defaults above.
  public init(
    stall: Duration = .milliseconds(150), window: Duration = .seconds(2),
    path: String = "/proc/pressure/memory"
  ) {
    self.stall = stall
    self.window = window
    self.path = path
  }

  /// What is written to the file, without the NUL that ends it.
  var trigger: String { "some \(Self.microseconds(stall)) \(Self.microseconds(window))" }

  /// See ``MemoryPressureSource/observe(_:)``.
  public func observe(_ onRise: @escaping @Sendable () -> Void) throws(MemoryPressureError)
    -> MemoryPressureObservation
  {
    let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw Self.error("cannot open \(path)") }
    let written = trigger.withCString { write(descriptor, $0, strlen($0) + 1) }
    guard written > 0 else {
      let error = Self.error("cannot set a trigger in \(path)")
      close(descriptor)
      throw error
    }
    return try Self.observe(descriptor, onRise)
  }

  /// Calls `onRise` each time that `descriptor`, which is closed at the end, has something urgent.
  static func observe(_ descriptor: Int32, _ onRise: @escaping @Sendable () -> Void)
    throws(MemoryPressureError) -> MemoryPressureObservation
  {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else {
      let error = Self.error("cannot make a pipe")
      close(descriptor)
      throw error
    }
    let (stopped, stop) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let watch = Watch(descriptor: descriptor, stopped: stopped, onRise: onRise)
    guard watch.begin() else {
      for end in ends + [descriptor] { close(end) }
      throw MemoryPressureError("cannot begin a thread that watches memory pressure")
    }
    // The thread sees that the pipe has no writer any more, and ends.
    return MemoryPressureObservation { close(stop) }
  }

  private static func microseconds(_ duration: Duration) -> Int64 {
    let (seconds, attoseconds) = duration.components
    let whole = seconds.multipliedReportingOverflow(by: 1_000_000)
    // The kernel refuses what is out of its range.
    return whole.overflow
      ? .max : whole.partialValue.addingReportingOverflow(attoseconds / 1_000_000_000_000).partialValue
  }

  private static func error(_ what: String) -> MemoryPressureError {
    MemoryPressureError("\(what): \(String(cString: strerror(errno)))")
  }
}

/// The thread of an observation. It owns both descriptors once it has begun.
private final class Watch: Sendable {
  private let descriptor: Int32
  private let stopped: Int32
  private let onRise: @Sendable () -> Void

  init(descriptor: Int32, stopped: Int32, onRise: @escaping @Sendable () -> Void) {
    self.descriptor = descriptor
    self.stopped = stopped
    self.onRise = onRise
  }

  func begin() -> Bool {
    // The program's signals are for its own threads.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_BLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let context = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { context in
        guard let context else { return nil }
        Unmanaged<Watch>.fromOpaque(context).takeRetainedValue().run()
        return nil
      }, context.toOpaque())
    guard code == 0 else {
      context.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private func run() {
    var descriptors = [
      pollfd(fd: descriptor, events: Int16(POLLPRI), revents: 0),
      pollfd(fd: stopped, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      guard poll(&descriptors, nfds_t(descriptors.count), -1) >= 0 else {
        if errno == EINTR { continue }
        break
      }
      if descriptors[1].revents != 0 { break }
      // What is watched has gone, as the control group of the file may.
      if descriptors[0].revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { break }
      if descriptors[0].revents & Int16(POLLPRI) != 0 { onRise() }
    }
    close(descriptor)
    close(stopped)
  }
}
