/// A rectangle in points; y grows downwards.
public struct LayoutRect: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The upper edge.
  public var y: Double
  /// The size.
  public var size: LayoutSize

  /// Creates a rectangle.
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    size = LayoutSize(width: width, height: height)
  }

  /// The width.
  public var width: Double { size.width }
  /// The height.
  public var height: Double { size.height }
  /// The right edge.
  public var maxX: Double { x + width }
  /// The lower edge.
  public var maxY: Double { y + height }

  /// The same rectangle, seen in a mirror that stands in the middle of something so wide.
  public func mirrored(in width: Double) -> LayoutRect {
    LayoutRect(x: width - maxX, y: y, width: self.width, height: height)
  }

  /// Moved by so much.
  public func offset(x: Double, y: Double) -> LayoutRect {
    LayoutRect(x: self.x + x, y: self.y + y, width: width, height: height)
  }

  /// How much of its area lies in another, 0 to 1; 0 for a rectangle without an area.
  public func fraction(in other: LayoutRect) -> Double {
    guard width > 0, height > 0 else { return 0 }
    let shownWidth = max(0, min(maxX, other.maxX) - max(x, other.x))
    let shownHeight = max(0, min(maxY, other.maxY) - max(y, other.y))
    return shownWidth * shownHeight / (width * height)
  }
}
