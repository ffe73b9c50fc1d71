/// Fetches over libcurl, on one event-loop thread of its own.
public final class HTTPTransport: Transport {
  private let mailbox: Mailbox
  private let localReader: LocalReader?

  /// Creates a transport; its thread starts with the first transfer.
  public init(configuration: HTTPTransportConfiguration = HTTPTransportConfiguration()) {
    mailbox = Mailbox(configuration: configuration)
    localReader = configuration.allowsLocalSources ? LocalReader() : nil
  }

  deinit {
    mailbox.close()
    // Nobody could open it again.
    localReader?.setAdmission(isOpen: true)
  }

  /// See ``Transport/start(_:receiver:)``.
  public func start(_ request: TransportRequest, receiver: any TransportReceiver) -> any TransportTransfer {
    if let localReader, LocalSource.isLocal(request.url) {
      let transfer = LocalTransfer(request, receiver: receiver, reader: localReader)
      localReader.add(transfer)
      return transfer
    }
    let transfer = HTTPTransfer(request, receiver: receiver, mailbox: mailbox)
    mailbox.post(.start(transfer))
    return transfer
  }

  /// See ``Transport/setAdmission(isOpen:)``.
  public func setAdmission(isOpen: Bool) {
    mailbox.post(.setAdmission(isOpen: isOpen))
    localReader?.setAdmission(isOpen: isOpen)
  }
}
