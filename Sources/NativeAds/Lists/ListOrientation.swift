/// The way in which a list scrolls.
public enum ListOrientation: String, Hashable, Sendable, CaseIterable {
  /// From side to side, in the direction of the layout.
  case horizontal
  /// Downwards.
  case vertical
}
