import LazyMedia
import LazyMediaTesting

/// The files that ads name. Main pictures differ in size, and from the icons, which tells a wrong one.
enum ServedFile: String, CaseIterable {
  case icon, otherIcon, wide, tall, progressive

  static let icons = [icon, otherIcon, wide]
  static let mainPictures = [wide, tall, progressive]

  var url: String { "https://cdn.example.com/\(rawValue)" }

  var bytes: [UInt8] {
    switch self {
    case .icon, .otherIcon: SampleFile.png4x2
    case .wide: SampleFile.jpeg32x16
    case .tall: SampleFile.jpeg16x96
    case .progressive: SampleFile.progressiveJPEG48x48
    }
  }

  var size: PixelSize {
    switch self {
    case .icon, .otherIcon: PixelSize(width: 4, height: 2)
    case .wide: PixelSize(width: 32, height: 16)
    case .tall: PixelSize(width: 16, height: 96)
    case .progressive: PixelSize(width: 48, height: 48)
    }
  }

  /// The file at `url`; `nil` of a video.
  init?(url: String?) {
    guard let file = Self.allCases.first(where: { $0.url == url }) else { return nil }
    self = file
  }
}
