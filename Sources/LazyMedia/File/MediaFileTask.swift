import Locking

/// A whole file being loaded, for one caller. Others who want the same share its transfer.
///
/// A task starts when it is made and ends once: with its file, with a failure, or by ``cancel()``. It goes on without
/// being retained. All members are safe from any thread.
public final class MediaFileTask: Sendable {
  private typealias Handler = @MainActor (MediaFileEvent) -> Void

  private struct State {
    var onEvent: Handler?
    var progress: (received: Int, expected: Int?)?
    var terminal: MediaFileEvent?
    var isOver = false
    var isQueuedForMain = false

    mutating func pop() -> MediaFileEvent? {
      if let (received, expected) = progress.take() {
        return .progress(received: received, expected: expected)
      }
      return terminal.take()
    }
  }

  /// What is loaded.
  public let request: MediaRequest
  private let files: FileCore
  private let state: Lock<State>

  /// - Parameter onEvent: `nil` for a task that has ended already.
  init(request: MediaRequest, files: FileCore, onEvent: (@MainActor (MediaFileEvent) -> Void)?) {
    self.request = request
    self.files = files
    state = Lock(State(onEvent: onEvent, isOver: onEvent == nil))
  }

  /// Ends the task: nothing is told any more, what waits for its turn included, and a transfer that nobody else waits
  /// for stops. Idempotent.
  public func cancel() {
    let (wasRunning, handler) = state.withLock { state in
      let old = (!state.isOver, state.onEvent.take())
      state.isOver = true
      state.progress = nil
      state.terminal = nil
      return old
    }
    // The handler may be the last that holds a view, whose end may call this task: it goes outside the lock.
    _ = consume handler
    if wasRunning { files.leave(self) }
  }

  /// Takes an event; the terminal one ends the task. Nothing is taken after the end.
  func receive(_ event: MediaFileEvent) {
    let hop = state.withLock { state in
      guard !state.isOver else { return false }
      switch event {
      case .progress(let received, let expected): state.progress = (received, expected)
      case .finished, .failed:
        state.terminal = event
        state.isOver = true
      }
      defer { state.isQueuedForMain = true }
      return !state.isQueuedForMain
    }
    if hop { files.configuration.mainScheduler.enqueue(Delivery(task: self)) }
  }

  /// Hands the next event to the handler.
  @MainActor private func applyNext() -> Bool {
    let (event, onEvent) = state.withLock { state -> (MediaFileEvent?, Handler?) in
      if let event = state.pop() { return (event, state.onEvent) }
      state.isQueuedForMain = false
      return (nil, state.isOver ? state.onEvent.take() : nil)
    }
    guard let event else { return false }
    onEvent?(event)
    return true
  }

  /// Events of a task that wait for their turn on the main actor.
  private final class Delivery: MainWork {
    private let task: MediaFileTask

    init(task: MediaFileTask) { self.task = task }

    @MainActor func applyNext() -> Bool { task.applyNext() }
  }
}
