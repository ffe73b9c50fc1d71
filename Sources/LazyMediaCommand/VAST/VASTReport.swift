import LazyMedia
import NativeAds

/// What `vast` prints: the chain of documents, the candidates, and the choice. A value.
struct VASTReport: Equatable, Sendable {
  /// A document of the chain.
  struct Hop: Equatable, Sendable {
    var hop: ResolvedVAST.Hop
    /// Where it came from, as given.
    var source: String
    /// What the transfer took; `nil` where there was none.
    var duration: Duration?
  }

  /// Pings that the ad asks for, of all the chain.
  struct TrackerCounts: Equatable, Sendable {
    var impressions = 0
    var events = 0
    var clicks = 0
    var viewable = 0
    var errors = 0
  }

  private(set) var chain: [Hop] = []
  /// What became of the wrappers in whose place another ad stood in.
  private(set) var abandoned: [VASTFailure] = []
  private(set) var choice: VAST.MediaFileChoice?
  private(set) var duration: Duration?
  private(set) var trackers: TrackerCounts?
  private(set) var failure: Failure?

  private let source: String
  /// In pixels.
  let targetWidth: Int

  /// - Parameter source: as given.
  init(source: String, targetWidth: Int?) {
    self.source = source
    self.targetWidth = targetWidth ?? VAST.MediaFileChoice.defaultTargetWidth
  }

  /// The chain has led to an ad, from whose files one is chosen.
  mutating func take(_ resolved: ResolvedVAST) {
    take(resolved.chain, abandoned: resolved.abandoned)
    let linear = resolved.linear
    duration = linear.duration
    trackers = TrackerCounts(
      impressions: resolved.impressions.count, events: linear.trackings.count,
      clicks: linear.clickTrackings.count, viewable: resolved.viewable.count, errors: resolved.errors.count)
    let choice = VAST.MediaFileChoice.choose(
      from: linear.mediaFiles, duration: linear.duration, targetWidth: targetWidth)
    self.choice = choice
    if choice.file == nil { failure = Failure(.noSupportedMediaFile) }
  }

  /// The chain has led to no ad.
  mutating func take(_ failure: VASTFailure) {
    take(failure.chain, abandoned: failure.abandoned)
    self.failure = Failure(failure.error)
  }

  /// The source itself could not be read.
  mutating func take(_ error: TransportError) {
    failure = Failure(phase: error.phase.rawValue, code: error.code.rawValue, message: error.message)
  }

  private mutating func take(_ hops: [ResolvedVAST.Hop], abandoned: [VASTFailure]) {
    self.abandoned = abandoned
    chain = hops.map { hop in
      if case .url(let url) = hop.source { Hop(hop: hop, source: url) } else { Hop(hop: hop, source: source) }
    }
  }

  /// Adds what the transfers took.
  /// - Parameter duration: that of a document's transfer; of the source's where there is no URL.
  mutating func time(_ duration: (_ url: String?) -> Duration?) {
    for index in chain.indices {
      if case .url(let url) = chain[index].hop.source {
        chain[index].duration = duration(url)
      } else {
        chain[index].duration = duration(nil)
      }
    }
  }
}

extension VASTReport {
  /// Why the chosen file is the best: what the ranks of ``VAST/MediaFileChoice`` say of it.
  var reason: String? {
    guard let choice, let file = choice.file else { return nil }
    let playable = choice.candidates.filter { if case .dropped = $0.verdict { false } else { true } }
    if playable.count == 1 { return "the only file that can be played" }
    let rivals = playable.map(\.file).filter { $0.delivery == file.delivery && $0.type == file.type }
    let kind = [file.delivery?.rawValue, file.type].compactMap(\.self).joined(separator: " ")
    guard rivals.count > 1 else { return "the only \(kind), which is preferred" }
    if file.width >= targetWidth { return "the smallest \(kind) that covers \(targetWidth) pixels" }
    return file.width > 0
      ? "the widest \(kind), as none covers \(targetWidth) pixels"
      : "the best \(kind), as none tells its size"
  }
}

extension Failure {
  /// The number of the IAB is the code.
  init(_ error: VASTError) {
    self.init(phase: "vast", code: String(error.code), message: error.message)
  }
}
