public import LazyMedia

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
  /// Hear what happens to each of the ads, after the ad's own delegate and handlers.
  public var eventHandlers = NativeAdEventHandlers()
  /// Whether a load is under way.
  public var isLoading: Bool { loading != nil }
  /// Called with what was asked for where that was more than is loaded; `nil` by default.
  public var clampingHandler: (@MainActor (_ asked: Int, _ loaded: Int) -> Void)?
  /// The time that each ad of a batch has for its media; 10 s by default. Those that take longer are left out. Of a group
  /// that asks for each of its ads it is the time for the response as well; of one response for all it begins with that.
  public var batchTimeLimit: Duration = .seconds(10)

  /// Where the ads come from.
  private enum Origin {
    case each(@MainActor (Int) -> NativeAdSource)
    case network(NativeAdNetwork)
  }

  private let origin: Origin
  private let request: NativeAdRequest
  private let options: NativeAdOptions
  private let pipeline: MediaPipeline
  private var loading: GroupLoad?

  /// Creates a group that asks for each of its ads.
  /// - Parameter source: where the ad with that index comes from, from 0.
  public init(
    options: NativeAdOptions = NativeAdOptions(), pipeline: MediaPipeline = .shared,
    source: @escaping @MainActor (Int) -> NativeAdSource
  ) {
    origin = .each(source)
    request = NativeAdRequest()
    self.options = options
    self.pipeline = pipeline
  }

  /// Creates a group that asks a network once for all of its ads: the bids of one response. There is no backfill.
  /// - Parameters:
  ///   - unitID: the unit, as the ad server names it.
  ///   - contextID: what the program says of the moment; empty by default.
  public init(
    unitID: String, contextID: String = "", network: NativeAdNetwork,
    options: NativeAdOptions = NativeAdOptions(), pipeline: MediaPipeline = .shared
  ) {
    origin = .network(network)
    request = NativeAdRequest(unitID: unitID, contextID: contextID)
    self.options = options
    self.pipeline = pipeline
  }

  // MARK: Loading

  /// Loads up to 10 ads. There may be fewer: those that are the same (``OpenRTBNative/deduplicationKey``) or that failed
  /// are left out, and so are those of a response that are beyond `count`. It succeeds with at least one.
  /// - Parameter completion: called once, in a later turn, in which the ads are handed over as by a ``NativeAdLoader``;
  ///   not at all once the group is let go.
  public func load(count: Int, completion: @escaping Completion) {
    load(count, atMost: Self.maximumCount, options, mediaLimit: nil, completion)
  }

  /// Loads up to 5 ads with their media, and waits for all of them, each for at most ``batchTimeLimit``. Ads that fail are
  /// left out, and not replaced by others of the response.
  public func loadBatch(count: Int = maximumBatchCount, completion: @escaping Completion) {
    var eager = options
    eager.renderingSetting.useLazyMediaLoading = false
    load(count, atMost: Self.maximumBatchCount, eager, mediaLimit: batchTimeLimit, completion)
  }

  /// Loads a batch, as ``loadBatch(count:completion:)`` of a group of its own does. The ads are the completion's to keep: one
  /// that nobody keeps is gone, and nothing is told of it.
  public static func loads(
    unitID: String, contextID: String = "", network: NativeAdNetwork,
    options: NativeAdOptions = NativeAdOptions(), pipeline: MediaPipeline = .shared,
    completion: @escaping Completion
  ) {
    let group = NativeAdGroup(
      unitID: unitID, contextID: contextID, network: network, options: options, pipeline: pipeline)
    // The load keeps the group until its end.
    group.loadBatch { outcome in withExtendedLifetime(group) { completion(outcome) } }
  }

  private func load(
    _ asked: Int, atMost limit: Int, _ options: NativeAdOptions, mediaLimit: Duration?,
    _ completion: @escaping Completion
  ) {
    var request = request
    request.count = min(asked, limit)
    var sources: [NativeAdSource] = []
    if asked >= 1, !isLoading {
      if request.count < asked { clampingHandler?(asked, request.count) }
      switch origin {
      case .each(let source): sources = (0..<request.count).map(source)
      case .network(let network): sources = [network.source(request)]
      }
    }
    // Those functions of the program may have begun a load.
    guard asked >= 1, !isLoading else {
      let error: NativeAdGroupError = asked < 1 ? .invalidCount(asked) : .alreadyLoading
      return pipeline.mainScheduler.enqueue { [weak self] in
        if self != nil { completion(.failure(error)) }
      }
    }
    var options = options
    if case .network(let network) = origin, let limit = network.timeLimit {
      options.requestTimeoutInterval = min(options.requestTimeoutInterval, limit)
    }
    let loading = GroupLoad(request, options: options, pipeline: pipeline, mediaLimit: mediaLimit) {
      [weak self] outcome in
      guard let self else { return }
      self.loading = nil
      end(outcome, completion)
    }
    self.loading = loading
    switch origin {
    case .each: loading.start(sources)
    case .network: if let source = sources.first { loading.start(source) }
    }
  }

  private func end(_ outcome: Result<[NativeAd], NativeAdGroupError>, _ completion: Completion) {
    guard case .success(let ads) = outcome else { return completion(outcome) }
    self.ads = ads
    for ad in ads { ad.add(self) }
    completion(outcome)
    for ad in ads { ad.activateSoon() }
  }

  // MARK: Events

  /// Hears what happens to the ads of the group, from the next event on: sets five of ``eventHandlers``, so that a later
  /// call takes the place of this one.
  public func subscribeAdEvents(
    onImpressed: (@MainActor (NativeAd) -> Void)? = nil, onClicked: (@MainActor (NativeAd) -> Void)? = nil,
    onRewardRequested: (@MainActor (NativeAd) -> Void)? = nil,
    onRewarded: (@MainActor (NativeAd, RewardResult) -> Void)? = nil,
    onParticipated: (@MainActor (NativeAd) -> Void)? = nil
  ) {
    eventHandlers.subscribe(onImpressed, onClicked, onRewardRequested, onRewarded, onParticipated)
  }
}

extension NativeAdGroup: NativeAdObserver {
  func nativeAd(_ ad: NativeAd, did event: NativeAdEvent) { eventHandlers.hear(event, of: ad) }
}
