/// The EXIF orientation of a stored image (Exif 2.32, tag 0x0112): where its row 0 and column 0 are shown.
public enum ImageOrientation: Int, Hashable, Sendable, CaseIterable {
  case up = 1, upMirrored, down, downMirrored, leftMirrored, right, rightMirrored, left

  /// Whether width and height change places when the image is displayed.
  public var swapsAxes: Bool { rawValue >= 5 }
}

/// What the head of a file tells about its picture.
public struct ImageInfo: Hashable, Sendable {
  /// The format.
  public var format: ImageFormat
  /// The size as stored, in pixels, orientation not applied.
  public var storedSize: PixelSize
  /// The orientation; `.up` where the file names none or an invalid one.
  public var orientation: ImageOrientation
  /// Whether the file is a progressive JPEG or an interlaced PNG.
  public var isProgressive: Bool
  /// Whether pixels can be other than opaque.
  public var hasAlpha: Bool

  /// Creates an info.
  public init(
    format: ImageFormat, storedSize: PixelSize, orientation: ImageOrientation = .up,
    isProgressive: Bool = false, hasAlpha: Bool = false
  ) {
    self.format = format
    self.storedSize = storedSize
    self.orientation = orientation
    self.isProgressive = isProgressive
    self.hasAlpha = hasAlpha
  }

  /// The size as displayed, in pixels, orientation applied.
  public var displaySize: PixelSize {
    orientation.swapsAxes ? PixelSize(width: storedSize.height, height: storedSize.width) : storedSize
  }
}
