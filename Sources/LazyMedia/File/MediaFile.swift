public import MediaCodecs

/// A whole file whose container was checked, such as a video. Copies share its bytes.
public struct MediaFile: Sendable {
  /// What the container tells.
  public let info: VideoInfo
  private let bytes: BodyBuffer.Slice

  init(info: VideoInfo, bytes: BodyBuffer.Slice) {
    self.info = info
    self.bytes = bytes
  }

  /// Bytes of the file.
  public var count: Int { bytes.count }

  /// Gives `body` the bytes, without a copy; they are valid during the call only.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try bytes.withBytes { (span) throws(Failure) in try span.withUnsafeBytes(body) }
  }
}

/// What is told while a whole file loads.
public enum MediaFileEvent: Sendable {
  /// So many bytes have come, of so many expected (`nil` where unknown). Only the latest is told.
  case progress(received: Int, expected: Int?)
  /// The file. Last.
  case finished(MediaFile)
  /// The failure. Last.
  case failed(MediaError)
}
