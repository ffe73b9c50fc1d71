import LazyMedia

/// Loads one ad from the networks of a chain. It serves for one request.
@MainActor final class NativeAdChainLoader {
  /// What is told of the request.
  enum Event {
    /// The direct network has no ad, for this reason; a backfill is asked.
    case willBackfill(NativeAdLoaderError)
    /// The end, told once. The ad is not active yet: that is up to who hears this.
    case ended(Result<NativeAd, NativeAdUnitError>)
  }

  private let networks: [NativeAdNetwork]
  private let request: NativeAdRequest
  private let options: NativeAdOptions
  private let pipeline: MediaPipeline
  private var machine: AdChainMachine
  private var started: Duration = .zero
  private var loader: NativeAdLoader?
  private var asked = 0
  private var onEvent: (@MainActor (Event) -> Void)?

  init(
    _ chain: NativeAdSourceChain, request: NativeAdRequest, options: NativeAdOptions, pipeline: MediaPipeline
  ) {
    networks = chain.networks
    self.request = request
    self.options = options
    self.pipeline = pipeline
    machine = AdChainMachine(
      limits: networks.map(\.timeLimit), totalLimit: options.requestTimeoutInterval)
  }

  /// Asks the direct network. All events come in later turns.
  func start(onEvent: @escaping @MainActor (Event) -> Void) {
    self.onEvent = onEvent
    started = pipeline.now
    perform(machine.begin())
  }

  /// Gives up; nobody is told. Idempotent.
  func cancel() {
    machine.cancel()
    onEvent = nil
    loader.take()?.cancel()
  }

  private func perform(_ actions: [AdChainMachine.Action], ad: NativeAd? = nil) {
    for action in actions {
      switch action {
      case .tellBackfill(let error): onEvent?(.willBackfill(error))
      case .ask(let index, let limit): ask(index, limit)
      case .handOver: if let ad { end(.success(ad)) }
      case .fail(let error): end(.failure(error))
      }
    }
  }

  private func ask(_ index: Int, _ limit: Duration) {
    // Whoever heard of the backfill may have given up, and so may the network's function.
    guard !machine.isOver else { return }
    let source = networks[index].source(request)
    guard !machine.isOver else { return }
    var options = options
    options.requestTimeoutInterval = limit
    let loader = NativeAdLoader(source: source, options: options, pipeline: pipeline, request: request)
    loader.delegate = self
    loader.activatesAd = false
    loader.limitsMedia = true
    loader.isBackfill = index > 0
    asked = index
    self.loader = loader
    loader.loadAd()
  }

  private func settle(_ loader: NativeAdLoader, _ result: Result<NativeAd, NativeAdLoaderError>) {
    guard loader === self.loader else { return }
    self.loader = nil
    let elapsed = pipeline.now - started
    switch result {
    case .success(let ad): perform(machine.settle(asked, nil, elapsed: elapsed), ad: ad)
    case .failure(let error): perform(machine.settle(asked, error, elapsed: elapsed))
    }
  }

  private func end(_ result: Result<NativeAd, NativeAdUnitError>) { onEvent.take()?(.ended(result)) }
}

extension NativeAdChainLoader: NativeAdLoaderDelegate {
  func adLoader(_ adLoader: NativeAdLoader, didReceive nativeAd: NativeAd) {
    settle(adLoader, .success(nativeAd))
  }

  func adLoader(
    _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
    responseInfo: NativeAdResponseInfo
  ) {
    settle(adLoader, .failure(error))
  }
}
