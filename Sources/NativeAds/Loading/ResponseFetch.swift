import LazyMedia
import Locking

/// Gets the bytes of a response from where they are. It serves for one.
@MainActor final class ResponseFetch {
  typealias Completion = @MainActor (Result<[UInt8], NativeAdLoaderError>) -> Void

  /// The HTTP status, where an answer has come over HTTP.
  private(set) var status: Int?
  private let source: NativeAdSource
  private let timeLimit: Duration
  private let pipeline: MediaPipeline
  private var body: BodyFetch?
  private var completion: Completion?

  /// - Parameter timeLimit: the time that a transfer has; nothing is told when it is over.
  init(_ source: NativeAdSource, timeLimit: Duration, pipeline: MediaPipeline) {
    self.source = source
    self.timeLimit = timeLimit
    self.pipeline = pipeline
  }

  isolated deinit { body?.cancel() }

  /// Begins. `completion` is called once, in a later turn, unless ``cancel()`` comes before.
  func start(_ completion: @escaping Completion) {
    self.completion = completion
    switch source {
    case .url(let url): fetch(url, through: pipeline.transport)
    case .file(let path):
      var configuration = HTTPTransportConfiguration()
      configuration.allowsLocalSources = true
      // A path, whatever it looks like: never a URL.
      let file = path.hasPrefix("/") ? path : "./" + path
      fetch(file, through: HTTPTransport(configuration: configuration))
    case .data(let bytes): pipeline.mainScheduler.enqueue { [weak self] in self?.end(.success(bytes)) }
    case .provider(let provider):
      let answer = ProviderAnswer()
      provider { [weak self, scheduler = pipeline.mainScheduler] result in
        guard answer.isFirst() else { return }
        scheduler.enqueue { self?.end(result.mapError { .provider("\($0)") }) }
      }
    }
  }

  /// Stops; nobody is told. Idempotent.
  func cancel() {
    completion = nil
    body.take()?.cancel()
  }

  private func fetch(_ url: String, through transport: any Transport) {
    var request = TransportRequest(
      url: url, priority: .veryHigh, maximumBytes: OpenRTBNative.maximumByteCount)
    request.timeouts.total = timeLimit
    let body = BodyFetch(request, transport: transport)
    self.body = body
    body.start { [weak self, scheduler = pipeline.mainScheduler] result in
      scheduler.enqueue { self?.receive(result) }
    }
  }

  private func receive(_ result: Result<BodyFetch.Body, TransportError>) {
    switch result {
    case .success(let body):
      status = body.response.status
      // How an exchange says that it has no bid (OpenRTB 2.x, section 4.1).
      end(status == 204 ? .failure(.response(.noFill(reason: nil))) : .success(body.bytes))
    case .failure(let error):
      status = error.status
      end(.failure(.transport(error)))
    }
  }

  private func end(_ result: Result<[UInt8], NativeAdLoaderError>) {
    body = nil
    completion.take()?(result)
  }
}

/// Lets the first answer of a provider through.
private final class ProviderAnswer: Sendable {
  private let isAnswered = Lock(false)

  func isFirst() -> Bool {
    isAnswered.withLock { isAnswered in
      defer { isAnswered = true }
      return !isAnswered
    }
  }
}
