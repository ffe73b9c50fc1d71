internal import Glibc

/// A regular file that is read in pieces.
struct LocalFile: ~Copyable {
  /// Why a file cannot be read, in words.
  struct Failure: Error {
    var message: String
  }

  private static let pieceLength = 64 << 10
  private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: pieceLength, alignment: 16)
  private var descriptor: CInt = -1

  deinit {
    if descriptor >= 0 { Glibc.close(descriptor) }
    buffer.deallocate()
  }

  /// Opens the file at `path`, in place of the one that was open; returns its length.
  mutating func open(_ path: [UInt8]) throws(Failure) -> Int {
    close()
    // Not blocking: a pipe without a writer would never open. It is then refused as all but regular files are,
    // which could be endless.
    descriptor = path.withUnsafeBufferPointer { path in
      withUnsafeTemporaryAllocation(of: CChar.self, capacity: path.count + 1) { text in
        for index in path.indices { text[index] = CChar(bitPattern: path[index]) }
        text[path.count] = 0
        guard let base = text.baseAddress else { return -1 }
        return Glibc.open(base, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
      }
    }
    guard descriptor >= 0 else { throw Failure(message: "cannot open the file: \(Self.reason)") }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw Failure(message: "cannot open the file: \(Self.reason)")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: return Int(status.st_size)
    case S_IFDIR: throw Failure(message: "it is a directory, not a file")
    default: throw Failure(message: "it is not a regular file")
    }
  }

  /// Makes the next piece start at `offset`.
  mutating func seek(to offset: Int) throws(Failure) {
    guard lseek(descriptor, offset, SEEK_SET) == offset else {
      throw Failure(message: "cannot read the file: \(Self.reason)")
    }
  }

  /// Reads the next piece, of at most `limit` bytes, and calls `body` with it; returns `false` at the end of the file.
  mutating func read(atMost limit: Int = .max, _ body: (RawSpan) -> Void) throws(Failure) -> Bool {
    var count: Int
    repeat {
      count = Glibc.read(descriptor, buffer.baseAddress, min(buffer.count, limit))
    } while count < 0 && errno == EINTR
    guard count >= 0 else { throw Failure(message: "cannot read the file: \(Self.reason)") }
    guard count > 0 else { return false }
    body(UnsafeRawBufferPointer(rebasing: buffer[0..<count]).bytes)
    return true
  }

  mutating func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  private static var reason: String {
    // `strerror` shares one buffer among threads; the texts of the common errors do not need it.
    switch errno {
    case ENOENT: "no such file"
    case EACCES, EPERM: "permission denied"
    case ENOTDIR: "a part of the path is not a directory"
    case ELOOP: "too many symbolic links"
    case ENAMETOOLONG: "the path is too long"
    case EMFILE, ENFILE: "too many open files"
    case ENXIO: "it is not a regular file"
    case EISDIR: "it is a directory, not a file"
    case EIO: "the disk reported an error"
    case let code: "error \(code)"
    }
  }
}
