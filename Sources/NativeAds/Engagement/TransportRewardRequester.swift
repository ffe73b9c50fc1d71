import JSON
public import LazyMedia

/// Asks for a reward over HTTP: one GET of ``OpenRTBNative/Campaign/rewardURL``, answered by `{"result":"success"}` or
/// another of ``RewardResult``.
@MainActor public final class TransportRewardRequester: RewardRequester {
  private let pipeline: MediaPipeline
  private var fetches: [UInt64: BodyFetch] = [:]
  private var next: UInt64 = 0

  private static let maximumBytes = 64 << 10

  /// Creates a requester that asks through the pipeline's transport.
  public init(pipeline: MediaPipeline = .shared) { self.pipeline = pipeline }

  isolated deinit {
    for fetch in fetches.values { fetch.cancel() }
  }

  /// See ``RewardRequester``. Nothing is asked twice: a reward that was paid must not count as one that was paid before.
  public func requestReward(
    for ad: NativeAd, completion: @escaping @MainActor @Sendable (RewardResult) -> Void
  ) {
    guard let url = ad.response.campaign?.rewardURL else { return completion(.missingReward) }
    // A transport that may read files would do so for any response.
    guard VASTAddress.isWeb(url) else { return completion(.clientError) }
    var request = TransportRequest(
      url: url, priority: .veryHigh, maximumBytes: Self.maximumBytes, retryPolicy: .never)
    request.timeouts.total = ad.options.rewardTimeLimit ?? request.timeouts.total
    let fetch = BodyFetch(request, transport: pipeline.transport)
    let number = next
    next &+= 1
    fetches[number] = fetch
    fetch.start { [weak self, scheduler = pipeline.mainScheduler] result in
      scheduler.enqueue {
        self?.fetches[number] = nil
        completion(RewardResult(result))
      }
    }
  }
}

extension RewardResult {
  init(_ result: Result<BodyFetch.Body, TransportError>) {
    switch result {
    case .success(let body):
      let word = (try? JSONValue(body.bytes, repeatedMembers: .last))?["result"]?.string
      self = word.flatMap(RewardResult.init) ?? .unknown
    case .failure(let error):
      switch error.code {
      case .badStatus: self = (error.status ?? 0) >= 500 ? .serverError : .clientError
      case .invalidURL, .schemeNotAllowed: self = .clientError
      case .timedOut: self = .connectionTimeout
      case .tooLarge, .protocolError: self = .unknown
      default: self = .networkError
      }
    }
  }
}
