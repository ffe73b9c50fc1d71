import Locking
package import MediaTransport

/// One transfer whose body is wanted whole, at most ``TransportRequest/maximumBytes`` of it.
package final class BodyFetch: TransportReceiver {
  /// What came.
  package struct Body: Sendable {
    package var bytes: [UInt8]
    package var response: TransportResponse
  }

  package typealias Completion = @Sendable (Result<Body, TransportError>) -> Void

  private struct State {
    enum Phase { case idle, running, over }

    var phase = Phase.idle
    var transfer: (any TransportTransfer)?
    var completion: Completion?
    var response: TransportResponse?
    var bytes: [UInt8] = []

    /// Ends it; what is to be let go of or called, outside of the lock.
    mutating func end() -> (completion: Completion?, transfer: (any TransportTransfer)?, bytes: [UInt8]) {
      phase = .over
      defer { (completion, transfer, bytes) = (nil, nil, []) }
      return (completion, transfer, bytes)
    }
  }

  private let request: TransportRequest
  private let transport: any Transport
  private let state = Lock(State())

  package init(_ request: TransportRequest, transport: any Transport) {
    self.request = request
    self.transport = transport
  }

  /// Starts it, once. `completion` is called once, on the transport's thread, unless ``cancel()`` comes first.
  package func start(_ completion: @escaping Completion) {
    let starts = state.withLock { state in
      guard state.phase == .idle else { return false }
      state.phase = .running
      state.completion = completion
      return true
    }
    guard starts else { return }
    let transfer = transport.start(request, receiver: self)
    let isOver = state.withLock { state in
      if state.phase != .over { state.transfer = transfer }
      return state.phase == .over
    }
    // It ended, or was cancelled, while it started.
    if isOver { transfer.cancel() }
  }

  /// Stops it, and lets go of the completion. Idempotent; a completion that was under way may still end.
  package func cancel() {
    let ended = state.withLock { $0.end() }
    ended.transfer?.cancel()
  }

  package func transportDidReceive(_ response: TransportResponse) {
    state.withLock { $0.response = response }
  }

  package func transportDidReceive(_ bytes: RawSpan) {
    let isTooLarge = state.withLock { state in
      guard state.phase == .running else { return false }
      guard bytes.byteCount <= request.maximumBytes - state.bytes.count else { return true }
      bytes.withUnsafeBytes { state.bytes.append(contentsOf: $0) }
      return false
    }
    guard isTooLarge else { return }
    let ended = state.withLock { ($0.end(), $0.response?.status) }
    ended.0.transfer?.cancel()
    ended.0.completion?(
      .failure(
        TransportError(
          phase: .body, code: .tooLarge, message: "the body has more than \(request.maximumBytes) bytes",
          url: request.redactedURL, status: ended.1)))
  }

  package func transportDidFinish(_ summary: TransportSummary) {
    let (ended, response) = state.withLock { ($0.end(), $0.response) }
    let head = response ?? TransportResponse(status: nil, effectiveURL: request.redactedURL)
    ended.completion?(.success(Body(bytes: ended.bytes, response: head)))
  }

  package func transportDidFail(_ error: TransportError) {
    let ended = state.withLock { $0.end() }
    ended.completion?(.failure(error))
  }
}
