import Locking

/// A picture being loaded, for one caller. Others who want the same share its transfer and its decode.
///
/// A task starts when it is made and ends once: with its picture, with a failure, or by ``cancel()``.
/// It goes on without being retained. All members are safe from any thread.
public final class MediaTask: Sendable {
  /// What is loaded.
  public let request: MediaRequest

  private let pipeline: PipelineCore
  private let started: Duration
  private let state: Lock<State>

  private typealias Handler = @MainActor (MediaEvent) -> Void

  private struct State {
    var result: Result<MediaImage, any Error>?
    var metrics = MediaTaskMetrics()
    var priority: MediaPriority
    /// What a reader that comes late is told first.
    var history = EventQueue()
    var mailboxes: [ObjectIdentifier: EventMailbox] = [:]
    var waiters: [UInt64: CheckedContinuation<MediaImage, any Error>] = [:]
    /// Waiters whose Swift task was cancelled before they had begun to wait.
    var gone: Set<UInt64> = []
    var nextWaiter: UInt64 = 0
    var onEvent: Handler?
    var whenEnded: (@Sendable () -> Void)?
    var pending = EventQueue()
    var isQueuedForMain = false

    var isWanted: Bool { !waiters.isEmpty || !mailboxes.isEmpty || onEvent != nil }

    mutating func end(_ result: Result<MediaImage, any Error>) -> Ended {
      self.result = result
      defer {
        waiters = [:]
        gone = []
      }
      return Ended(result: result, waiters: Array(waiters.values), then: whenEnded.take())
    }
  }

  init(
    request: MediaRequest, pipeline: PipelineCore, onEvent: (@MainActor (MediaEvent) -> Void)? = nil
  ) {
    self.request = request
    self.pipeline = pipeline
    started = pipeline.configuration.now()
    state = Lock(State(priority: request.priority, onEvent: onEvent))
  }

  // MARK: Result

