import Locking

/// A file being brought into the pipeline's stores, without decoding it. Pictures that want the same file meanwhile share
/// the transfer.
///
/// A task starts when it is made and ends once: when the file was found or handed to the stores, with a failure, or by
/// ``cancel()``. It goes on without being retained. All members are safe from any thread.
public final class StoreTask: Sendable {
  /// What is stored.
  public let request: MediaRequest

  private typealias Ending = Result<Void, any Error>

  private struct State {
    var result: Ending?
    var waiters: [CheckedContinuation<Void, any Error>] = []

    mutating func end(_ result: Ending) -> [CheckedContinuation<Void, any Error>] {
      guard self.result == nil else { return [] }
      self.result = result
      defer { waiters = [] }
      return waiters
    }
  }

  private let core: PipelineCore
  private let state = Lock(State())

  init(request: MediaRequest, core: PipelineCore) {
    self.request = request
    self.core = core
  }

  /// Returns once the file is there.
  /// - Throws: ``MediaError`` on failure, `CancellationError` after ``cancel()``.
  public func finish() async throws {
    try await withCheckedThrowingContinuation { continuation in
      let result = state.withLock { state in
        if state.result == nil { state.waiters.append(continuation) }
        return state.result
      }
      if let result { continuation.resume(with: result) }
    }
  }

  /// Ends the task; a transfer that nobody else waits for stops. Idempotent.
  public func cancel() {
    if end(.failure(CancellationError())) { core.leave(self) }
  }

  /// Changes how urgent it is, while it is under way.
  public func setPriority(_ priority: MediaPriority) {
    if state.withLock({ $0.result == nil }) { core.setPriority(priority, of: self) }
  }

  func finished() { end(.success(())) }

  func failed(_ error: MediaError) { end(.failure(error)) }

  /// Returns whether this call ended it.
  @discardableResult
  private func end(_ result: Ending) -> Bool {
    let (isFirst, waiters) = state.withLock { state in (state.result == nil, state.end(result)) }
    for waiter in waiters { waiter.resume(with: result) }
    return isFirst
  }
}
