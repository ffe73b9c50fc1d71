import LazyMedia

/// One load of a group: from one source for each ad, or from one response that holds them all.
@MainActor final class GroupLoad {
  typealias Completion = @MainActor (Result<[NativeAd], NativeAdGroupError>) -> Void

  private let options: NativeAdOptions
  private let pipeline: MediaPipeline
  private let request: NativeAdRequest
  private let mediaLimit: Duration?
  private let onEnd: Completion
  private var machine = GroupRequestMachine<NativeAd>(count: 0)
  private var fetch: ResponseFetch?
  private var timer: MainTimer?
  /// One for each place in the group; `nil` where there is nothing to load.
  private var loaders: [NativeAdLoader?] = []

  /// - Parameters:
  ///   - mediaLimit: the time that each ad has for its media, from the moment it is asked for, or has come with others;
  ///     `nil` where nobody waits for them.
  ///   - onEnd: called once, unless the load is let go before. The ads are not active yet.
  init(
    _ request: NativeAdRequest, options: NativeAdOptions, pipeline: MediaPipeline, mediaLimit: Duration?,
    onEnd: @escaping Completion
  ) {
    self.request = request
    self.options = options
    self.pipeline = pipeline
    self.mediaLimit = mediaLimit
    self.onEnd = onEnd
  }

  isolated deinit {
    timer?.cancel()
    for loader in loaders { loader?.cancel() }
  }

  /// Asks each source for an ad.
  func start(_ sources: [NativeAdSource]) {
    var options = options
    if let mediaLimit { options.requestTimeoutInterval = min(options.requestTimeoutInterval, mediaLimit) }
    run(
      sources.map { NativeAdLoader(source: $0, options: options, pipeline: pipeline, request: request) })
  }

  /// Asks one source for all ads.
  func start(_ source: NativeAdSource) {
    let limit = options.requestTimeoutInterval
    let started = pipeline.now
    let fetch = ResponseFetch(source, timeLimit: limit, pipeline: pipeline)
    self.fetch = fetch
    timer = pipeline.mainScheduler.schedule(after: limit) { [weak self] in
      self?.fail(.timedOut(limit))
    }
    fetch.start { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let bytes): read(bytes, remaining: max(.zero, limit - (pipeline.now - started)))
      case .failure(let error): fail(error)
      }
    }
  }

  private func read(_ bytes: [UInt8], remaining: Duration) {
    let ads: [Result<OpenRTBNative, OpenRTBNativeError>]
    do throws(OpenRTBNativeError) {
      ads = try OpenRTBNative.ads(in: bytes)
    } catch {
      return fail(.response(error))
    }
    stopFetching()
    var options = options
    options.requestTimeoutInterval = mediaLimit ?? remaining
    let bids = GroupBids(ads, count: request.count).bids
    run(
      bids.map { bid in
        try? NativeAdLoader(response: bid.get(), options: options, pipeline: pipeline, request: request)
      })
    for (index, bid) in bids.enumerated() {
      if case .failure(let error) = bid { settle(index, .failure(error)) }
    }
  }

  private func fail(_ error: NativeAdLoaderError) {
    stopFetching()
    onEnd(.failure(error.isNoFill ? .noFill([error]) : .request(error)))
  }

  private func stopFetching() {
    timer.take()?.cancel()
    fetch.take()?.cancel()
  }

  private func run(_ loaders: [NativeAdLoader?]) {
    machine = GroupRequestMachine(count: loaders.count)
    self.loaders = loaders
    for loader in loaders {
      loader?.delegate = self
      loader?.activatesAd = false
      loader?.limitsMedia = mediaLimit != nil
      loader?.loadAd()
    }
  }

  private func settle(_ index: Int, _ result: Result<NativeAd, NativeAdLoaderError>) {
    let keyed = result.map { (ad: $0, key: $0.response.deduplicationKey) }
    if let outcome = machine.settle(index, keyed) { onEnd(outcome) }
  }
}

extension GroupLoad: NativeAdLoaderDelegate {
  func adLoader(_ adLoader: NativeAdLoader, didReceive nativeAd: NativeAd) {
    if let index = loaders.firstIndex(where: { $0 === adLoader }) { settle(index, .success(nativeAd)) }
  }

  func adLoader(
    _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
    responseInfo: NativeAdResponseInfo
  ) {
    if let index = loaders.firstIndex(where: { $0 === adLoader }) { settle(index, .failure(error)) }
  }
}
