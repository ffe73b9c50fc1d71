import Glibc

/// Writes all bytes to a file descriptor.
struct FileWriter {
  var descriptor: Int32

  /// Writes, however many calls that takes.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    try bytes.withUnsafeBytes { buffer throws(SystemError) in
      var rest = buffer[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count >= 0 {
          rest = rest.dropFirst(count)
        } else if errno == EAGAIN {
          var request = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          _ = poll(&request, 1, -1)
        } else if errno != EINTR {
          throw SystemError(errno)
        }
      }
    }
  }
}
