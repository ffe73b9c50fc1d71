#if THREAD_SANITIZER
  import Glibc

  /// A value that only one thread at a time can reach.
  ///
  /// This form, over a pthread mutex, is built only for runs under the thread sanitizer, which cannot
  /// see the futex inside `Synchronization.Mutex` and would report every guarded access as a race.
  public struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
    // @unchecked: every access to `value` happens between lock and unlock of `mutex`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let value: UnsafeMutablePointer<Value>

    /// Creates a lock around `initialValue`.
    public init(_ initialValue: consuming sending Value) {
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      value = .allocate(capacity: 1)
      value.initialize(to: initialValue)
    }

    deinit {
      pthread_mutex_destroy(mutex)
      mutex.deinitialize(count: 1)
      mutex.deallocate()
      value.deinitialize(count: 1)
      value.deallocate()
    }

    /// Runs `body` with exclusive access to the value. Not recursive: `body` must not use this lock.
    public borrowing func withLock<Result: ~Copyable, Failure: Error>(
      _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&value.pointee)
    }
  }
#else
  @_exported public import Synchronization

  /// A value that only one thread at a time can reach: `Synchronization.Mutex`.
  public typealias Lock = Mutex
#endif
