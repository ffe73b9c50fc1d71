import Glibc
import MediaTransport

/// Decode threads, as many as cores by default, and one more that takes small work only while all of them are busy, so that
/// an icon does not wait for large pictures. They start when there is work, sleep without waking while there is none, and
/// end with the last reference to the executor.
public final class BackgroundThreads: BackgroundExecutor {
  private let shared: Shared

  /// Creates an executor.
  /// - Parameters:
  ///   - count: threads for all work; as many as cores that are online by default, at least 1.
  ///   - niceness: how far decoding stands behind the program's other threads, 0 to 19; 10 by default.
  public init(count: Int = BackgroundThreads.coreCount, niceness: Int32 = 10) {
    shared = Shared(threads: max(1, count), niceness: max(0, min(19, niceness)))
  }

  deinit { shared.stop() }

  /// Cores that are online.
  public static var coreCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

  /// See ``BackgroundExecutor/submit(_:priority:)``.
  public func submit(_ work: any BackgroundWork, priority: MediaPriority) {
    // Asked outside the lock.
    let isSmall = work.isSmall
    shared.locked { shared.submit(work, isSmall: isSmall, priority: priority) }
  }

  /// See ``BackgroundExecutor/withdraw(_:)``.
  public func withdraw(_ work: any BackgroundWork) {
    shared.locked { _ = shared.queue.remove(work) }
  }

  /// See ``BackgroundExecutor/setPriority(_:of:)``.
  public func setPriority(_ priority: MediaPriority, of work: any BackgroundWork) {
    shared.locked { shared.queue.setPriority(priority, of: work, at: .now()) }
  }

  /// Threads that have been started, that for small work included.
  package var startedThreads: Int {
    shared.locked { shared.all.started + shared.small.started }
  }

  /// What threads share; they hold this, not the executor, so that the executor can end them.
  private final class Shared: @unchecked Sendable {
    // @unchecked: what is mutable is touched while `mutex` is held only. No function holds access to it while it waits,
    // because others change it meanwhile.
    var queue = BackgroundQueue()
    /// Those that take any work.
    private(set) var all = ThreadCrew()
    /// The one that takes small work.
    private(set) var small = ThreadCrew()
    private var isStopped = false

    private let threads: Int
    private let niceness: Int32
    private let condition = Shared.makeCondition()
    private let smallCondition = Shared.makeCondition()
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    init(threads: Int, niceness: Int32) {
      self.threads = threads
      self.niceness = niceness
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
    }

    private static func makeCondition() -> UnsafeMutablePointer<pthread_cond_t> {
      let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
      condition.initialize(to: pthread_cond_t())
      pthread_cond_init(condition, nil)
      return condition
    }

    deinit {
      for condition in [condition, smallCondition] {
        pthread_cond_destroy(condition)
        condition.deallocate()
      }
      pthread_mutex_destroy(mutex)
      mutex.deallocate()
    }

    func locked<Result>(_ body: () -> Result) -> Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return body()
    }

    func stop() {
      locked {
        isStopped = true
        queue = BackgroundQueue()
        pthread_cond_broadcast(condition)
        pthread_cond_broadcast(smallCondition)
      }
    }

    // MARK: Under the lock

    func submit(_ work: any BackgroundWork, isSmall: Bool, priority: MediaPriority) {
      guard !isStopped else { return }
      queue.append(work, isSmall: isSmall, priority: priority, at: .now())
      if all.wake() {
        pthread_cond_signal(condition)
      } else if all.started < threads, startThread({ $0.work(small: false) }) {
        all.start()
      } else {
        serveSmall()
      }
    }

    /// Sees to it that small work is taken by the thread for it, where it waits and every other thread is busy.
    private func serveSmall() {
      guard queue.hasSmall, all.isBusy, !small.isComing else { return }
      if small.wake() {
        pthread_cond_signal(smallCondition)
      } else if small.started == 0, startThread({ $0.work(small: true) }) {
        small.start()
      }
    }

    private func startThread(_ body: @escaping (Shared) -> Void) -> Bool {
      final class Context {
        let shared: Shared
        let body: (Shared) -> Void
        init(_ shared: Shared, _ body: @escaping (Shared) -> Void) {
          (self.shared, self.body) = (shared, body)
        }
      }
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
      var thread = pthread_t()
      let context = Unmanaged.passRetained(Context(self, body))
      let result = pthread_create(
        &thread, &attributes,
        { context in
          guard let context else { return nil }
          let taken = Unmanaged<Context>.fromOpaque(context).takeRetainedValue()
          taken.body(taken.shared)
          return nil
        }, context.toOpaque())
      if result != 0 { context.release() }
      return result == 0
    }

    private func work(small isSmall: Bool) {
      // 0 is the calling thread here: Linux keeps niceness by thread.
      if niceness > 0 { setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, niceness) }
      locked { if isSmall { small.begin() } else { all.begin() } }
      while let next = isSmall ? takeSmall() : take() { next.run() }
    }

    /// The next work, or `nil` once stopped. Sleeps while there is none.
    private func take() -> (any BackgroundWork)? {
      locked {
        while !isStopped {
          if let work = queue.popFirst() {
            // This thread may have been the last that small work could hope for.
            serveSmall()
            return work
          }
          all.sleep()
          while !isStopped, !all.wakeUp() { pthread_cond_wait(condition, mutex) }
        }
        return nil
      }
    }

    /// The next small work, or `nil` once stopped.
    private func takeSmall() -> (any BackgroundWork)? {
      locked {
        while !isStopped {
          if let work = queue.popFirst(small: true) { return work }
          small.sleep()
          while !isStopped, !small.wakeUp() { pthread_cond_wait(smallCondition, mutex) }
        }
        return nil
      }
    }
  }
}
