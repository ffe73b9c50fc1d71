/// The caller's end of a transfer over HTTP.
final class HTTPTransfer: TransportTransfer {
  let request: TransportRequest
  let delivery: Delivery
  let started = MonotonicTime.now()
  private let mailbox: Mailbox
  // nonisolated(unsafe): read and written on the loop's thread only.
  nonisolated(unsafe) var job: TransferJob?

  init(_ request: TransportRequest, receiver: any TransportReceiver, mailbox: Mailbox) {
    self.request = request
    self.delivery = Delivery(receiver)
    self.mailbox = mailbox
  }

  func cancel() {
    if delivery.cancel() { mailbox.post(.cancel(self)) }
  }

  func setPriority(_ priority: TransportPriority) {
    mailbox.post(.setPriority(priority, self))
  }

  /// Fails before an attempt was made.
  func fail(_ code: TransportError.Code, _ message: String) {
    delivery.fail(
      TransportError(phase: .request, code: code, message: message, url: WebAddress.redact(request.url)))
  }
}
