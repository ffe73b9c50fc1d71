/// The caller's end of a transfer of a local source.
final class LocalTransfer: TransportTransfer {
  let request: TransportRequest
  let delivery: Delivery
  let started = MonotonicTime.now()
  private let reader: LocalReader

  init(_ request: TransportRequest, receiver: any TransportReceiver, reader: LocalReader) {
    self.request = request
    self.delivery = Delivery(receiver)
    self.reader = reader
  }

  func cancel() {
    if delivery.cancel() { reader.remove(self) }
  }

  func setPriority(_ priority: TransportPriority) {
    reader.setPriority(priority, of: self)
  }
}
