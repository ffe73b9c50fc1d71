public import MediaTransport

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
