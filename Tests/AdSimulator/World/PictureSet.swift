import LazyMedia
import LazyMediaTesting

/// The pictures of the simulated network: each with a size and a colour of its own, so that what is shown tells which
/// it is. Behind them comes a video.
struct PictureSet: Sendable {
  static let count = 5
  static let video = count
  /// Pictures and videos.
  static let fileCount = count + 1
  static let shared = PictureSet()

  private(set) var files: [[UInt8]]

  private init() {
    files = (0..<Self.count).map { index in
      let pixels = try? PixelBuffer(size: Self.size(of: index), isOpaque: true) { rows in
        for offset in stride(from: 0, to: rows.count, by: 4) {
          rows[offset] = Self.red(of: index)
          rows[offset + 1] = 128
          rows[offset + 2] = 64
          rows[offset + 3] = 255
        }
      }
      return pixels.flatMap { try? PNGEncoder().encode($0) } ?? []
    }
    let size = Self.size(of: Self.video)
    files.append(SampleVideo.mp4(width: size.width, height: size.height))
  }

  static func url(of index: Int) -> String { urls[index] }

  static func index(of url: String) -> Int? { urls.firstIndex(of: url) }

  private static let urls = (0..<fileCount).map { "http://origin.example/\($0)" }

  static func size(of index: Int) -> PixelSize { PixelSize(width: 5 + 2 * index, height: 4 + 2 * index) }

  private static func red(of index: Int) -> UInt8 { UInt8(20 + 40 * index) }

  /// Which picture this is, by its pixels and by its head; `nil` where they disagree or are none of ours.
  static func index(of image: MediaImage) -> Int? {
    let index = (image.info.displaySize.width - 5) / 2
    guard (0..<count).contains(index), image.info.displaySize == size(of: index) else { return nil }
    let first = image.pixels.withUnsafeBytes { $0.first ?? 0 }
    return abs(Int(first) - Int(red(of: index))) <= 2 ? index : nil
  }
}
