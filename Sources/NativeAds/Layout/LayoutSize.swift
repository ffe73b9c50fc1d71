/// A size in points.
public struct LayoutSize: Hashable, Sendable {
  /// The width, in points.
  public var width: Double
  /// The height, in points.
  public var height: Double

  /// Creates a size.
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// No size.
  public static let zero = LayoutSize(width: 0, height: 0)

  /// The size with sides that can be laid out: what is no number, or below 0, is 0, and none is above a million.
  package var sanitized: LayoutSize {
    LayoutSize(width: CardBuilder.side(width), height: CardBuilder.side(height))
  }
}
