/// The corner in which the AdChoices mark stands, over the ad. The program leaves that corner empty.
public enum AdChoicesViewPosition: String, Hashable, Sendable, CaseIterable {
  /// Top left.
  case topLeft
  /// Top right, where it stands by default.
  case topRight
  /// Bottom left.
  case bottomLeft
  /// Bottom right.
  case bottomRight
}
