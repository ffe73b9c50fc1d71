#if GTK
  import MediaCodecs
  import NativeAds

  extension ContentFit {
    /// Where a picture stands in an area, in points; what stands over is cut off.
    /// - Parameter scale: pixels a point, for pictures that keep their size.
    func frame(of picture: PixelSize, in area: LayoutSize, scale: Double) -> LayoutRect {
      let (width, height) = (Double(picture.width), Double(picture.height))
      guard picture.isValid else { return LayoutRect(x: 0, y: 0, width: 0, height: 0) }
      let (across, down) = (area.width / width, area.height / height)
      let size =
        switch self {
        case .fill: area
        case .contain: LayoutSize(width: width * min(across, down), height: height * min(across, down))
        case .cover: LayoutSize(width: width * max(across, down), height: height * max(across, down))
        case .center: LayoutSize(width: width / scale, height: height / scale)
        }
      // On whole pixels, so that a picture of the area's own size is drawn as it is.
      func start(_ length: Double, _ whole: Double) -> Double {
        ((whole - length) / 2 * scale).rounded() / scale
      }
      return LayoutRect(
        x: start(size.width, area.width), y: start(size.height, area.height), width: size.width,
        height: size.height)
    }
  }
#endif
