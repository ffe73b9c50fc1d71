/// Tells format, size and orientation from the first bytes of a file.
public struct ImageProbe: Sendable {
  /// Creates a probe.
  public init(limits: DecodeLimits = DecodeLimits()) {}

  /// Bytes that were needed so far.
  public private(set) var bytesRead = 0

  /// Takes the next bytes: the info once it is known, `nil` while more bytes are needed.
  public mutating func feed(_ bytes: RawSpan) throws(CodecError) -> ImageInfo? { nil }

  /// Says that the file has ended.
  public mutating func finish() throws(CodecError) -> ImageInfo { throw .empty }
}