  /// The picture, as soon as it is there.
  ///
  /// Cancelling the Swift task that waits here cancels this task, unless others wait for it.
  /// - Throws: ``MediaError`` on failure, `CancellationError` after ``cancel()``.
  public var value: MediaImage {
    get async throws {
      let id = state.withLock { state in
        state.nextWaiter += 1
        return state.nextWaiter
      }
      return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
          let result: Result<MediaImage, any Error>? = state.withLock { state in
            if let result = state.result { return result }
            if state.gone.remove(id) != nil { return .failure(CancellationError()) }
            state.waiters[id] = continuation
            return nil
          }
          if let result { continuation.resume(with: result) }
        }
      } onCancel: {
        stopWaiting(id)
      }
    }
  }

  /// What happens, from now on; what had happened before is told first, shortened to the latest of each kind.
  /// The sequence ends after the terminal event, or without one after ``cancel()``.
  public var events: MediaEvents { MediaEvents(task: self) }

  /// What the task has cost so far.
  public var metrics: MediaTaskMetrics { state.withLock { $0.metrics } }

  // MARK: Control

  /// How urgent the task is. Raising it raises the transfer and the decode that it shares.
  public var priority: MediaPriority {
    get { state.withLock { $0.priority } }
    set {
      let isRunning = state.withLock { state in
        state.priority = newValue
        return state.result == nil
      }
      if isRunning { pipeline.setPriority(newValue, of: self) }
    }
  }

  /// Whether ``cancel()`` ended the task.
  public var isCancelled: Bool {
    state.withLock { state in
      if case .failure(is CancellationError)? = state.result { true } else { false }
    }
  }

  /// Ends the task: no event follows, and work that nobody else waits for stops.
  ///
  /// A task that has ended keeps its result, but events that were not handed over yet are dropped all the same.
  public func cancel() {
    #if MUTANTS
      if Mutant.ignoresCancel.isOn { return }
    #endif
    let (mailboxes, ended, handler) = state.withLock { state -> ([EventMailbox], Ended?, Handler?) in
      state.pending.clear()
      state.history.clear()
      let mailboxes = Array(state.mailboxes.values)
      return (
        mailboxes, state.result == nil ? state.end(.failure(CancellationError())) : nil, state.onEvent.take()
      )
    }
    // The handler may be the last that holds a view, whose end may call this task: it goes outside the lock.
    _ = consume handler
    for mailbox in mailboxes { mailbox.close() }
    guard let ended else { return }
    ended.resume()
    pipeline.leave(self)
    pipeline.meter.ended(.cancelled, report)
  }

  private func report(_ outcome: MediaReport.Outcome) -> MediaReport {
    MediaReport(
      url: request.redactedURL, outcome: outcome, metrics: metrics,
      elapsed: pipeline.configuration.now() - started)
  }

  private func stopWaiting(_ id: UInt64) {
    let (waiter, isUnwanted) = state.withLock { state in
      guard state.result == nil else { return (CheckedContinuation<MediaImage, any Error>?.none, false) }
      let waiter = state.waiters.removeValue(forKey: id)
      if waiter == nil { state.gone.insert(id) }
      return (waiter, !state.isWanted)
    }
    waiter?.resume(throwing: CancellationError())
    if isUnwanted { cancel() }
  }

  // MARK: From the pipeline

  /// Takes an event; the terminal one ends the task. Nothing is taken after the end.
  /// - Parameter isPast: the event came before the task did; it is not taken where a newer one of its kind was.
  func receive(_ event: MediaEvent, metrics: MediaTaskMetrics? = nil, isPast: Bool = false) {
    let (mailboxes, ended, hop) = state.withLock { state -> ([EventMailbox], Ended?, Bool) in
      guard state.result == nil, !(isPast && state.history.hasKind(of: event)) else {
        return ([], nil, false)
      }
      if let metrics { state.metrics = metrics }
      state.history.push(event)
      var hop = false
      if state.onEvent != nil {
        state.pending.push(event)
        hop = !state.isQueuedForMain
        state.isQueuedForMain = true
      }
      let mailboxes = Array(state.mailboxes.values)
      switch event {
      case .finished(let image): return (mailboxes, state.end(.success(image)), hop)
      case .failed(let error): return (mailboxes, state.end(.failure(error)), hop)
      case .size, .progress, .preview: return (mailboxes, nil, hop)
      }
    }
    for mailbox in mailboxes { mailbox.push(event) }
    ended?.resume()
    switch (ended, event) {
    case (.some, .finished): pipeline.meter.ended(.finished, report)
    case (.some, .failed(let error)): pipeline.meter.ended(.failed(code: error.code), report)
    default: break
    }
    if hop { pipeline.configuration.mainScheduler.enqueue(Delivery(task: self)) }
  }

  /// Hands the next event to the handler.
  @MainActor private func applyNext() -> Bool {
    let (event, onEvent) = state.withLock { state -> (MediaEvent?, Handler?) in
      if let event = state.pending.pop() { return (event, state.onEvent) }
      state.isQueuedForMain = false
      // The handler may hold the view that holds this task. It goes outside the lock: the view's end may cancel.
      return (nil, state.result == nil ? nil : state.onEvent.take())
    }
    guard let event else { return false }
    onEvent?(event)
    return true
  }

  /// Events of a task that wait for their turn on the main actor.
  private final class Delivery: MainWork {
    private let task: MediaTask

    init(task: MediaTask) { self.task = task }

    @MainActor func applyNext() -> Bool { task.applyNext() }
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

  // MARK: Readers

  func subscribe(_ mailbox: EventMailbox) {
    let past = state.withLock { state in
      state.mailboxes[ObjectIdentifier(mailbox)] = mailbox
      // Under the lock, so that an event told meanwhile comes after.
      return state.history
    }
    mailbox.seed(past, isOver: past.isClosed)
  }

  /// - Parameter cancelling: whether the reader's Swift task was cancelled.
  func unsubscribe(_ mailbox: EventMailbox, cancelling: Bool) {
    let isUnwanted = state.withLock { state in
      state.mailboxes[ObjectIdentifier(mailbox)] = nil
      return state.result == nil && !state.isWanted
    }
    if cancelling && isUnwanted { cancel() }
  }

  /// Those who wait for the end, to be resumed outside the lock.
  private struct Ended {
    let result: Result<MediaImage, any Error>
    let waiters: [CheckedContinuation<MediaImage, any Error>]
    let then: (@Sendable () -> Void)?

    func resume() {
      for waiter in waiters { waiter.resume(with: result) }
      then?()
    }
  }
}
