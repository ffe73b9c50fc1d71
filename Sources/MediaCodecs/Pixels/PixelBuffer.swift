internal import Glibc

/// Pixels in memory, immutable and shared by reference; the storage returns to its pool with the last reference.
///
/// Rows are packed: `bytesPerRow` is four times the width, and the first row begins at a multiple of 16.
public final class PixelBuffer: Sendable {
  /// The size in pixels.
  public let size: PixelSize
  /// Bytes from the start of a row to the start of the next.
  public let bytesPerRow: Int
  /// The channel order.
  public let format: PixelFormat
  /// The alpha mode.
  public let alphaMode: AlphaMode
  /// Whether every pixel is known to be opaque: straight and premultiplied are then the same.
  public let isOpaque: Bool

  private let storage: PixelStorage

  internal init(
    size: PixelSize, format: PixelFormat, alphaMode: AlphaMode, isOpaque: Bool,
    storage: consuming PixelStorage
  ) {
    self.size = size
    self.bytesPerRow = size.width * 4
    self.format = format
    self.alphaMode = alphaMode
    self.isOpaque = isOpaque
    self.storage = storage
  }

  /// Creates a buffer whose pixels `fill` writes; they are zero (transparent black) before.
  ///
  /// Throws ``CodecError/invalidTarget(_:)`` for a size that is not positive or too large to address, and
  /// ``CodecError/outOfMemory``.
  public convenience init(
    size: PixelSize, format: PixelFormat = .rgba8, alphaMode: AlphaMode = .straight,
    isOpaque: Bool = false, pool: PixelBufferPool = .shared,
    fill: (UnsafeMutableRawBufferPointer) -> Void
  ) throws(CodecError) {
    let storage = try PixelStorage(size: size, pool: pool)
    let rows = UnsafeMutableRawBufferPointer(start: storage.base, count: size.width * size.height * 4)
    memset(storage.base, 0, rows.count)
    fill(rows)
    self.init(size: size, format: format, alphaMode: alphaMode, isOpaque: isOpaque, storage: storage)
  }

  /// Bytes of storage: what the buffer costs in memory.
  public var byteCount: Int { bytesPerRow * size.height }

  /// Where the rows are: at the same place for as long as the buffer lives. For who keeps the buffer as long as the address.
  package var baseAddress: UnsafeRawPointer { UnsafeRawPointer(storage.base) }

  /// Calls `body` with the rows, top first, `bytesPerRow` apart; the pointer is valid during the call only.
  public func withUnsafeBytes<Result, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try withExtendedLifetime(self) { () throws(Failure) -> Result in
      try body(UnsafeRawBufferPointer(start: storage.base, count: byteCount))
    }
  }
}

extension PixelBuffer {
  /// The same pixels in another channel order or alpha mode; the buffer itself where nothing changes.
  ///
  /// Colour that premultiplication has rounded away does not come back.
  public func converted(
    to format: PixelFormat, alphaMode: AlphaMode, pool: PixelBufferPool = .shared
  ) throws(CodecError) -> PixelBuffer {
    if format == self.format, alphaMode == self.alphaMode || isOpaque { return self }
    let storage = try PixelStorage(size: size, pool: pool)
    let pixels = storage.base.assumingMemoryBound(to: UInt8.self)
    withUnsafeBytes { source in
      if let start = source.baseAddress {
        pixels.update(from: start.assumingMemoryBound(to: UInt8.self), count: byteCount)
      }
    }
    let count = size.width * size.height
    if format != self.format { PixelRows.swapRedAndBlue(pixels, count: count) }
    if !isOpaque, alphaMode != self.alphaMode {
      switch alphaMode {
      case .premultiplied: PixelRows.premultiply(pixels, count: count)
      case .straight: PixelRows.unpremultiply(pixels, count: count)
      }
    }
    return PixelBuffer(size: size, format: format, alphaMode: alphaMode, isOpaque: isOpaque, storage: storage)
  }

  /// Calls `body` with RGBA8 bytes, straight alpha, row by row without padding: the form that pixel hashes
  /// are made of.
  public func withTightRows<Result>(
    _ body: (UnsafeRawBufferPointer) throws(CodecError) -> Result
  ) throws(CodecError) -> Result {
    try converted(to: .rgba8, alphaMode: .straight).withUnsafeBytes(body)
  }
}
