import Glibc

/// A system call that failed.
struct SystemError: Error, Equatable, CustomStringConvertible {
  /// The value of `errno`.
  var code: Int32

  init(_ code: Int32) { self.code = code }

  /// For example `No space left on device`.
  var description: String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
      guard let start = buffer.baseAddress, strerror_r(code, start, buffer.count) == 0 else {
        return "error \(code)"
      }
      return String(cString: start)
    }
  }
}
