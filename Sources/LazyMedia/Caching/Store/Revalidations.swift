import Locking
import MediaTransport

/// Stored answers about which the server is asked anew while they are in use (RFC 5861, section 3): one at a time for a
/// file, at the lowest priority. What comes of it is stored for the next time.
final class Revalidations: Sendable {
  private let running = Lock(Set<FetchKey>())

  /// Asks about `found`, unless that is under way.
  func start(_ key: FetchKey, _ request: TransportRequest, _ found: StoreStack.Found, core: PipelineCore) {
    guard let stored = StoredResponse(found.entry.head.bytes),
      running.withLock({ $0.insert(key).inserted })
    else { return }
    var request = request
    request.priority = .veryLow
    let machine = CacheLoadMachine(
      revalidating: stored, storedKey: found.key, key: BodyLoad.primaryKey(key, request),
      requestFields: request.headers)
    BodyLoad(
      key: key, request: request, core: core, receiver: Receiver(key: key, revalidations: self),
      cache: machine, found: found
    ).start()
  }

  /// Keeps what comes until it is stored.
  private final class Receiver: BodyLoadReceiver {
    let body = BodyBuffer()
    private let key: FetchKey
    private let revalidations: Revalidations

    init(key: FetchKey, revalidations: Revalidations) {
      self.key = key
      self.revalidations = revalidations
    }

    func loadDidReceive(_ response: TransportResponse) {
      if let expected = response.expectedBytes { body.reserve(expected) }
    }
    func loadDidReceive(_ bytes: RawSpan) { body.append(bytes) }
    func loadDidResume(from kept: BodyBuffer) { body.adopt(kept) }
    func loadDidFind(_ kept: MediaBody, level: MediaStoreLevel) { end() }
    func loadDidStartOver(_ load: BodyLoad) -> (any BodyLoadReceiver)? {
      Receiver(key: key, revalidations: revalidations)
    }
    func loadDidFinish(_ summary: TransportSummary) { end() }
    func loadDidFail(_ error: TransportError) { end() }

    private func end() { _ = revalidations.running.withLock { $0.remove(key) } }
  }
}
