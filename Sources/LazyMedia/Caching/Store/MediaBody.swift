/// The bytes of a file, in memory. Copies share them.
public struct MediaBody: Sendable {
  let buffer: BodyBuffer

  init(_ buffer: BodyBuffer) { self.buffer = buffer }

  /// Makes a body of `byteCount` bytes, which `fill` writes in place.
  /// - Parameter fill: is given zeroed memory of exactly that size, valid during the call only.
  public init<Failure: Error>(
    byteCount: Int, _ fill: (UnsafeMutableRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    buffer = BodyBuffer()
    try buffer.fill(byteCount, fill)
  }

  /// Bytes of the file.
  public var count: Int { buffer.count }

  /// Gives `body` the bytes, piece by piece, in order, without a copy; each piece is valid during its call only.
  public func forEachPiece<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    for slice in buffer.slices(from: 0) {
      try slice.withBytes { (span) throws(Failure) in try span.withUnsafeBytes(body) }
    }
  }
}
