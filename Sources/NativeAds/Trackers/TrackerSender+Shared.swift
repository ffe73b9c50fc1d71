import LazyMedia

extension TrackerSender {
  private struct Shared {
    weak var sender: TrackerSender?
  }

  private static var shared: [ObjectIdentifier: Shared] = [:]

  /// The sender without a queue that ads of one pipeline share, so that its limits are for all of them. It is there as
  /// long as an ad, or a hit on its way, has it.
  static func shared(for pipeline: MediaPipeline) -> TrackerSender {
    let key = ObjectIdentifier(pipeline)
    // A sender keeps its pipeline, so no other one can have this identity.
    if let sender = shared[key]?.sender { return sender }
    shared = shared.filter { $0.value.sender != nil }
    let sender = TrackerSender(pipeline: pipeline)
    shared[key] = Shared(sender: sender)
    return sender
  }
}
