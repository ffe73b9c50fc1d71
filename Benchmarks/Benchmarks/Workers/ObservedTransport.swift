import LazyMedia
import Locking

/// A transport that notes when a body was whole, and can keep the body back until then, so that the same pipeline
/// decodes after the download instead of during it.
final class ObservedTransport: Transport {
  private let base: any Transport
  private let holdsBodies: Bool
  private let state = Lock<Double?>(nil)

  init(_ base: any Transport, holdsBodies: Bool) {
    self.base = base
    self.holdsBodies = holdsBodies
  }

  /// When the last body was whole, in milliseconds of ``Measure/now``; it is forgotten with the call.
  func takeDownloadEnd() -> Double? {
    state.withLock { end in
      defer { end = nil }
      return end
    }
  }

  fileprivate func noteDownloadEnd() {
    let now = Measure.now
    state.withLock { $0 = now }
  }

  func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTransfer {
    base.start(request, receiver: Observer(self, receiver, holdsBody: holdsBodies))
  }

  func setAdmission(isOpen: Bool) { base.setAdmission(isOpen: isOpen) }
}

private final class Observer: TransportReceiver {
  private let transport: ObservedTransport
  private let receiver: any TransportReceiver
  private let holdsBody: Bool
  private let body = Lock<[UInt8]>([])

  init(_ transport: ObservedTransport, _ receiver: any TransportReceiver, holdsBody: Bool) {
    self.transport = transport
    self.receiver = receiver
    self.holdsBody = holdsBody
  }

  func transportDidReceive(_ response: TransportResponse) {
    if holdsBody, let expected = response.expectedBytes { body.withLock { $0.reserveCapacity(expected) } }
    receiver.transportDidReceive(response)
  }

  func transportDidReceive(_ bytes: RawSpan) {
    guard holdsBody else { return receiver.transportDidReceive(bytes) }
    bytes.withUnsafeBytes { bytes in
      body.withLock { $0.append(contentsOf: bytes) }
    }
  }

  func transportDidFinish(_ summary: TransportSummary) {
    transport.noteDownloadEnd()
    if holdsBody {
      let body = body.withLock { body in
        let whole = body
        body = []
        return whole
      }
      receiver.transportDidReceive(body.span.bytes)
    }
    receiver.transportDidFinish(summary)
  }

  func transportDidFail(_ error: TransportError) { receiver.transportDidFail(error) }
}
