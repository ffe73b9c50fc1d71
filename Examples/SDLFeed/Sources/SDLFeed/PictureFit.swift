import NativeAds

/// Which part of a picture is drawn where in its area, in pixels. It was decoded for such an area, but perhaps for a larger
/// or smaller one.
struct PictureFit {
  var source: LayoutRect
  var place: LayoutRect

  init(_ fit: ContentFit, picture: (width: Double, height: Double), area: (width: Double, height: Double)) {
    let (across, down) = (area.width / max(1, picture.width), area.height / max(1, picture.height))
    let (horizontal, vertical) =
      switch fit {
      case .contain: (min(across, down), min(across, down))
      case .cover: (max(across, down), max(across, down))
      case .center: (1.0, 1.0)
      case .fill: (across, down)
      }
    let width = min(area.width, picture.width * horizontal)
    let height = min(area.height, picture.height * vertical)
    place = LayoutRect(
      x: (area.width - width) / 2, y: (area.height - height) / 2, width: width, height: height)
    let (shownWidth, shownHeight) = (width / max(horizontal, 1e-9), height / max(vertical, 1e-9))
    source = LayoutRect(
      x: ((picture.width - shownWidth) / 2).rounded(), y: ((picture.height - shownHeight) / 2).rounded(),
      width: min(picture.width, shownWidth.rounded()), height: min(picture.height, shownHeight.rounded()))
  }
}
