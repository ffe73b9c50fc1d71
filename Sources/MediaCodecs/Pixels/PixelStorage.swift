internal import Glibc

/// Memory for pixels: written by one owner, then handed to a ``PixelBuffer``; returned to its pool at the end.
internal struct PixelStorage: ~Copyable, @unchecked Sendable {
  // @unchecked: the only owner writes; after it has handed the storage on, everybody only reads.
  let base: UnsafeMutableRawPointer
  private let capacity: Int
  private let pool: PixelBufferPool

  init(size: PixelSize, pool: PixelBufferPool) throws(CodecError) {
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    guard size.isValid, !overflow, pixels <= Int.max / 8 else { throw .invalidTarget(size) }
    try self.init(byteCount: pixels * 4, pool: pool)
  }

  init(byteCount: Int, pool: PixelBufferPool) throws(CodecError) {
    let capacity = PixelBufferPool.capacity(for: byteCount)
    guard let base = pool.take(capacity: capacity) else { throw .outOfMemory }
    self.base = base
    self.capacity = capacity
    self.pool = pool
  }

  deinit { pool.give(base, capacity: capacity) }
}
