/// How urgent a transfer is; a higher one is started first.
public enum TransportPriority: Int, Comparable, Hashable, Sendable, CaseIterable {
  case veryLow, low, normal, high, veryHigh

  /// Whether `left` is less urgent.
  public static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}
