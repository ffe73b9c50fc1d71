#if Canvas
  import NativeAds

  /// A rectangle in whole pixels, so that straight edges are sharp.
  struct DeviceRect: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double

    /// Far outside of any canvas, and well inside of what Cairo can count.
    private static let limit = 1_000_000.0

    /// `nil` for a rectangle without an area, or with a side or a place that no canvas has.
    init?(_ rect: LayoutRect, scale: Double) {
      x = (rect.x * scale).rounded()
      y = (rect.y * scale).rounded()
      width = Self.length(rect.width, scale)
      height = Self.length(rect.height, scale)
      // Comparisons with NaN are false.
      guard abs(x) <= Self.limit, abs(y) <= Self.limit else { return nil }
      guard width >= 1, height >= 1, width <= Self.limit, height <= Self.limit else { return nil }
    }

    /// A length in whole pixels: at least one where there is a length.
    static func length(_ points: Double, _ scale: Double) -> Double {
      points * scale > 0 ? max(1, (points * scale).rounded()) : 0
    }
  }
#endif
