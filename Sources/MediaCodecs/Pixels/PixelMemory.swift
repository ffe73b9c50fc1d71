internal import Glibc

/// Memory for pixels, from the system and back to it.
///
/// Large pieces are mappings of their own, so that they leave no holes in the heap: 200 pictures of 600x314 and the
/// bodies they came from took 15% more memory there. Up to a few MiB, which a decode is about to write in whole, their
/// pages are asked for at once: a fault for each would cost more than twice as much.
internal enum PixelMemory {
  private static let mappedBytes = 256 << 10
  private static let populatedBytes = 4 << 20
  private static let cacheLine = 64
  /// Where pixels start behind a cache line: libjpeg-turbo writes rows at multiples of 32 bytes around the caches, which
  /// makes small decodes slower (1200x627 at 4/8 by 4%) and leaves the pixels cold for whoever shows them.
  private static let lead = 16

  /// Memory that starts at a multiple of 16 bytes, or `nil` where the system refuses it.
  static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer? {
    guard byteCount >= mappedBytes else {
      return aligned_alloc(cacheLine, byteCount + cacheLine).map { $0 + lead }
    }
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | (byteCount <= populatedBytes ? Int32(MAP_POPULATE) : 0)
    let start = mmap(nil, byteCount + lead, PROT_READ | PROT_WRITE, flags, -1, 0)
    return start == MAP_FAILED ? nil : start.map { $0 + lead }
  }

  /// Gives back what ``allocate(_:)`` gave for so many bytes.
  static func free(_ pixels: UnsafeMutableRawPointer, _ byteCount: Int) {
    if byteCount >= mappedBytes {
      munmap(pixels - lead, byteCount + lead)
    } else {
      Glibc.free(pixels - lead)
    }
  }
}
