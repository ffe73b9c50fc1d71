import Glibc

/// Writes all bytes to a file descriptor.
struct FileWriter {
  var descriptor: Int32

  /// Writes, however many calls that takes.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    var written = 0
    while written < bytes.count {
      let result = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if result >= 0 {
        written += result
      } else if errno == EAGAIN {
        var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&request, 1, -1)
      } else if errno != EINTR {
        throw SystemError(errno)
      }
    }
  }
}
