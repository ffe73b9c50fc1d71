/// Checks that a whole file is an MP4 or WebM, and tells size and duration of its video. Nothing is decoded: boxes and
/// elements are walked by their lengths, a bounded number of them, to a fixed depth.
public enum VideoProbe {
  /// Most boxes or elements that are looked at.
  internal static let maximumParts = 100_000
  /// Most pixels along a side: what the codecs of both containers can code.
  private static let maximumSide = 65_536

  /// Reads the structure of a whole file.
  ///
  /// Throws ``VideoProbeError/truncated(_:)`` where a box or element runs past the end of the file, and where there
  /// are no media data.
  public static func info(of file: RawSpan) throws(VideoProbeError) -> VideoInfo {
    try file.withUnsafeBytes { (bytes) throws(VideoProbeError) in
      switch ImageFormat.sniff(bytes, isComplete: true) {
      case .format(.mp4):
        var reader = MP4Reader(bytes)
        return try reader.info()
      case .format(.webm):
        var reader = WebMReader(bytes)
        return try reader.info()
      case .format(let other): throw .notAVideo(other.rawValue)
      case .unknown(let what): throw .notAVideo(what)
      case .needsMore: throw .notAVideo("")
      }
    }
  }

  /// Reads the structure of a whole file.
  public static func info(of file: [UInt8]) throws(VideoProbeError) -> VideoInfo {
    try info(of: file.span.bytes)
  }

  internal static func checkedSize(width: UInt64, height: UInt64) throws(VideoProbeError) -> PixelSize {
    guard let width = Int(exactly: width), let height = Int(exactly: height),
      (1...maximumSide).contains(width), (1...maximumSide).contains(height)
    else { throw .malformed("a video of \(width)x\(height) pixels") }
    return PixelSize(width: width, height: height)
  }

  /// `nil` for what cannot be meant: nothing, and more than ten years.
  internal static func checkedDuration(nanoseconds: Double) -> Duration? {
    guard nanoseconds >= 1, nanoseconds < 315_576_000e9 else { return nil }
    return .nanoseconds(Int64(nanoseconds))
  }
}

/// Counts boxes or elements.
internal struct VideoPartCount {
  private var count = 0

  mutating func increase() throws(VideoProbeError) {
    count += 1
    guard count <= VideoProbe.maximumParts else {
      throw .limitExceeded("parts of a file: more than \(VideoProbe.maximumParts)")
    }
  }
}

extension UnsafeRawBufferPointer {
  /// An unsigned number of up to eight bytes, most significant first. The caller has checked that they are there.
  internal func bigEndian(_ range: Range<Int>) -> UInt64 {
    self[range].reduce(0) { $0 << 8 | UInt64($1) }
  }
}
