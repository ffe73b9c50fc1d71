import Glibc

/// Reads a small file of the command's own.
enum WholeFile {
  /// Its text; bytes that are no UTF-8 are replaced by U+FFFD.
  static func text(_ path: String, limit: Int = 1 << 20) throws(SystemError) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    while bytes.count < limit {
      let piece = [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
        count = max(0, read(descriptor, buffer.baseAddress, buffer.count))
      }
      if piece.isEmpty { break }
      bytes += piece
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
