/// Fetches bytes. The one over libcurl is ``HTTPTransport``; tests script their own.
public protocol Transport: Sendable {
  /// Starts a transfer. Everything about it is told to `receiver`, on a thread of the transport's,
  /// one call at a time, in order: at most one `didReceiveResponse`, any number of `didReceiveBytes`, exactly one
  /// `didFinish` or `didFail`, and nothing more after that. After `cancel()` a call that was under way may still
  /// end; no terminal call follows.
  func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTransfer

  /// While closed, no new transfer leaves the queue; running ones go on. Open at first.
  func setAdmission(isOpen: Bool)
}

/// A transfer under way. Thread-safe.
public protocol TransportTransfer: AnyObject, Sendable {
  /// Stops it and frees what it holds. Idempotent; nothing happens after the end.
  func cancel()
  /// Changes how urgent it is while it is queued or running.
  func setPriority(_ priority: TransportPriority)
}

/// Takes what a transfer brings, on the transport's thread. It must not block.
public protocol TransportReceiver: AnyObject, Sendable {
  /// The head of the final answer (after redirects, of a successful status).
  func transportDidReceive(_ response: TransportResponse)
  /// The next bytes of the body; valid during the call only.
  func transportDidReceive(_ bytes: RawSpan)
  /// The body is whole.
  func transportDidFinish(_ summary: TransportSummary)
  /// The transfer failed, retries included.
  func transportDidFail(_ error: TransportError)
}

/// The head of an answer.
public struct TransportResponse: Hashable, Sendable {
  /// The HTTP status; `nil` for local sources.
  public var status: Int?
  /// The header fields, in order.
  public var headers: [HTTPField]
  /// The length of the body in bytes; `nil` where unknown (chunked, or content-encoded).
  public var expectedBytes: Int?
  /// The URL that answered, after redirects, credentials removed.
  public var effectiveURL: String

  /// Creates a response.
  public init(status: Int?, headers: [HTTPField] = [], expectedBytes: Int? = nil, effectiveURL: String = "") {
    self.status = status
    self.headers = headers
    self.expectedBytes = expectedBytes
    self.effectiveURL = effectiveURL
  }
}

/// Moments of a transfer, each since its start (queueing included); `nil` where it did not happen.
public struct TransportTimings: Hashable, Sendable {
  /// The name was resolved.
  public var resolve: Duration?
  /// The connection was up, TLS included.
  public var connect: Duration?
  /// The first byte of the answer came.
  public var firstByte: Duration?
  /// The last byte came.
  public var lastByte: Duration?

  /// Creates timings of which nothing is known.
  public init() {}
}

/// What a finished transfer cost.
public struct TransportSummary: Hashable, Sendable {
  /// Bytes of the body as delivered.
  public var bytes: Int
  /// Attempts made, the last one included.
  public var attempts: Int
  /// When what happened.
  public var timings: TransportTimings

  /// Creates a summary.
  public init(bytes: Int, attempts: Int = 1, timings: TransportTimings = TransportTimings()) {
    self.bytes = bytes
    self.attempts = attempts
    self.timings = timings
  }
}
