/// A standard by which a buyer counts views, whatever rule the ad itself goes by. Raw values are the event types of
/// OpenRTB Native 1.2 (section 7.6).
enum ViewabilityStandard: Int, CaseIterable {
  /// Half of the ad for a second.
  case mrc50 = 2
  /// All of it for a second.
  case mrc100 = 3
  /// Half of the video for two seconds of playing.
  case video50 = 4

  var rule: ViewabilityRule {
    switch self {
    case .mrc50: .display
    case .mrc100: Self.whole
    case .video50: .video
    }
  }

  /// What rounding may take from a rectangle that is seen as a whole does not count.
  private static let whole = ViewabilityRule(
    visibleFraction: 1 - 1e-6, time: .seconds(1), needsPlaying: false)
}

/// Tells from the samples that a ``ViewabilityMachine`` takes by which standards an ad was seen.
struct ViewabilityStandards {
  /// Those that are not met yet, in order.
  private var open: [(standard: ViewabilityStandard, seen: Stretch)]
  private var lastTime: Duration?

  /// - Parameter standards: those that somebody wants to know of.
  init(_ standards: Set<ViewabilityStandard>) {
    open = ViewabilityStandard.allCases.filter(standards.contains).map { ($0, Stretch()) }
  }

  /// The moment at which to sample again even if nothing changes; `nil` if only a change can bring anything.
  var nextDeadline: Duration? {
    guard let lastTime else { return nil }
    return open.compactMap { $0.seen.remaining(of: $0.standard.rule.time) }.min().map { lastTime + $0 }
  }

  /// The standards that are met now, each once.
  mutating func take(_ sample: ViewabilityMachine.Sample) -> [ViewabilityStandard] {
    let elapsed = max(.zero, sample.time - (lastTime ?? sample.time))
    lastTime = sample.time
    for index in open.indices {
      let rule = open[index].standard.rule
      open[index].seen.note(
        sample.visibleFraction >= rule.visibleFraction && sample.isMediaLoaded
          && (sample.isPlaying || !rule.needsPlaying), after: elapsed)
    }
    let met = open.filter { $0.seen.remaining(of: $0.standard.rule.time) == .zero }.map(\.standard)
    open.removeAll { met.contains($0.standard) }
    return met
  }
}
