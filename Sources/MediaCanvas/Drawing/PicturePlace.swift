#if Canvas
  import NativeAds

  /// Where a picture stands, in pixels of the canvas.
  struct PicturePlace: Hashable {
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    /// Whether each pixel of the picture is one of the canvas.
    var isExact: Bool

    init(of picture: PixelSize, in rect: DeviceRect, fit: ContentFit) {
      let (pictureWidth, pictureHeight) = (Double(picture.width), Double(picture.height))
      let (horizontal, vertical) = (rect.width / pictureWidth, rect.height / pictureHeight)
      var (width, height) = (rect.width, rect.height)
      switch fit {
      case .contain:
        let factor = min(horizontal, vertical)
        (width, height) = (pictureWidth * factor, pictureHeight * factor)
      case .cover:
        let factor = max(horizontal, vertical)
        (width, height) = (pictureWidth * factor, pictureHeight * factor)
      case .center: (width, height) = (pictureWidth, pictureHeight)
      case .fill: break
      }
      // A picture that was decoded for the area misses by what was rounded: it is not made soft for that.
      let isNear = abs(width - pictureWidth) < 1 && abs(height - pictureHeight) < 1
      let leavesGap = fit != .contain && (pictureWidth < rect.width || pictureHeight < rect.height)
      isExact = fit == .center || isNear && !leavesGap
      if isExact { (width, height) = (pictureWidth, pictureHeight) }
      let (left, top) = ((rect.width - width) / 2, (rect.height - height) / 2)
      x = rect.x + (isExact ? left.rounded(.down) : left)
      y = rect.y + (isExact ? top.rounded(.down) : top)
      self.width = width
      self.height = height
    }
  }
#endif
