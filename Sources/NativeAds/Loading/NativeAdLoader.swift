import LazyMedia

/// Hears what became of a request.
@MainActor public protocol NativeAdLoaderDelegate: AnyObject {
  /// The ad is here. Set its delegate and bind it to a view now; nothing is told of its assets before this returns.
  func adLoader(_ adLoader: NativeAdLoader, didReceive nativeAd: NativeAd)
  /// There is no ad.
  func adLoader(
    _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
    responseInfo: NativeAdResponseInfo)
}

/// Loads one native ad.
///
/// ```swift
/// var options = NativeAdOptions()
/// options.renderingSetting.useLazyMediaLoading = true
/// let loader = NativeAdLoader(source: .url("https://ads.example.com/native"), options: options)
/// loader.delegate = self
/// loader.loadAd()
/// ```
///
/// Either of the delegate's methods is called exactly once, in a later turn than ``loadAd()``, unless the request is
/// cancelled or the loader is let go. With ``NativeAdRenderingSetting/useLazyMediaLoading`` the ad never waits for its
/// icon and main media; without, it comes when both are there, or not at all if the main media fails.
@MainActor public final class NativeAdLoader {
  /// Hears what became of the request; held weakly.
  public weak var delegate: (any NativeAdLoaderDelegate)?
  /// What the ad is asked for with.
  public let options: NativeAdOptions
  /// What is known of the response so far.
  public private(set) var responseInfo: NativeAdResponseInfo

  /// Where the response comes from.
  private enum Origin {
    case source(NativeAdSource)
    /// It was read already, with others.
    case response(OpenRTBNative)
  }

  private let origin: Origin
  private let pipeline: MediaPipeline
  private var machine: AdRequestMachine
  private var ad: NativeAd?
  private var isCancelled = false
  /// What the ad is asked for.
  public let request: NativeAdRequest
  /// Whether it stands in where another source had no ad.
  var isBackfill = false
  /// Whether the ad's assets load once it was handed over; a group does that for its ads together.
  var activatesAd = true
  /// Whether the time for the request is also that for the media of an ad that is handed over with it.
  var limitsMedia: Bool {
    get { machine.limitsMedia }
    set { machine.limitsMedia = newValue }
  }
  private var started: Duration = .zero
  private var fetch: ResponseFetch?
  private var resolving: VASTResolver.Handle?
  private var probing: Probing?
  private var timers: [MainTimer] = []
  private var continuation: CheckedContinuation<NativeAd, any Error>?

  /// Creates a loader. It serves for one request.
  /// - Parameter request: what the ad is asked for; passed on to the ad.
  public convenience init(
    source: NativeAdSource, options: NativeAdOptions = NativeAdOptions(), pipeline: MediaPipeline = .shared,
    request: NativeAdRequest = NativeAdRequest()
  ) {
    self.init(.source(source), options: options, pipeline: pipeline, request: request)
    responseInfo.source =
      switch source {
      case .url(let url): TransportRequest(url: url).redactedURL
      case .file(let path): path
      case .data, .provider: nil
      }
  }

  /// Makes the ad of a response that is there.
  convenience init(
    response: OpenRTBNative, options: NativeAdOptions, pipeline: MediaPipeline, request: NativeAdRequest
  ) {
    self.init(.response(response), options: options, pipeline: pipeline, request: request)
  }

  private init(
    _ origin: Origin, options: NativeAdOptions, pipeline: MediaPipeline, request: NativeAdRequest
  ) {
    self.request = request
    self.origin = origin
    self.options = options
    self.pipeline = pipeline
    machine = AdRequestMachine(options: options)
    responseInfo = NativeAdResponseInfo()
  }

  isolated deinit { stop() }

  /// Asks for the ad. Returns `false`, and does nothing, if that was done before.
  @discardableResult
  public func loadAd() -> Bool {
    let actions = machine.begin()
    guard !actions.isEmpty else { return false }
    started = pipeline.now
    timers.append(
      pipeline.mainScheduler.schedule(after: options.requestTimeoutInterval) { [weak self] in
        self?.step { $0.timeOut() }
      })
    perform(actions)
    return true
  }

