/// What the container of a video file tells.
public struct VideoInfo: Hashable, Sendable {
  /// The kind of container, as sniffed from the bytes.
  public enum Container: String, Hashable, Sendable {
    case mp4, webm
  }

  /// The kind of container.
  public var container: Container
  /// The size of the picture track, in pixels.
  public var size: PixelSize
  /// How long it plays; `nil` where the file does not say.
  public var duration: Duration?

  /// Creates information.
  public init(container: Container, size: PixelSize, duration: Duration?) {
    self.container = container
    self.size = size
    self.duration = duration
  }
}

/// Why bytes are no video file.
public enum VideoProbeError: Error, Hashable, Sendable, CustomStringConvertible {
  /// There were no bytes.
  case empty
  /// The bytes are no MP4 or WebM.
  case notAVideo

  /// A sentence for people.
  public var description: String {
    switch self {
    case .empty: "there are no bytes"
    case .notAVideo: "neither an MP4 nor a WebM file"
    }
  }
}

/// Checks video files without decoding them. A stand-in that only sniffs: sizes are 0, durations unknown.
public struct VideoProbe {
  /// Checks a whole file.
  /// - Throws: ``VideoProbeError`` where it is none.
  public static func info(of bytes: RawSpan) throws(VideoProbeError) -> VideoInfo {
    guard !bytes.isEmpty else { throw .empty }
    let size = PixelSize(width: 0, height: 0)
    switch ImageFormat.sniff(bytes, isComplete: true) {
    case .format(.mp4): return VideoInfo(container: .mp4, size: size, duration: nil)
    case .format(.webm): return VideoInfo(container: .webm, size: size, duration: nil)
    default: throw .notAVideo
    }
  }
}
