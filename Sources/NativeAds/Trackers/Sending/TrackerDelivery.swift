import LazyMedia
import Locking
import MediaTransport

/// One attempt at a hit: a transfer of which only the status matters.
final class TrackerDelivery: TransportReceiver {
  enum Event {
    /// The server has answered with success.
    case accepted
    /// The transfer is over; with an error, unless the server has accepted.
    case closed(TransportError?)
  }

  /// Of a longer body the rest is not taken.
  private static let maximumBytes = 64 << 10

  private let onEvent: @Sendable (Event) -> Void
  private let isAccepted = Lock(false)

  /// - Parameter onEvent: called on a thread of the transport's, with `closed` last.
  init(onEvent: @escaping @Sendable (Event) -> Void) { self.onEvent = onEvent }

  /// What is asked for: behind everything that somebody may see, and tried again by the sender alone.
  static func request(for hit: TrackerHit) -> TransportRequest {
    var timeouts = TransportTimeouts()
    timeouts.total = .seconds(30)
    return TransportRequest(
      url: hit.url, headers: [HTTPField("Idempotency-Key", hit.id)], priority: .veryLow, timeouts: timeouts,
      maximumBytes: maximumBytes, retryPolicy: .never)
  }

  private func accept() {
    let isFirst = isAccepted.withLock { isAccepted in
      defer { isAccepted = true }
      return !isAccepted
    }
    if isFirst { onEvent(.accepted) }
  }

  func transportDidReceive(_ response: TransportResponse) { accept() }

  func transportDidReceive(_ bytes: RawSpan) {}

  func transportDidFinish(_ summary: TransportSummary) {
    accept()
    onEvent(.closed(nil))
  }

  func transportDidFail(_ error: TransportError) {
    // What becomes of the body of a success does not matter, not even that it is refused for its length.
    if let status = error.status, (200..<300).contains(status) { accept() }
    onEvent(.closed(isAccepted.withLock { $0 } ? nil : error))
  }
}