  /// Asks for the ad and waits for it. The delegate, if any, hears of it too. On the main actor nothing is told of the
  /// ad's assets in the turn in which this returns: set its delegate and bind it then.
  /// - Throws: ``NativeAdLoaderError``; `CancellationError` if the waiting Swift task is cancelled, or if the loader was
  ///   asked before.
  public func ad() async throws -> NativeAd {
    let ad: NativeAd = try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        guard !Task.isCancelled, !machine.isOver, self.continuation == nil else {
          return continuation.resume(throwing: CancellationError())
        }
        self.continuation = continuation
        if !loadAd() { end(.failure(CancellationError())) }
      }
    } onCancel: {
      Task { @MainActor in self.cancel() }
    }
    if activatesAd { ad.activateSoon() }
    return ad
  }

  /// Gives the request up; nobody is told. Idempotent.
  public func cancel() {
    isCancelled = true
    ad = nil
    machine.cancel()
    stop()
    end(.failure(CancellationError()))
  }

  // MARK: Steps

  private func step(_ body: (inout AdRequestMachine) -> [AdRequestMachine.Action]) {
    perform(body(&machine))
  }

  private func perform(_ actions: [AdRequestMachine.Action]) {
    for action in actions {
      switch action {
      case .fetchResponse: fetchResponse()
      case .fetchAssets(let url): fetchAssets(url)
      case .resolveVAST(let tag): resolve(tag)
      case .makeAd: makeAd()
      case .probe(let url): probe(url)
      case .loadMedia: loadMedia()
      case .handOver: handOver()
      case .fail(let error): fail(error)
      }
    }
  }

  private func fetchResponse() {
    switch origin {
    case .source(let source): fetch(source) { $0.receiveResponse($1) }
    case .response(let response): later { $0.step { $0.receive(.success(response)) } }
    }
  }

  /// Runs `body` in a later turn, if the loader is still there.
  private func later(_ body: @escaping @MainActor @Sendable (NativeAdLoader) -> Void) {
    pipeline.mainScheduler.enqueue { [weak self] in
      if let self { body(self) }
    }
  }

  private func fetch(
    _ source: NativeAdSource,
    then: @escaping @MainActor (NativeAdLoader, Result<[UInt8], NativeAdLoaderError>) -> Void
  ) {
    let fetch = ResponseFetch(source, timeLimit: options.requestTimeoutInterval, pipeline: pipeline)
    self.fetch = fetch
    fetch.start { [weak self] result in
      if let self { then(self, result) }
    }
  }

  private func receiveResponse(_ result: Result<[UInt8], NativeAdLoaderError>) {
    responseInfo.status = fetch?.status
    step {
      $0.receive(
        result.flatMap { bytes in
          responseInfo.bytes = bytes.count
          return Result { () throws(OpenRTBNativeError) in try OpenRTBNative(bytes) }
            .mapError { .response($0) }
        })
    }
  }

  private func fetchAssets(_ url: String) {
    guard AssetPlan.isAllowed(url, options) else { return later { $0.step { $0.receiveAssets(nil) } } }
    fetch(.url(url)) { loader, result in
      let replaced = try? loader.machine.response?.replacingAssets(with: result.get())
      loader.step { $0.receiveAssets(replaced) }
    }
  }

  private func resolve(_ tag: String) {
    let resolver = VASTResolver(
      transport: pipeline.transport, hopTimeout: options.vastHopTimeout,
      wrapperLimit: max(0, options.vastMaxRedirect),
      allowsLocalFiles: options.allowsLocalMedia)
    resolving = resolver.resolve(.document(Array(tag.utf8))) {
      [weak self, scheduler = pipeline.mainScheduler] outcome in
      scheduler.enqueue {
        self?.resolving = nil
        self?.step { $0.receive(outcome) }
      }
    }
  }

  private func makeAd() {
    guard let response = machine.response else { return }
    ad = NativeAd(
      response: response, vast: machine.vast, options: options, pipeline: pipeline, request: request,
      isBackfilled: isBackfill)
  }

  private func probe(_ url: String) {
    guard AssetPlan.isAllowed(url, options) else { return later { $0.step { $0.endProbe() } } }
    timers.append(
      pipeline.mainScheduler.schedule(after: options.probeTimeLimit) { [weak self] in
        self?.step { $0.endProbe() }
      })
    probing = pipeline.probe(MediaRequest(url: url)) {
      [weak self, scheduler = pipeline.mainScheduler] result in
      scheduler.enqueue {
        guard let self, !self.machine.isOver else { return }
        if case .success(let probe) = result { self.ad?.learn(probe.info.displaySize) }
        self.step { $0.endProbe() }
      }
    }
  }

  private func loadMedia() {
    ad?.loadEagerly { [weak self] failure in self?.step { $0.settleMedia(failure) } }
  }

  // MARK: Ends

  private func handOver() {
    guard let ad else { return }
    self.ad = nil
    responseInfo.elapsed = pipeline.now - started
    stop()
    later { loader in
      guard !loader.isCancelled else { return }
      if loader.options.renderingSetting.useLazyMediaLoading { ad.lookUpAssets() }
      loader.delegate?.adLoader(loader, didReceive: ad)
      // Whoever waits comes in a turn of its own, and begins then.
      if loader.activatesAd, loader.continuation == nil { ad.activateSoon() }
      loader.end(.success(ad))
    }
  }

  private func fail(_ error: NativeAdLoaderError) {
    ad = nil
    responseInfo.elapsed = pipeline.now - started
    stop()
    later { loader in
      guard !loader.isCancelled else { return }
      loader.delegate?.adLoader(loader, didFailWithError: error, responseInfo: loader.responseInfo)
      loader.end(.failure(error))
    }
  }

  private func end(_ result: Result<NativeAd, any Error>) { continuation.take()?.resume(with: result) }

  private func stop() {
    for timer in timers { timer.cancel() }
    timers = []
    fetch.take()?.cancel()
    resolving.take()?.cancel()
    probing.take()?.cancel()
  }
}
