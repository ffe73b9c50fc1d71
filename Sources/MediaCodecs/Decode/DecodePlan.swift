/// The arithmetic of sizes: which part of a stored picture is shown at which size, and how it gets there.
///
/// Everything but `displaySize` is in stored orientation; the target's box is turned before anything is chosen.
internal struct DecodePlan: Hashable, Sendable {
  /// A part of a picture in pixels and parts of pixels.
  struct Region: Hashable, Sendable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
  }

  /// The part of the full size, in eighths, at which a JPEG is decoded: 1, 2, 4 or 8.
  var eighths: Int
  /// The size at which rows come out of the codec.
  var sourceSize: PixelSize
  /// The part of the source that is shown.
  var region: Region
  /// The size of the result, in stored orientation.
  var outputSize: PixelSize
  /// The orientation to apply.
  var orientation: ImageOrientation

  /// The size of the result, as displayed.
  var displaySize: PixelSize { outputSize.swapped(if: orientation.swapsAxes) }

  /// Whether source pixels become output pixels as they are.
  var isExact: Bool {
    region.width == Double(outputSize.width) && region.height == Double(outputSize.height)
      && region.x == region.x.rounded() && region.y == region.y.rounded()
  }

  /// Whether the whole source is shown.
  var isWhole: Bool { isExact && outputSize == sourceSize }

  /// Throws ``CodecError/invalidTarget(_:)`` for a box with a side that is not positive or over the limits.
  static func check(_ target: DecodeTarget?, limits: DecodeLimits) throws(CodecError) {
    guard let size = target?.size else { return }
    guard size.isValid, size.width <= limits.maximumSide, size.height <= limits.maximumSide else {
      throw .invalidTarget(size)
    }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard !overflow, pixels <= limits.maximumPixels else { throw .invalidTarget(size) }
  }

  /// Makes a plan. `canScale` tells whether the codec can decode at one, two and four eighths.
  init(
    storedSize: PixelSize, orientation: ImageOrientation, target: DecodeTarget?, canScale: Bool
  ) {
    self.orientation = orientation
    guard let target else {
      eighths = 8
      sourceSize = storedSize
      outputSize = storedSize
      region = Region(x: 0, y: 0, width: Double(storedSize.width), height: Double(storedSize.height))
      return
    }
    let box = target.size.swapped(if: orientation.swapsAxes)
    let layout = Self.layout(of: storedSize, in: box, target: target)
    eighths = 8
    if canScale {
      for candidate in [1, 2, 4] {
        let size = storedSize.scaled(eighths: candidate)
        if size.width >= layout.scaledSize.width, size.height >= layout.scaledSize.height {
          eighths = candidate
          break
        }
      }
    }
    sourceSize = storedSize.scaled(eighths: eighths)
    outputSize = layout.outputSize
    if sourceSize == layout.scaledSize {
      // The codec's size is the wanted one: only whole pixels are cut off, nothing is resampled.
      region = Region(
        x: Double((sourceSize.width - outputSize.width) / 2),
        y: Double((sourceSize.height - outputSize.height) / 2),
        width: Double(outputSize.width), height: Double(outputSize.height))
    } else {
      // The codec rounds its sides up; the picture itself ends a part of a pixel earlier.
      let width = Double(storedSize.width * eighths) / 8
      let height = Double(storedSize.height * eighths) / 8
      let shownWidth = width * layout.shownWidth
      let shownHeight = height * layout.shownHeight
      region = Region(
        x: (width - shownWidth) / 2, y: (height - shownHeight) / 2, width: shownWidth, height: shownHeight)
    }
  }

  private struct Layout {
    /// The whole picture's size on the result's scale.
    var scaledSize: PixelSize
    /// The size of what is shown.
    var outputSize: PixelSize
    /// The part of the picture that is shown, 0 to 1.
    var shownWidth: Double
    var shownHeight: Double
  }

  private static func layout(of size: PixelSize, in box: PixelSize, target: DecodeTarget) -> Layout {
    let horizontal = Double(box.width) / Double(size.width)
    let vertical = Double(box.height) / Double(size.height)
    let limit = target.allowsUpscaling ? Double.infinity : 1
    switch target.fit {
    case .fill:
      let output = PixelSize(
        width: horizontal > limit ? size.width : box.width,
        height: vertical > limit ? size.height : box.height)
      return Layout(scaledSize: output, outputSize: output, shownWidth: 1, shownHeight: 1)
    case .contain:
      let scale = min(horizontal, vertical, limit)
      // Sides are rounded to nearest, halves up: 1200x627 in 600x314 is 600x314.
      let output = PixelSize(
        width: min(box.width, max(1, rounded(Double(size.width) * scale))),
        height: min(box.height, max(1, rounded(Double(size.height) * scale))))
      return Layout(scaledSize: output, outputSize: output, shownWidth: 1, shownHeight: 1)
    case .cover, .center:
      let scale = target.fit == .center ? 1 : min(max(horizontal, vertical), limit)
      let width = Double(size.width) * scale
      let height = Double(size.height) * scale
      // A side that fits the box but for rounding is not cut.
      let scaled = PixelSize(width: max(1, rounded(width)), height: max(1, rounded(height)))
      let output = PixelSize(width: min(box.width, scaled.width), height: min(box.height, scaled.height))
      return Layout(
        scaledSize: scaled, outputSize: output, shownWidth: min(1, Double(output.width) / width),
        shownHeight: min(1, Double(output.height) / height))
    }
  }

  private static func rounded(_ value: Double) -> Int {
    // A product that is a whole or half number but for the last bits counts as that number.
    Int((value + 1e-6).rounded(.toNearestOrAwayFromZero))
  }
}

extension PixelSize {
  internal func swapped(if swaps: Bool) -> PixelSize {
    swaps ? PixelSize(width: height, height: width) : self
  }

  /// The size at which libjpeg decodes: sides rounded up.
  internal func scaled(eighths: Int) -> PixelSize {
    PixelSize(width: (width * eighths + 7) / 8, height: (height * eighths + 7) / 8)
  }
}
