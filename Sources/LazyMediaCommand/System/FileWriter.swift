import Glibc

/// Writes all bytes to a file descriptor.
struct FileWriter {
  let descriptor: Int32
  private let isPipe: Bool

  init(descriptor: Int32) {
    self.descriptor = descriptor
    var status = stat()
    isPipe = fstat(descriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
  }

  /// Writes, with one call where the system takes all of it.
  ///
  /// Into a pipe, the system keeps up to PIPE_BUF bytes together (POSIX, write); what is longer, or is not taken at
  /// once, could have other processes' lines within it. They take turns by a lock of the pipe, so that it does not.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    if isPipe { setLock(F_WRLCK) }
    defer { if isPipe { setLock(F_UNLCK) } }
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

  /// Where there are no locks, lines of up to PIPE_BUF bytes are whole all the same.
  private func setLock(_ type: Int32) {
    var lock = flock()
    lock.l_type = Int16(type)
    lock.l_whence = Int16(SEEK_SET)
    while fcntl(descriptor, F_SETLKW, &lock) < 0, errno == EINTR {}
  }
}
