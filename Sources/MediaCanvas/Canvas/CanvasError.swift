#if Canvas
  /// Why nothing was drawn.
  public enum CanvasError: Error, Hashable, Sendable {
    /// The scale factor is not a number from 1 to 3.
    case invalidScale(Double)
    /// The size, in points, has a side that is not a positive number, or that is less than a pixel.
    case invalidSize(LayoutSize)
    /// The picture would have a side of over ``MediaCanvas/maximumSide`` pixels, or over
    /// ``MediaCanvas/maximumPixelCount`` pixels in all.
    case tooLarge(LayoutSize, scale: Double)
    /// The system refused memory.
    case outOfMemory
    /// The fonts cannot be used, with the reason.
    case fontsUnavailable(String)
    /// Cairo failed, in its words.
    case drawingFailed(String)
  }

  extension CanvasError {
    /// A word for programs: stable between versions, one for each case.
    public var code: String {
      switch self {
      case .invalidScale: "invalidScale"
      case .invalidSize: "invalidSize"
      case .tooLarge: "tooLarge"
      case .outOfMemory: "outOfMemory"
      case .fontsUnavailable: "fontsUnavailable"
      case .drawingFailed: "drawingFailed"
      }
    }
  }

  extension CanvasError: CustomStringConvertible {
    /// A sentence for people.
    public var description: String {
      switch self {
      case .invalidScale(let scale): "invalid scale factor: \(scale), not 1 to 3"
      case .invalidSize(let size): "invalid size: \(size.width)x\(size.height) points"
      case .tooLarge(let size, let scale):
        """
        too large: \(size.width)x\(size.height) points at a scale factor of \(scale); at most \
        \(MediaCanvas.maximumSide) pixels a side, \(MediaCanvas.maximumPixelCount) in all
        """
      case .outOfMemory: "out of memory"
      case .fontsUnavailable(let reason): "no fonts: \(reason)"
      case .drawingFailed(let reason): "drawing failed: \(reason)"
      }
    }
  }
#endif
