import MediaTransport
import OriginServer
import Testing

extension HTTPTransport {
  /// A transport set up by `change`; without a proxy, whatever the environment says.
  static func forTests(_ change: (inout HTTPTransportConfiguration) -> Void = { _ in }) -> HTTPTransport {
    var configuration = HTTPTransportConfiguration()
    configuration.proxy = ""
    change(&configuration)
    return HTTPTransport(configuration: configuration)
  }

  /// Fetches `url` and waits for the end.
  func fetch(_ url: String, _ change: (inout TransportRequest) -> Void = { _ in }) -> Recorder.Record {
    let recorder = Recorder()
    _ = begin(url, recorder, change)
    let record = recorder.result()
    #expect(record.terminals == 1, "the transfer did not end")
    #expect(record.callsAfterEnd == 0)
    return record
  }

  func begin(
    _ url: String, _ recorder: Recorder, _ change: (inout TransportRequest) -> Void = { _ in }
  ) -> any TransportTransfer {
    var request = TransportRequest(url: url)
    // Quick, so that tests are.
    request.retryPolicy.baseDelay = .milliseconds(2)
    change(&request)
    return start(request, receiver: recorder)
  }
}

extension OriginResponse {
  /// Bytes of which each is told from its neighbours.
  static func pattern(_ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) }
  }
}
