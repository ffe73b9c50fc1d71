/// Pixels in memory, immutable and shared by reference; the storage returns to its pool with the last reference.
public final class PixelBuffer: Sendable {
  /// The size in pixels.
  public let size: PixelSize
  /// Bytes from the start of a row to the start of the next.
  public let bytesPerRow: Int
  /// The channel order.
  public let format: PixelFormat
  /// The alpha mode.
  public let alphaMode: AlphaMode

  internal init(size: PixelSize, bytesPerRow: Int, format: PixelFormat, alphaMode: AlphaMode) {
    self.size = size
    self.bytesPerRow = bytesPerRow
    self.format = format
    self.alphaMode = alphaMode
  }

  /// Bytes of storage: what the buffer costs in memory.
  public var byteCount: Int { bytesPerRow * size.height }

  /// Calls `body` with the rows, top first, `bytesPerRow` apart; the pointer is valid during the call only.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(UnsafeRawBufferPointer(start: nil, count: 0))
  }
}

/// Storage for pixels, used again instead of being returned to the system, up to a number of bytes.
public final class PixelBufferPool: Sendable {
  /// The pool that decoders use unless told otherwise.
  public static let shared = PixelBufferPool(byteLimit: 64 << 20)

  /// Most bytes kept for later use.
  public let byteLimit: Int

  /// Creates a pool.
  public init(byteLimit: Int) { self.byteLimit = byteLimit }

  /// Bytes kept for later use now.
  public var cachedBytes: Int { 0 }

  /// Gives all kept bytes back to the system.
  public func trim() {}
}
