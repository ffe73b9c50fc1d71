public import MediaTransport

/// What became of a ``TrackerHit``.
public enum TrackerOutcome: Hashable, Sendable {
  /// The server has answered with success (status 2xx).
  case delivered
  /// It could not be delivered for now, and stays in the queue for ``TrackerSender/resume()``.
  case postponed(TrackerError)
  /// It is given up.
  case failed(TrackerError)
}

/// Why a ``TrackerHit`` was not delivered.
public enum TrackerError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It was sent, the last time with this error.
  case transport(TransportError)
  /// It was the oldest of more hits than may wait.
  case tooManyWaiting
  /// It had waited for more than a week.
  case expired

  /// Text that a person can act on.
  public var description: String {
    switch self {
    case .transport(let error): error.message
    case .tooManyWaiting: "more trackers wait than are kept; this was the oldest"
    case .expired: "it was not delivered within a week"
    }
  }
}
