import Glibc

/// The bytes of a body, in memory or in an open file.
enum Payload {
  case bytes([UInt8])
  case file(OpenFile)

  var count: Int {
    switch self {
    case .bytes(let bytes): bytes.count
    case .file(let file): file.size
    }
  }

  /// A part as bytes in memory; `nil` where the file cannot be read.
  func allBytes(_ range: Range<Int>) -> [UInt8]? {
    switch self {
    case .bytes(let bytes): Array(bytes[range])
    case .file(let file): file.read(range)
    }
  }
}

/// A regular file that is open for reading; closed with the last reference.
final class OpenFile: Sendable {
  let descriptor: Int32
  /// The size when it was opened.
  let size: Int
  /// Changes when the file does: size and time of change.
  let entityTag: String

  /// Takes over a descriptor; closes it where it is no regular file.
  init?(descriptor: Int32) {
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(descriptor)
      return nil
    }
    self.descriptor = descriptor
    size = Int(status.st_size)
    entityTag = "\"\(size)-\(status.st_mtim.tv_sec)-\(status.st_mtim.tv_nsec)\""
  }

  convenience init?(path: String) {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    self.init(descriptor: descriptor)
  }

  deinit { close(descriptor) }

  /// The bytes of a range; `nil` where the file has become shorter or cannot be read.
  func read(_ range: Range<Int>) -> [UInt8]? {
    var isWhole = true
    let bytes = [UInt8](unsafeUninitializedCapacity: range.count) { buffer, count in
      while count < range.count, let base = buffer.baseAddress {
        let got = pread(descriptor, base + count, range.count - count, range.lowerBound + count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else {
          isWhole = false
          return
        }
        count += got
      }
    }
    return isWhole ? bytes : nil
  }
}
