/// What became of a ``TrackerHit``.
public enum TrackerOutcome: Hashable, Sendable {
  /// The server has answered with success (status 2xx).
  case delivered
  /// It could not be delivered for now, and stays in the queue for ``TrackerSender/resume()``.
  case postponed(TrackerError)
  /// It is given up.
  case failed(TrackerError)
}
