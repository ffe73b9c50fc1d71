/// The way from a document, or its address, to the ad: which ad is taken, which wrapper is followed, and what is
/// collected on the way (VAST 4.3, sections 2.3.1, 2.4.3 and 3.19). It knows no network: its owner carries out what
/// it asks for.
///
/// Of several ads, those of a pod come first, by their sequence, then the others in document order; an `InLine`
/// without a linear creative is passed over. Behind a wrapper that does not allow several ads only the first one
/// outside a pod counts, or where there is none, the first of the pod.
struct VASTResolution: Sendable {
  /// What is to be done.
  enum Action: Hashable, Sendable {
    /// Fetch this, then call `feed` or `fail`.
    case fetch(url: String)
    /// The end.
    case resolved(ResolvedVAST)
    /// The end.
    case failed(VASTFailure)
  }

  /// Wrappers that are followed at most.
  static let largestWrapperLimit = 5

  private struct Level {
    let source: ResolvedVAST.Hop.Source
    let version: String
    /// Told where the document holds no ad that can be taken.
    var errors: [String]
    var remaining: ArraySlice<VAST.Ad>
    var hasSkippedAds = false
    /// The wrapper that is followed.
    var wrapper: VAST.Ad?

    var hop: ResolvedVAST.Hop { ResolvedVAST.Hop(source: source, version: version, ad: wrapper) }
  }

  private let wrapperLimit: Int
  private let allowsLocalFiles: Bool
  private var levels: [Level] = []
  private var wrapperCount = 0
  /// Where the document that is waited for comes from.
  private var awaited: ResolvedVAST.Hop.Source?
  private var abandoned: [VASTFailure] = []

  /// - Parameters:
  ///   - wrapperLimit: wrappers that are followed, those included that led nowhere; at most 5.
  ///   - allowsLocalFiles: whether `file:` addresses are followed besides `http` and `https`, where a local document
  ///     names them.
  init(wrapperLimit: Int = largestWrapperLimit, allowsLocalFiles: Bool = false) {
    self.wrapperLimit = max(0, min(wrapperLimit, Self.largestWrapperLimit))
    self.allowsLocalFiles = allowsLocalFiles
  }

  /// Begins, once, with a document or its address.
  mutating func begin(_ start: VASTResolver.Start) -> Action {
    switch start {
    case .document(let bytes):
      awaited = .response
      return take(bytes, from: .response)
    case .url(let url):
      if let reason = reasonNotToFetch(url, allowsLocalFiles: allowsLocalFiles) {
        return .failed(failure(.wrapperFailed(reason), at: ResolvedVAST.Hop(source: .url(url))))
      }
      awaited = .url(url)
      return .fetch(url: url)
    }
  }

  /// The document came. `nil` where none is waited for.
  mutating func feed(_ bytes: [UInt8]) -> Action? { awaited.map { take(bytes, from: $0) } }

  /// The document could not be had. `nil` where none is waited for.
  mutating func fail(_ error: VASTError) -> Action? {
    guard let source = awaited.take() else { return nil }
    return advance(after: failure(error, at: ResolvedVAST.Hop(source: source)))
  }

  private mutating func take(_ bytes: [UInt8], from source: ResolvedVAST.Hop.Source) -> Action {
    awaited = nil
    do throws(VASTError) {
      let vast = try VAST(bytes)
      let ads = candidates(of: vast, behind: levels.last?.wrapper?.wrapper)
      levels.append(Level(source: source, version: vast.version, errors: vast.errors, remaining: ads[...]))
      return advance(after: nil)
    } catch {
      // Servers answer with no bytes where they have no ad.
      let reason = error == .empty ? .noAd(afterWrappers: !levels.isEmpty) : error
      return advance(after: failure(reason, at: ResolvedVAST.Hop(source: source)))
    }
  }

  /// The ads of a document that may be taken, in the order in which they are tried.
  private func candidates(of vast: VAST, behind wrapper: VAST.Wrapper?) -> [VAST.Ad] {
    let pod = vast.ads.enumerated().filter { $0.element.sequence != nil }.sorted {
      ($0.element.sequence ?? 0, $0.offset) < ($1.element.sequence ?? 0, $1.offset)
    }.map(\.element)
    let others = vast.ads.filter { $0.sequence == nil }
    guard let wrapper else { return pod + others }
    var ads = wrapper.allowsMultipleAds ? pod + others : Array((others + pod).prefix(1))
    // "Any wrappers received should be ignored" (VAST 4.3, section 3.19).
    if !wrapper.followsAdditionalWrappers { ads.removeAll { $0.wrapper != nil } }
    return ads
  }

