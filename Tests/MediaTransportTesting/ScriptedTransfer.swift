import Locking
public import MediaTransport

/// A transfer that the test drives. Thread-safe, but the steps must come one at a time, as those of a transport.
///
/// Steps follow the contract of ``Transport``: they return whether the receiver was called, which it is not once
/// the transfer was cancelled. A script that breaks the contract (a step after the end, a second response) traps.
public final class ScriptedTransfer: TransportTransfer {
  private struct State {
    var receiver: (any TransportReceiver)?
    // Kept for `sendLate`, without keeping the receiver alive.
    weak var lateReceiver: (any TransportReceiver)?
    var hasResponded = false
    var bytes = 0
    var isEnded = false
    var cancelCount = 0
    var priorities: [TransportPriority] = []
  }

  /// What was asked for.
  public let request: TransportRequest
  /// Whether it came while admission was closed.
  public let startedWhileClosed: Bool
  private let state: Lock<State>

  init(_ request: TransportRequest, receiver: any TransportReceiver, startedWhileClosed: Bool) {
    self.request = request
    self.startedWhileClosed = startedWhileClosed
    self.state = Lock(State(receiver: receiver, lateReceiver: receiver, priorities: [request.priority]))
  }

  // MARK: - What was asked

  /// Whether it has neither ended nor been cancelled.
  public var isActive: Bool { state.withLock { !$0.isEnded && $0.cancelCount == 0 } }
  /// Whether it was cancelled before its end.
  public var isCancelled: Bool { state.withLock { $0.cancelCount > 0 } }
  /// How often `cancel()` was called before the end.
  public var cancelCount: Int { state.withLock { $0.cancelCount } }
  /// The priority now.
  public var priority: TransportPriority { state.withLock { $0.priorities.last ?? .normal } }
  /// The priority of the request, then every one set, in order.
  public var priorities: [TransportPriority] { state.withLock { $0.priorities } }
  /// Bytes sent so far.
  public var bytesSent: Int { state.withLock { $0.bytes } }

  /// See ``TransportTransfer/cancel()``.
  public func cancel() {
    // The receiver goes after the lock: its end may run code.
    let receiver = state.withLock { state -> (any TransportReceiver)? in
      guard !state.isEnded else { return nil }
      state.cancelCount += 1
      return state.receiver.take()
    }
    _ = receiver
  }

  /// See ``TransportTransfer/setPriority(_:)``.
  public func setPriority(_ priority: TransportPriority) {
    state.withLock { $0.priorities.append(priority) }
  }

  // MARK: - Steps

  /// The head of the answer comes.
  @discardableResult
  public func respond(
    status: Int = 200, headers: [HTTPField] = [], expectedBytes: Int? = nil, effectiveURL: String? = nil
  ) -> Bool {
    let receiver = step { state in
      precondition(!state.hasResponded, "a transfer has one response")
      state.hasResponded = true
      return state.receiver
    }
    receiver?.transportDidReceive(
      TransportResponse(
        status: status, headers: headers, expectedBytes: expectedBytes,
        effectiveURL: effectiveURL ?? request.url))
    return receiver != nil
  }

  /// The next bytes of the body come.
  @discardableResult
  public func send(_ bytes: [UInt8]) -> Bool {
    let receiver = step { state in
      precondition(state.hasResponded, "bytes come after the response")
      state.bytes += bytes.count
      return state.receiver
    }
    receiver?.transportDidReceive(bytes.span.bytes)
    return receiver != nil
  }

  /// The body comes in pieces of at most `pieceLength` bytes; returns whether all of it was taken.
  @discardableResult
  public func send(_ bytes: [UInt8], inPiecesOf pieceLength: Int) -> Bool {
    precondition(pieceLength > 0, "a piece has bytes")
    var start = 0
    while start < bytes.count {
      let end = min(start + pieceLength, bytes.count)
      guard send(Array(bytes[start..<end])) else { return false }
      start = end
    }
    return true
  }

  /// Bytes come although the transfer was cancelled: the call that was under way when `cancel()` came.
  ///
  /// - Returns: whether the receiver still exists.
  @discardableResult
  public func sendLate(_ bytes: [UInt8]) -> Bool {
    let receiver = state.withLock { state -> (any TransportReceiver)? in
      precondition(!state.isEnded && state.cancelCount > 0, "only a cancelled transfer has a late call")
      return state.lateReceiver
    }
    receiver?.transportDidReceive(bytes.span.bytes)
    return receiver != nil
  }

  /// The body is whole.
  @discardableResult
  public func finish(attempts: Int = 1, timings: TransportTimings = TransportTimings()) -> Bool {
    var bytes = 0
    let receiver = step { state in
      precondition(state.hasResponded, "a transfer finishes after its response")
      bytes = state.bytes
      state.isEnded = true
      return state.receiver.take()
    }
    receiver?.transportDidFinish(TransportSummary(bytes: bytes, attempts: attempts, timings: timings))
    return receiver != nil
  }

  /// The transfer fails with `error`.
  @discardableResult
  public func fail(_ error: TransportError) -> Bool {
    let receiver = step { state in
      state.isEnded = true
      return state.receiver.take()
    }
    receiver?.transportDidFail(error)
    return receiver != nil
  }

  /// The transfer fails with an error of `code`.
  @discardableResult
  public func fail(
    _ code: TransportError.Code, phase: TransportError.Phase = .connect, status: Int? = nil, attempt: Int = 1
  ) -> Bool {
    fail(
      TransportError(
        phase: phase, code: code, message: "scripted", url: request.url, status: status, attempt: attempt))
  }

  /// A whole answer: head, `bytes` (in one piece, none if empty), end.
  @discardableResult
  public func complete(
    _ bytes: [UInt8], status: Int = 200, headers: [HTTPField] = [], effectiveURL: String? = nil
  ) -> Bool {
    guard
      respond(status: status, headers: headers, expectedBytes: bytes.count, effectiveURL: effectiveURL),
      bytes.isEmpty || send(bytes)
    else { return false }
    return finish()
  }

  /// Runs `body` unless the transfer was cancelled.
  private func step(_ body: (inout State) -> (any TransportReceiver)?) -> (any TransportReceiver)? {
    state.withLock { state in
      guard state.cancelCount == 0 else { return nil }
      precondition(!state.isEnded, "nothing comes after the end of a transfer")
      return body(&state)
    }
  }
}
