import Locking

/// The events of a ``MediaTask``, as an `AsyncSequence`. Each iterator reads for itself; however slow it is, what
/// waits for it is bounded (the latest progress, the latest preview, the end).
public struct MediaEvents: AsyncSequence, Sendable {
  /// The element.
  public typealias Element = MediaEvent
  /// The sequence never throws: a failure is the event ``MediaEvent/failed(_:)``.
  public typealias Failure = Never

  let task: MediaTask

  /// Starts to read.
  public func makeAsyncIterator() -> Iterator { Iterator(subscription: Subscription(task)) }

  /// Reads events.
  public struct Iterator: AsyncIteratorProtocol {
    let subscription: Subscription

    /// The next event, or `nil` at the end, or once the Swift task that reads is cancelled; the latter cancels
    /// the media task unless others wait for it.
    public mutating func next() async -> MediaEvent? { await subscription.next() }

    /// The next event; see ``next()``.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> MediaEvent? {
      await subscription.next()
    }
  }

  /// Ends with its iterator.
  final class Subscription: Sendable {
    private let task: MediaTask
    private let mailbox = EventMailbox()

    init(_ task: MediaTask) {
      self.task = task
      task.subscribe(mailbox)
    }

    deinit { task.unsubscribe(mailbox, cancelling: false) }

    func next() async -> MediaEvent? {
      await withTaskCancellationHandler {
        await mailbox.next()
      } onCancel: {
        mailbox.close()
        task.unsubscribe(mailbox, cancelling: true)
      }
    }
  }
}

/// Where events wait for one reader.
final class EventMailbox: Sendable {
  private struct State {
    var queue = EventQueue()
    var isOver = false
    var reader: CheckedContinuation<MediaEvent?, Never>?

    /// What the waiting reader is to be resumed with, if it can be.
    mutating func wake() -> (CheckedContinuation<MediaEvent?, Never>, MediaEvent?)? {
      guard let waiting = reader else { return nil }
      let event = queue.pop()
      guard event != nil || isOver else { return nil }
      reader = nil
      return (waiting, event)
    }
  }

  private let state = Lock(State())

  func push(_ event: MediaEvent) {
    change { state in
      state.queue.push(event)
      state.isOver = state.queue.isClosed
    }
  }

  /// Puts what happened before the reader came in front of what came since.
  func seed(_ past: consuming EventQueue, isOver: Bool) {
    let past = past
    change { state in
      // Cancelled meanwhile: nothing is told any more.
      if state.queue.isClosed && state.queue.isEmpty { return }
      var merged = past
      while let event = state.queue.pop() { merged.push(event) }
      state.isOver = state.isOver || isOver
      state.queue = merged
    }
  }

  /// Drops what waits and ends the sequence.
  func close() {
    change { state in
      state.queue.clear()
      state.isOver = true
    }
  }

  func next() async -> MediaEvent? {
    await withCheckedContinuation { continuation in
      change { $0.reader = continuation }
    }
  }

  private func change(_ body: (inout State) -> Void) {
    let woken = state.withLock { state in
      body(&state)
      return state.wake()
    }
    if let (reader, event) = woken { reader.resume(returning: event) }
  }
}
