/// A place in points; y grows downwards.
public struct LayoutPoint: Hashable, Sendable {
  /// From the left.
  public var x: Double
  /// From the top.
  public var y: Double

  /// Creates a point.
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }
}

extension LayoutRect {
  /// Whether a point lies in it; the right and lower edges do not belong to it.
  public func contains(_ point: LayoutPoint) -> Bool {
    point.x >= x && point.x < maxX && point.y >= y && point.y < maxY
  }
}
