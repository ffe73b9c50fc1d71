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
    var whenEnded: (@Sendable () -> Void)?

    /// Who is to be told; `nil` where it has ended already.
    mutating func end(
      _ result: Ending
    ) -> (waiters: [CheckedContinuation<Void, any Error>], then: (@Sendable () -> Void)?)? {
      guard self.result == nil else { return nil }
      self.result = result
      defer { (waiters, whenEnded) = ([], nil) }
      return (waiters, whenEnded)
    }
  }

  private let core: PipelineCore
  private let state = Lock(State())

  init(request: MediaRequest, core: PipelineCore) {
    self.request = request
    self.core = core
  }

  /// Returns once the file is there. Cancelling the Swift task that waits cancels this one.
  /// - Throws: ``MediaError`` on failure, `CancellationError` after ``cancel()``.
  public func finish() async throws {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let result = state.withLock { state in
          if state.result == nil { state.waiters.append(continuation) }
          return state.result
        }
        if let result { continuation.resume(with: result) }
      }
    } onCancel: {
      cancel()
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

  /// Calls `body` once the task has ended, cancelled included, on whichever thread ends it; at once if it has already.
  /// One at a time: a later call takes the place of an earlier one.
  func whenEnded(_ body: @escaping @Sendable () -> Void) {
    let hasEnded = state.withLock { state in
      if state.result == nil { state.whenEnded = body }
      return state.result != nil
    }
    if hasEnded { body() }
  }

  func finished() { end(.success(())) }

  func failed(_ error: MediaError) { end(.failure(error)) }

  /// Returns whether this call ended it.
  @discardableResult
  private func end(_ result: Ending) -> Bool {
    guard let (waiters, then) = state.withLock({ $0.end(result) }) else { return false }
    for waiter in waiters { waiter.resume(with: result) }
    then?()
    return true
  }
}
