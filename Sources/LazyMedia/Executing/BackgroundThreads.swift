import Glibc

/// Decode threads, as many as cores by default. They start when there is work, sleep without waking while there
/// is none, and end with the last reference to the executor.
public final class BackgroundThreads: BackgroundExecutor {
  private let shared: Shared

  /// Creates an executor.
  /// - Parameters:
  ///   - count: threads; as many as cores that are online by default, at least 1.
  ///   - niceness: how far decoding stands behind the program's other threads, 0 to 19; 10 by default.
  public init(count: Int = BackgroundThreads.coreCount, niceness: Int32 = 10) {
    shared = Shared(threads: max(1, count), niceness: max(0, min(19, niceness)))
  }

  deinit { shared.stop() }

  /// Cores that are online.
  public static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// See ``BackgroundExecutor/submit(_:priority:)``.
  public func submit(_ work: any BackgroundWork, priority: MediaPriority) {
    shared.locked { state in
      guard !state.isStopped else { return }
      state.queue.append(work, priority: priority)
      if state.sleeping > 0 {
        pthread_cond_signal(shared.condition)
      } else if state.started < shared.threads {
        if shared.startThread() { state.started += 1 }
      }
    }
  }

  /// See ``BackgroundExecutor/withdraw(_:)``.
  public func withdraw(_ work: any BackgroundWork) {
    shared.locked { _ = $0.queue.remove(work) }
  }

  /// See ``BackgroundExecutor/setPriority(_:of:)``.
  public func setPriority(_ priority: MediaPriority, of work: any BackgroundWork) {
    shared.locked { $0.queue.setPriority(priority, of: work) }
  }

  /// What threads share; they hold this, not the executor, so that the executor can end them.
  private final class Shared: @unchecked Sendable {
    // @unchecked: `state` is touched between lock and unlock of `mutex` only.
    struct State {
      var queue = BackgroundQueue()
      var started = 0
      var sleeping = 0
      var isStopped = false
    }

    let threads: Int
    let niceness: Int32
    let condition: UnsafeMutablePointer<pthread_cond_t>
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var state = State()

    init(threads: Int, niceness: Int32) {
      self.threads = threads
      self.niceness = niceness
      condition = .allocate(capacity: 1)
      condition.initialize(to: pthread_cond_t())
      pthread_cond_init(condition, nil)
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }

    deinit {
      pthread_cond_destroy(condition)
      condition.deallocate()
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func locked<Result>(_ body: (inout State) -> Result) -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return body(&state)
    }

    func stop() {
      locked { state in
        state.isStopped = true
        state.queue = BackgroundQueue()
        pthread_cond_broadcast(condition)
      }
    }

    func startThread() -> Bool {
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
      var thread = pthread_t()
      let context = Unmanaged.passRetained(self)
      let result = pthread_create(
        &thread, &attributes,
        { context in
          guard let context else { return nil }
          Unmanaged<Shared>.fromOpaque(context).takeRetainedValue().work()
          return nil
        }, context.toOpaque())
      if result != 0 { context.release() }
      return result == 0
    }

    private func work() {
      // 0 is the calling thread here: Linux keeps niceness by thread.
      if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
      while let next = take() { next.run() }
    }

    /// The next work, or `nil` once stopped. Sleeps while there is none.
    private func take() -> (any BackgroundWork)? {
      locked { state in
        while true {
          if state.isStopped { return nil }
          if let work = state.queue.popFirst() { return work }
          state.sleeping += 1
          pthread_cond_wait(condition, mutex)
          state.sleeping -= 1
        }
      }
    }
  }
}
