import Glibc
import Locking

/// A result that one thread sets and another one blocks for.
final class BlockingOutcome: @unchecked Sendable {
  // @unchecked: the semaphore is made for use from several threads and lives as long as the object.
  private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)
  private let result = Lock<Result<Void, OriginError>?>(nil)

  init() { sem_init(semaphore, 0, 0) }

  deinit {
    sem_destroy(semaphore)
    semaphore.deallocate()
  }

  func set(_ outcome: Result<Void, OriginError>) {
    result.withLock { $0 = outcome }
    sem_post(semaphore)
  }

  func wait() -> Result<Void, OriginError> {
    while sem_wait(semaphore) != 0 {}
    return result.withLock { $0 } ?? .failure(.stopped)
  }
}
