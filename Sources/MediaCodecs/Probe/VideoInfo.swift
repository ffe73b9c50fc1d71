/// What the structure of a file tells about its video.
public struct VideoInfo: Hashable, Sendable {
  /// A family of containers.
  public enum Container: String, Hashable, Sendable, CaseIterable {
    /// ISO base media (ISO/IEC 14496-12).
    case mp4
    /// WebM, or Matroska of which it is a part (RFC 9559).
    case webm
  }

  /// The container.
  public var container: Container
  /// The size of the first video track, in pixels: of MP4 as displayed, a quarter turn of the track's matrix applied;
  /// of WebM as stored.
  public var size: PixelSize
  /// How long it plays; `nil` where the file does not say, says zero (as files of fragments do), or over ten years.
  public var duration: Duration?

  /// Creates an info.
  public init(container: Container, size: PixelSize, duration: Duration? = nil) {
    self.container = container
    self.size = size
    self.duration = duration
  }
}
