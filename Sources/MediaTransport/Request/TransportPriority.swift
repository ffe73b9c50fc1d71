/// How urgent a transfer is; a higher one is started first.
///
/// - `high`, `veryHigh`: somebody sees what it is for. The newest go first, because what was asked for last is what is on
///   the screen now; those asked for within 10 ms keep their order.
/// - `normal`: in order of arrival.
/// - `low`, `veryLow`: nobody sees it yet, such as what is fetched ahead. In order of arrival, and never in the last third
///   of the places, so that something seen finds one.
public enum TransportPriority: Int, Comparable, Hashable, Sendable, CaseIterable {
  case veryLow, low, normal, high, veryHigh

  /// Whether somebody sees what it is for: the newest go first.
  package var isSeen: Bool { self >= .high }

  /// Whether `left` is less urgent.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
