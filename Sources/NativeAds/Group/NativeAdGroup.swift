import LazyMedia

/// Why a group has no ads.
public enum NativeAdGroupError: Error, Hashable, Sendable {
  /// Fewer than one ad was asked for; nothing was requested.
  case invalidCount(Int)
  /// The group is loading already; that goes on.
  case alreadyLoading
  /// None of the requests brought an ad; why, in the order of the requests.
  case noFill([NativeAdLoaderError])
}

/// Several ads that are shown together, such as those of a carousel, all of them different.
@MainActor public final class NativeAdGroup {
  /// Most ads that ``load(count:completion:)`` asks for.
  public static let maximumCount = 10
  /// Most ads that ``loadBatch(count:completion:)`` asks for.
  public static let maximumBatchCount = 5

  /// How the group hears of its ads.
  public typealias Completion = @MainActor (Result<[NativeAd], NativeAdGroupError>) -> Void

  /// The ads of the last load that brought any.
  public private(set) var ads: [NativeAd] = []
  /// Whether a load is under way.
  public var isLoading: Bool { !loading.isEmpty }
  /// Called with what was asked for where that was more than is loaded; `nil` by default.
  public var clampingHandler: (@MainActor (_ asked: Int, _ loaded: Int) -> Void)?
  /// The time that each ad of a batch has for its response and its media; 10 s by default. Those that take longer are
  /// left out.
  public var batchTimeLimit: Duration = .seconds(10)

  private let source: @MainActor (Int) -> NativeAdSource
  private let options: NativeAdOptions
  private let pipeline: MediaPipeline
  private var loading: [NativeAdLoader] = []
  private var listeners: [GroupListener] = []
  private var timer: MainTimer?

  /// Creates a group.
  /// - Parameter source: where the ad with that index comes from, from 0.
  public init(
    options: NativeAdOptions = NativeAdOptions(), pipeline: MediaPipeline = .shared,
    source: @escaping @MainActor (Int) -> NativeAdSource
  ) {
    self.source = source
    self.options = options
    self.pipeline = pipeline
  }

  isolated deinit { stop() }

  /// Loads up to 10 ads. There may be fewer: those that are the same (``OpenRTBNative/deduplicationKey``) or that failed
  /// are left out. It succeeds with at least one.
  /// - Parameter completion: called once, in a later turn, in which the ads are handed over as by a ``NativeAdLoader``;
  ///   not at all once the group is let go.
  public func load(count: Int, completion: @escaping Completion) {
    load(count, atMost: Self.maximumCount, options, completion)
  }

  /// Loads up to 5 ads with their media, and waits for all of them, each for at most ``batchTimeLimit``.
  public func loadBatch(count: Int = maximumBatchCount, completion: @escaping Completion) {
    var eager = options
    eager.renderingSetting.useLazyMediaLoading = false
    eager.requestTimeoutInterval = min(eager.requestTimeoutInterval, batchTimeLimit)
    guard load(count, atMost: Self.maximumBatchCount, eager, completion) else { return }
    timer = pipeline.mainScheduler.schedule(after: batchTimeLimit) { [weak self] in self?.expire() }
  }

  /// Returns whether it has begun.
  @discardableResult
  private func load(
    _ asked: Int, atMost limit: Int, _ options: NativeAdOptions, _ completion: @escaping Completion
  ) -> Bool {
    let count = min(asked, limit)
    var sources: [NativeAdSource] = []
    if count >= 1, !isLoading {
      if count < asked { clampingHandler?(asked, count) }
      sources = (0..<count).map(source)
    }
    // Those functions of the program may have begun a load.
    guard count >= 1, !isLoading else {
      let error: NativeAdGroupError = asked < 1 ? .invalidCount(asked) : .alreadyLoading
      pipeline.mainScheduler.enqueue { completion(.failure(error)) }
      return false
    }
    let request = GroupRequest(GroupRequestMachine(count: count)) { [weak self] outcome in
      self?.end(outcome, completion)
    }
    for (index, source) in sources.enumerated() {
      let loader = NativeAdLoader(source: source, options: options, pipeline: pipeline)
      let listener = GroupListener(index, request)
      loader.delegate = listener
      loader.activatesAd = false
      loading.append(loader)
      listeners.append(listener)
    }
    for loader in loading { loader.loadAd() }
    return true
  }

  private func end(_ outcome: Result<[NativeAd], NativeAdGroupError>, _ completion: Completion) {
    stop()
    guard case .success(let ads) = outcome else { return completion(outcome) }
    self.ads = ads
    completion(outcome)
    for ad in ads { ad.activateSoon() }
  }

  /// The time of a batch is over: what is not there yet is left out.
  private func expire() {
    let late = zip(loading, listeners)
    for (loader, listener) in late {
      loader.cancel()
      listener.settle(.failure(.timedOut(batchTimeLimit)))
    }
  }

  private func stop() {
    timer.take()?.cancel()
    for loader in loading { loader.cancel() }
    loading = []
    listeners = []
  }
}

/// One load of a group.
@MainActor private final class GroupRequest {
  private var machine: GroupRequestMachine<NativeAd>
  private let onEnd: @MainActor (Result<[NativeAd], NativeAdGroupError>) -> Void

  init(
    _ machine: GroupRequestMachine<NativeAd>,
    onEnd: @escaping @MainActor (Result<[NativeAd], NativeAdGroupError>) -> Void
  ) {
    self.machine = machine
    self.onEnd = onEnd
  }

  func settle(_ index: Int, _ result: Result<NativeAd, NativeAdLoaderError>) {
    let keyed = result.map { (ad: $0, key: $0.response.deduplicationKey) }
    if let outcome = machine.settle(index, keyed) { onEnd(outcome) }
  }
}

/// Hears what became of one request of a group.
@MainActor private final class GroupListener: NativeAdLoaderDelegate {
  private let index: Int
  private let request: GroupRequest

  init(_ index: Int, _ request: GroupRequest) {
    self.index = index
    self.request = request
  }

  func settle(_ result: Result<NativeAd, NativeAdLoaderError>) { request.settle(index, result) }

  func adLoader(_ adLoader: NativeAdLoader, didReceive nativeAd: NativeAd) { settle(.success(nativeAd)) }

  func adLoader(
    _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
    responseInfo: NativeAdResponseInfo
  ) {
    settle(.failure(error))
  }
}
