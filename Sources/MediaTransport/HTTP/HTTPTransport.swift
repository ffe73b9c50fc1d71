/// Fetches over libcurl, on one event-loop thread of its own.
public final class HTTPTransport: Transport {
  private let mailbox: Mailbox

  /// Creates a transport; its thread starts with the first transfer.
  public init(configuration: HTTPTransportConfiguration = HTTPTransportConfiguration()) {
    mailbox = Mailbox(configuration: configuration)
  }

  deinit {
    mailbox.close()
  }

  /// See ``Transport/start(_:receiver:)``.
  public func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTransfer {
    let transfer = HTTPTransfer(request, receiver: receiver, mailbox: mailbox)
    mailbox.post(.start(transfer))
    return transfer
  }

  /// See ``Transport/setAdmission(isOpen:)``.
  public func setAdmission(isOpen: Bool) {
    mailbox.post(.setAdmission(isOpen: isOpen))
  }
}
