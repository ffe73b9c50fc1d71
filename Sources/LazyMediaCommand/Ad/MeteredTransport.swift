import LazyMedia
import Locking

/// Sends header fields with every request of another transport, and counts what each URL brings.
final class MeteredTransport: Transport {
  /// What a URL has brought.
  struct Count: Equatable, Sendable {
    /// Bytes of the body.
    var bytes = 0
    /// When the first of them came.
    var firstByte: ContinuousClock.Instant?
    /// From the latest request to its end.
    var duration: Duration?
  }

  private let base: any Transport
  private let headers: [HTTPField]
  private let meter = Meter()

  init(_ base: any Transport, headers: [HTTPField]) {
    self.base = base
    self.headers = headers
  }

  /// What a URL has brought so far.
  func count(of url: String) -> Count { meter.count(of: url) }

  func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTransfer {
    var request = request
    request.headers += headers
    return base.start(
      request, receiver: MeteredReceiver(receiver, url: request.url, meter: meter))
  }

  func setAdmission(isOpen: Bool) { base.setAdmission(isOpen: isOpen) }
}

/// The counts of all URLs.
private final class Meter: Sendable {
  private let counts = Lock<[String: MeteredTransport.Count]>([:])

  func count(of url: String) -> MeteredTransport.Count { counts.withLock { $0[url] ?? .init() } }

  func add(_ bytes: Int, to url: String) {
    guard bytes > 0 else { return }
    let now = ContinuousClock.now
    counts.withLock { counts in
      counts[url, default: .init()].bytes += bytes
      if counts[url]?.firstByte == nil { counts[url]?.firstByte = now }
    }
  }

  func end(_ url: String, after duration: Duration) {
    counts.withLock { $0[url, default: .init()].duration = duration }
  }
}

private final class MeteredReceiver: TransportReceiver {
  private let start = ContinuousClock.now
  private let receiver: any TransportReceiver
  private let url: String
  private let meter: Meter

  init(_ receiver: any TransportReceiver, url: String, meter: Meter) {
    self.receiver = receiver
    self.url = url
    self.meter = meter
  }

  func transportDidReceive(_ response: TransportResponse) { receiver.transportDidReceive(response) }

  func transportDidReceive(_ bytes: RawSpan) {
    meter.add(bytes.byteCount, to: url)
    receiver.transportDidReceive(bytes)
  }

  func transportDidFinish(_ summary: TransportSummary) {
    meter.end(url, after: ContinuousClock.now - start)
    receiver.transportDidFinish(summary)
  }

  func transportDidFail(_ error: TransportError) {
    meter.end(url, after: ContinuousClock.now - start)
    receiver.transportDidFail(error)
  }
}
