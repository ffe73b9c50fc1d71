/// A transfer as the event loop sees it. Belongs to the loop's thread.
final class TransferJob {
  enum Stage {
    case queued(AdmissionQueue<TransferJob>.Ticket)
    case running(Attempt)
    case backingOff
    case ended
  }

  let transfer: HTTPTransfer
  /// The number under which its deadline stands.
  let slot: Int
  private let firstAddress: WebAddress
  /// The URL of this hop.
  var address: WebAddress
  var headers: [HTTPField]
  var priority: TransportPriority
  var stage = Stage.ended
  var retry: RetryMachine
  var redirects = 0
  /// When the total time ends; known from the first attempt on.
  var totalDeadline = MonotonicTime.distantFuture
  /// When the next attempt begins, while backing off.
  var retryTime = MonotonicTime.distantFuture
  var timings = TransportTimings()

  init(_ transfer: HTTPTransfer, slot: Int, address: WebAddress) {
    self.transfer = transfer
    self.slot = slot
    self.address = address
    firstAddress = address
    let request = transfer.request
    headers = Self.headers(of: request)
    priority = request.priority
    retry = RetryMachine(policy: request.retryPolicy)
  }

  var request: TransportRequest { transfer.request }

  private static func headers(of request: TransportRequest) -> [HTTPField] {
    guard let range = request.byteRange, !range.isEmpty else { return request.headers }
    let end = range.upperBound == .max ? "" : String(range.upperBound - 1)
    // A part of an encoded body cannot be decoded.
    return request.headers + [
      HTTPField("Range", "bytes=\(range.lowerBound)-\(end)"),
      HTTPField("Accept-Encoding", "identity"),
    ]
  }

  /// When something must be done about it, if nothing happens before.
  var deadline: MonotonicTime {
    switch stage {
    case .running(let attempt): min(totalDeadline, attempt.deadline(request.timeouts))
    case .backingOff: min(totalDeadline, retryTime)
    case .queued, .ended: totalDeadline
    }
  }

  /// The next attempt begins at `time`, from the first URL on.
  func prepareRetry(at time: MonotonicTime) {
    address = firstAddress
    headers = Self.headers(of: request)
    redirects = 0
    retryTime = time
    stage = .backingOff
  }

  func sinceStart(_ time: MonotonicTime) -> Duration { time - transfer.started }

  /// The error that ends this transfer.
  func error(
    _ code: TransportError.Code, _ phase: TransportError.Phase, _ message: String, status: Int? = nil,
    curlCode: Int32? = nil
  ) -> TransportError {
    TransportError(
      phase: phase, code: code, message: message, url: address.redacted, status: status, curlCode: curlCode,
      attempt: max(1, retry.attempt), timings: timings)
  }
}