  /// Tries one ad after the other, `failed` being what became of the wrapper of the last level.
  private mutating func advance(after failed: VASTFailure?) -> Action {
    var failed = failed
    while let top = levels.indices.last {
      if let failure = failed {
        let fallsBack = levels[top].wrapper?.wrapper?.fallsBackOnNoAd == true
        guard fallsBack, !levels[top].remaining.isEmpty else {
          levels.removeLast()
          continue
        }
        abandoned.append(failure)
        failed = nil
      }
      levels[top].wrapper = nil
      guard let ad = levels[top].remaining.popFirst() else {
        failed = exhausted(levels[top])
        levels.removeLast()
        continue
      }
      guard let wrapper = ad.wrapper else {
        if let resolved = resolved(ad) { return .resolved(resolved) }
        levels[top].hasSkippedAds = true
        levels[top].errors += ad.errors
        continue
      }
      levels[top].wrapper = ad
      if let error = reasonNotToFollow(wrapper) {
        failed = failure(error)
      } else {
        awaited = .url(wrapper.adTagURL)
        return .fetch(url: wrapper.adTagURL)
      }
    }
    var failure = failed ?? failure(.noAd(afterWrappers: false))
    failure.abandoned = abandoned
    return .failed(failure)
  }

  private func resolved(_ ad: VAST.Ad) -> ResolvedVAST? {
    guard let last = levels.last, let first = ad.linears.first else { return nil }
    let chain = levels.dropLast().map(\.hop) + [.init(source: last.source, version: last.version, ad: ad)]
    return ResolvedVAST(
      ad: ad, linear: ad.linears.first { !$0.mediaFiles.isEmpty } ?? first,
      wrappers: levels.compactMap(\.wrapper), chain: chain, abandoned: abandoned)
  }

  private mutating func reasonNotToFollow(_ wrapper: VAST.Wrapper) -> VASTError? {
    guard wrapperCount < wrapperLimit else {
      // No further wrapper is tried at any level, so that this comes once.
      for index in levels.indices { levels[index].remaining.removeAll { $0.wrapper != nil } }
      return .tooManyWrappers(limit: wrapperLimit)
    }
    wrapperCount += 1
    let url = wrapper.adTagURL
    if let reason = reasonNotToFetch(url, allowsLocalFiles: allowsLocalFiles && isLastLocal) {
      return .wrapperFailed(reason)
    }
    let isKnown = levels.contains { level in
      if case .url(let earlier) = level.source {
        VASTAddress.key(earlier) == VASTAddress.key(url)
      } else {
        false
      }
    }
    return isKnown ? .wrapperLoop(url: url) : nil
  }

  /// Whether the last document came from this machine: one from elsewhere has no say about its files.
  private var isLastLocal: Bool {
    switch levels.last?.source {
    case .url(let url): VASTAddress.isFile(url)
    case .response, nil: true
    }
  }

  private func reasonNotToFetch(_ url: String, allowsLocalFiles: Bool) -> String? {
    if url.isEmpty { return "it names no document" }
    if VASTAddress.isWeb(url) || (allowsLocalFiles && VASTAddress.isFile(url)) { return nil }
    return "\(url.prefix(64)) is neither http nor https"
  }

  // MARK: Failures

  /// A failure of the wrapper of the last level, and of the document behind it, if one was asked for.
  private func failure(_ error: VASTError, at next: ResolvedVAST.Hop? = nil) -> VASTFailure {
    var chain = levels.map(\.hop)
    if let next { chain.append(next) }
    if let last = chain.indices.last { chain[last].error = error }
    return VASTFailure(error: error, errorURLs: levels.flatMap { $0.wrapper?.errors ?? [] }, chain: chain)
  }

  /// None of the ads of the last level can be taken.
  private func exhausted(_ level: Level) -> VASTFailure {
    var failure = failure(level.hasSkippedAds ? .noLinear : .noAd(afterWrappers: levels.count > 1))
    failure.errorURLs += level.errors
    return failure
  }
}
