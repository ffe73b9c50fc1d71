import LazyMedia
import Locking
import MediaCodecs

extension MediaImage {
  /// A picture of one row, four bytes a pixel, whose storage comes from `pool`.
  static func row(_ pixels: Int, pool: PixelBufferPool = .shared) throws -> MediaImage {
    let size = PixelSize(width: pixels, height: 1)
    return MediaImage(
      pixels: try PixelBuffer(size: size, pool: pool, fill: { _ in }),
      info: ImageInfo(format: .png, storedSize: size))
  }
}

/// A clock that stands until the test sets it.
final class ManualClock: Sendable {
  private let time = Lock(Duration.zero)

  /// What it shows.
  var now: Duration {
    get { time.withLock { $0 } }
    set { time.withLock { $0 = newValue } }
  }
}
