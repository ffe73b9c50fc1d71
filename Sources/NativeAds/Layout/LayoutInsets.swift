/// What is left free at the edges, in points.
public struct LayoutInsets: Hashable, Sendable {
  /// At the top.
  public var top: Double
  /// At the side where lines begin.
  public var leading: Double
  /// At the bottom.
  public var bottom: Double
  /// At the side where lines end.
  public var trailing: Double

  /// Creates insets; 0 where nothing is said.
  public init(top: Double = 0, leading: Double = 0, bottom: Double = 0, trailing: Double = 0) {
    self.top = top
    self.leading = leading
    self.bottom = bottom
    self.trailing = trailing
  }
}
