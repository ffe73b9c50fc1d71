import LazyMedia

/// Which URLs are told of what happens to an ad, each once for each kind of event. Only `http` and `https` URLs are, and
/// trackers that are images: JavaScript is never run.
struct TrackerPlan {
  /// Something that trackers may be told of.
  enum Moment {
    /// The ad is in the program's hands.
    case handedOver
    case impression
    case seen(by: ViewabilityStandard)
    case click(OpenRTBNative.Link)
    case video(VideoEvent)
    /// So much of the video has been played, of so long a one where that is known.
    case played(Duration, of: Duration?)
    /// So much of the video has been played while no bound view showed it.
    case playedUnseen(Duration)
    /// The video's file is of no use.
    case failed(VASTError)
  }

  /// A kind of event, and what is told of it.
  private struct Key: Hashable {
    let ping: TrackerPing
    /// Each point of a video that is reached is a kind of its own.
    let offset: PlayOffset?
  }

  /// A point of the video that trackers wait for.
  private struct ProgressTracker {
    let offset: PlayOffset
    let url: String
  }

  /// Longer URLs are not asked for: hardly a server takes them.
  static let largestURL = 8 << 10
  /// Pings of one ad; more are no trackers but a flood.
  static let mostPings = 1_000

  private let response: OpenRTBNative
  private let vast: ResolvedVAST?
  private let failures: [(urls: [String], code: Int)]
  private let progressTrackers: [ProgressTracker]
  private var taken: Set<Key> = []
  /// How far the video had come when it was last played unseen. What lies before and was not told never is.
  private var unseen: Duration?

  /// - Parameters:
  ///   - vast: what the VAST document of the response led to.
  ///   - videoError: why none of its files can be played; `nil` where one can.
  init(_ response: OpenRTBNative, vast outcome: VASTResolver.Outcome?, videoError: VASTError? = nil) {
    self.response = response
    switch outcome {
    case .success(let vast):
      self.vast = vast
      failures =
        vast.abandoned.map { ($0.errorURLs, $0.error.code) }
        + (videoError.map { [(vast.errors, $0.code)] } ?? [])
    case .failure(let failure):
      vast = nil
      failures = (failure.abandoned + [failure]).map { ($0.errorURLs, $0.error.code) }
    case nil:
      vast = nil
      failures = []
    }
    progressTrackers = (vast?.linear.trackings ?? []).compactMap { tracking in
      guard tracking.event == TrackerEvent.progress.rawValue else { return nil }
      return tracking.offset.flatMap(PlayOffset.init).map { ProgressTracker(offset: $0, url: tracking.url) }
    }
  }

  /// The standards that somebody wants to know of.
  var standards: Set<ViewabilityStandard> {
    var standards = Set(
      response.eventTrackers.lazy.filter { $0.method == 1 }.compactMap {
        ViewabilityStandard(rawValue: $0.event)
      })
    if vast?.viewable.contains(where: { $0.event == TrackerEvent.viewable.rawValue }) == true {
      standards.insert(.video50)
    }
    return standards
  }

  /// What is to be told now, in order.
  mutating func take(_ moment: Moment) -> [TrackerPing] {
    switch moment {
    case .handedOver: failures.flatMap { take(.error, $0.urls, errorCode: $0.code) }
    case .impression: take(.impression, response.impressionURLs)
    case .seen(let standard): takeSeen(by: standard)
    case .click(let link): take(.click, link.clickTrackers)
    case .video(let event): takeStart() + takeTrackings(TrackerEvent(event))
    case .played(let time, let duration): takeProgress(time, of: duration ?? vast?.linear.duration)
    case .playedUnseen(let time): pass(time)
    case .failed(let error): take(.error, vast?.errors ?? [], errorCode: error.code)
    }
  }

  private mutating func takeSeen(by standard: ViewabilityStandard) -> [TrackerPing] {
    let wanted = response.eventTrackers.filter { $0.event == standard.rawValue && $0.method == 1 }
    let pings = take(TrackerEvent(standard), wanted.compactMap(\.url))
    guard standard == .video50, let vast else { return pings }
    let name = TrackerEvent.viewable.rawValue
    return pings + take(.viewable, vast.viewable.filter { $0.event == name }.map(\.url))
  }

  private mutating func takeProgress(_ time: Duration, of duration: Duration?) -> [TrackerPing] {
    let reached = progressTrackers.filter { tracker in
      let isMissed = unseen.map { tracker.offset.isReached(at: $0, of: duration) } ?? false
      return !isMissed && tracker.offset.isReached(at: time, of: duration)
    }
    return reached.flatMap { take(.progress, [$0.url], offset: $0.offset) }
  }

  private mutating func pass(_ time: Duration) -> [TrackerPing] {
    unseen = time
    return []
  }

  /// Whatever is told first of a video tells that it is shown.
  private mutating func takeStart() -> [TrackerPing] {
    take(.impression, vast?.impressions ?? []) + takeTrackings(.creativeView)
  }

  private mutating func takeTrackings(_ event: TrackerEvent) -> [TrackerPing] {
    take(event, (vast?.linear.trackings ?? []).filter { $0.event == event.rawValue }.map(\.url))
  }

  private mutating func take(
    _ event: TrackerEvent, _ urls: [String], errorCode: Int? = nil, offset: PlayOffset? = nil
  ) -> [TrackerPing] {
    urls.compactMap { url in
      guard VASTAddress.isWeb(url), url.utf8.count <= Self.largestURL, taken.count < Self.mostPings else {
        return nil
      }
      let ping = TrackerPing(event, url: url, errorCode: errorCode)
      #if MUTANTS
        if Mutant.tracksTwice.isOn { taken.remove(Key(ping: ping, offset: offset)) }
      #endif
      return taken.insert(Key(ping: ping, offset: offset)).inserted ? ping : nil
    }
  }
}
