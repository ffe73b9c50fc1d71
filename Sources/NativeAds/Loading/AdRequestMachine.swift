import LazyMedia

/// The steps by which a request becomes an ad, and the promise that it ends once: with an ad, or with an error.
struct AdRequestMachine {
  /// What is to be done next.
  enum Action: Equatable {
    /// Get the response.
    case fetchResponse
    /// Get the document whose assets replace those of the response.
    case fetchAssets(url: String)
    /// Resolve the VAST document.
    case resolveVAST(tag: String)
    /// Make the ad of what has come.
    case makeAd
    /// Look for the size of the main image in its first bytes.
    case probe(url: String)
    /// Load icon and main media, then hand over.
    case loadMedia
    /// Hand the ad over.
    case handOver
    /// Tell the error.
    case fail(NativeAdLoaderError)
  }

  private enum Phase {
    case idle
    case response
    case assets
    case vast
    case probe
    case media
    case over
  }

  private let options: NativeAdOptions
  /// Whether the time for the request is also that for the media of an ad that is handed over with it.
  var limitsMedia = false
  private var phase = Phase.idle
  /// The response as far as it is known.
  private(set) var response: OpenRTBNative?
  /// What the VAST document led to, once that is known.
  private(set) var vast: VASTResolver.Outcome?

  init(options: NativeAdOptions) { self.options = options }

  /// Whether nothing more can come of it.
  var isOver: Bool { phase == .over }

  /// Begins; only the first call does.
  mutating func begin() -> [Action] {
    guard phase == .idle else { return [] }
    phase = .response
    return [.fetchResponse]
  }

  /// The response has come, or not.
  mutating func receive(_ result: Result<OpenRTBNative, NativeAdLoaderError>) -> [Action] {
    guard phase == .response else { return [] }
    switch result {
    case .success(let response):
      self.response = response
      if let url = response.assetsURL {
        phase = .assets
        return [.fetchAssets(url: url)]
      }
      return resolveVideo()
    case .failure(let error):
      phase = .over
      return [.fail(error)]
    }
  }

  /// The document at `assetsurl` has come; `nil` where it has not, and the assets of the response count.
  mutating func receiveAssets(_ replaced: OpenRTBNative?) -> [Action] {
    guard phase == .assets else { return [] }
    if let replaced { response = replaced }
    return resolveVideo()
  }

  /// The VAST document has been resolved, or not, which does not keep the ad.
  mutating func receive(_ outcome: VASTResolver.Outcome) -> [Action] {
    guard phase == .vast else { return [] }
    vast = outcome
    return make()
  }

  /// The size has been found, or the time for that is over.
  mutating func endProbe() -> [Action] {
    guard phase == .probe else { return [] }
    phase = .over
    return [.handOver]
  }

  /// Icon and main media are loaded, or have failed: only the main media's failure keeps the ad.
  mutating func settleMedia(_ failure: MediaAssetError?) -> [Action] {
    guard phase == .media else { return [] }
    phase = .over
    if let failure { return [.fail(.media(failure))] }
    return [.handOver]
  }

  /// The time for the request is over. A response that has come is worth an ad without what is still missing.
  mutating func timeOut() -> [Action] {
    switch phase {
    case .response:
      phase = .over
      return [.fail(.timedOut(options.requestTimeoutInterval))]
    case .assets, .vast:
      if wantsVideo { vast = .failure(VASTFailure(error: .wrapperTimedOut, errorURLs: [], chain: [])) }
      return make()
    case .probe:
      return endProbe()
    case .media where limitsMedia:
      phase = .over
      return [.fail(.timedOut(options.requestTimeoutInterval))]
    case .idle, .media, .over:
      return []
    }
  }

  /// Nobody waits any more.
  mutating func cancel() { phase = .over }

  private var wantsVideo: Bool { options.renderingSetting.hasMediaView && response?.vastTag != nil }

  private mutating func resolveVideo() -> [Action] {
    if wantsVideo, let tag = response?.vastTag {
      phase = .vast
      return [.resolveVAST(tag: tag)]
    }
    return make()
  }

  private mutating func make() -> [Action] {
    #if MUTANTS
      let isLazy = options.renderingSetting.useLazyMediaLoading && !Mutant.waitsForMedia.isOn
    #else
      let isLazy = options.renderingSetting.useLazyMediaLoading
    #endif
    if !isLazy {
      phase = .media
      return [.makeAd, .loadMedia]
    }
    if options.probeMissingSizes, options.renderingSetting.hasMediaView, response?.vastTag == nil,
      let image = response?.mainImage, image.size == nil
    {
      phase = .probe
      return [.makeAd, .probe(url: image.url)]
    }
    phase = .over
    return [.makeAd, .handOver]
  }
}
