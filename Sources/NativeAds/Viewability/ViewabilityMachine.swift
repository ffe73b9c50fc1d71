import LazyMedia

/// Tells from samples whether an ad was seen (``ViewabilityRule``), and whether somebody looks at it.
///
/// Between two samples what held at both is taken to have held all the time, so the owner samples whenever something
/// changes, and at ``nextDeadline``. Time that runs backwards adds nothing.
struct ViewabilityMachine {
  /// How things stand at a moment.
  struct Sample {
    /// When, since some fixed moment.
    var time: Duration
    /// The share of the ad in view, 0 to 1: of several views that show it, the largest. What is no number counts as 0.
    var visibleFraction: Double
    /// Whether the main media has loaded. What was seen before that does not count; a media that failed has not loaded,
    /// so its ad is never viewable.
    var isMediaLoaded: Bool
    /// Whether the video plays.
    var isPlaying = false
  }

  /// What is to be told.
  enum Event: Equatable {
    /// The ad was seen. Once.
    case viewable
    /// Somebody looks at the ad: half of it was in view for a second.
    case interestBegan
    /// Nobody looks any more: none of it is in view.
    case interestEnded
  }

  private static let interest = ViewabilityRule.display

  /// The rule; what was seen by another one does not count by this one.
  var rule: ViewabilityRule {
    didSet { if rule != oldValue { seen = Stretch() } }
  }
  private var lastTime: Duration?
  private var seen = Stretch()
  private var looked = Stretch()
  /// Whether the ad was seen.
  private(set) var isViewable = false
  /// Whether somebody looks at the ad.
  private var isInterested = false

  init(rule: ViewabilityRule) { self.rule = rule }

  /// The moment at which to sample again even if nothing changes; `nil` if only a change can bring anything.
  var nextDeadline: Duration? {
    guard let lastTime else { return nil }
    let remaining = [
      isViewable ? nil : seen.remaining(of: rule.time),
      isInterested ? nil : looked.remaining(of: Self.interest.time),
    ]
    return remaining.compactMap(\.self).min().map { lastTime + $0 }
  }

  mutating func take(_ sample: Sample) -> [Event] {
    let elapsed = max(.zero, sample.time - (lastTime ?? sample.time))
    lastTime = sample.time
    let fraction = sample.visibleFraction
    #if MUTANTS
      let isMediaLoaded = sample.isMediaLoaded || Mutant.countsUnloaded.isOn
    #else
      let isMediaLoaded = sample.isMediaLoaded
    #endif
    seen.note(
      fraction >= rule.visibleFraction && isMediaLoaded && (sample.isPlaying || !rule.needsPlaying),
      after: elapsed)
    looked.note(fraction >= Self.interest.visibleFraction, after: elapsed)

    var events: [Event] = []
    if !isViewable, seen.remaining(of: rule.time) == .zero {
      isViewable = true
      events.append(.viewable)
    }
    if !isInterested, looked.remaining(of: Self.interest.time) == .zero {
      isInterested = true
      events.append(.interestBegan)
    } else if isInterested, !(fraction > 0) {
      isInterested = false
      events.append(.interestEnded)
    }
    return events
  }

  /// A person has clicked the ad: it counts as seen at once, if there was something to see.
  mutating func click(isMediaLoaded: Bool) -> [Event] {
    guard isMediaLoaded, !isViewable else { return [] }
    isViewable = true
    return [.viewable]
  }
}
