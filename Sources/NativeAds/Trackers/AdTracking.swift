import LazyMedia

/// Tells the trackers of an ad what happens to it, before anybody else hears.
@MainActor final class AdTracking {
  private var plan: TrackerPlan
  private var standards: ViewabilityStandards
  private let pipeline: MediaPipeline
  private lazy var sender = TrackerSender.shared(for: pipeline)

  init(_ plan: TrackerPlan, sender: TrackerSender?, pipeline: MediaPipeline) {
    self.plan = plan
    self.pipeline = pipeline
    standards = ViewabilityStandards(plan.standards)
    if let sender { self.sender = sender }
  }

  /// - Parameter playhead: how much of the video has been played; `nil` without one.
  func note(_ moment: TrackerPlan.Moment, playhead: Duration? = nil) {
    let pings = plan.take(moment)
    if !pings.isEmpty { sender.send(pings, playhead: playhead) }
  }

  func hear(_ event: NativeAdEvent, playhead: Duration?) {
    switch event {
    case .didBecomeViewable: note(.impression, playhead: playhead)
    case .didClick(let link): note(.click(link), playhead: playhead)
    case .video(let event): note(.video(event), playhead: playhead)
    default: break
    }
  }

  /// The standards that the ad meets with this sample.
  func take(_ sample: ViewabilityMachine.Sample) -> [ViewabilityStandard] { standards.take(sample) }

  /// See ``ViewabilityStandards/nextDeadline``.
  var nextDeadline: Duration? { standards.nextDeadline }
}
