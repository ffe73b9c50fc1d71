import LazyMedia
import Locking

/// Sends header fields with every request of another transport, and counts what each URL brings.
final class MeteredTransport: Transport {
  /// What a URL has brought.
  struct Count: Equatable, Sendable {
    /// Bytes of the body.
    var bytes = 0
    /// When it was asked for first.
    var began: ContinuousClock.Instant?
    /// When the first byte came.
    var firstByte: ContinuousClock.Instant?
    /// When the latest request ended.
    var ended: ContinuousClock.Instant?
    /// From the latest request to its end.
    var duration: Duration?
  }

  private let base: any Transport
  private let headers: [HTTPField]
  private let admits: Bool
  private let meter = Meter()

  /// - Parameter admits: whether who uses it may keep the other transport from starting anything; `true` by default. What
  ///   several pipelines share is closed by none of them.
  init(_ base: any Transport, headers: [HTTPField], admits: Bool = true) {
    self.admits = admits
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

  func setAdmission(isOpen: Bool) {
    if admits { base.setAdmission(isOpen: isOpen) }
  }
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

  func begin(_ url: String) -> ContinuousClock.Instant {
    let now = ContinuousClock.now
    counts.withLock { counts in
      if counts[url]?.began == nil { counts[url, default: .init()].began = now }
    }
    return now
  }

  func end(_ url: String, begun start: ContinuousClock.Instant) {
    let now = ContinuousClock.now
    counts.withLock { counts in
      counts[url, default: .init()].duration = now - start
      counts[url]?.ended = now
    }
  }
}

private final class MeteredReceiver: TransportReceiver {
  private let start: ContinuousClock.Instant
  private let receiver: any TransportReceiver
  private let url: String
  private let meter: Meter

  init(_ receiver: any TransportReceiver, url: String, meter: Meter) {
    self.receiver = receiver
    self.url = url
    self.meter = meter
    start = meter.begin(url)
  }

  func transportDidReceive(_ response: TransportResponse) { receiver.transportDidReceive(response) }

  func transportDidReceive(_ bytes: RawSpan) {
    meter.add(bytes.byteCount, to: url)
    receiver.transportDidReceive(bytes)
  }

  func transportDidFinish(_ summary: TransportSummary) {
    meter.end(url, begun: start)
    receiver.transportDidFinish(summary)
  }

  func transportDidFail(_ error: TransportError) {
    meter.end(url, begun: start)
    receiver.transportDidFail(error)
  }
}
