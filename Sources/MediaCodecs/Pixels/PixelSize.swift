/// A width and a height in whole pixels.
public struct PixelSize: Hashable, Sendable {
  /// Pixels from left to right.
  public var width: Int
  /// Pixels from top to bottom.
  public var height: Int

  /// Creates a size; any value is allowed, see ``isValid``.
  public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// Whether both sides are at least one pixel.
  public var isValid: Bool { width > 0 && height > 0 }
}

extension PixelSize: CustomStringConvertible {
  /// For example `1200x627`.
  public var description: String { "\(width)x\(height)" }
}
