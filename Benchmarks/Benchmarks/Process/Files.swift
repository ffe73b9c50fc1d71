import Glibc

/// What is needed of the file system. Foundation is kept out of this program, so that a worker's peak memory
/// is that of the library alone.
enum Files {
  /// The bytes of a file; `nil` where it cannot be read.
  static func bytes(of path: String) -> [UInt8]? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return nil }
    // Files of /proc have no size.
    let capacity = max(Int(status.st_size), 64 << 10)
    var isRead = false
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      while count < capacity {
        let got = read(descriptor, buffer.baseAddress.map { $0 + count }, capacity - count)
        if got < 0 && errno == EINTR { continue }
        isRead = got >= 0
        guard got > 0 else { return }
        count += got
      }
    }
    return isRead ? bytes : nil
  }

  /// The lines of a text file; none where it cannot be read.
  static func lines(of path: String) -> [Substring] {
    guard let bytes = bytes(of: path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  static func write(_ text: String, to path: String) throws {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { throw Failure("cannot write \(path): \(systemMessage)") }
    defer { close(descriptor) }
    try writeAll(text, to: descriptor)
  }

  static func writeAll(_ text: String, to descriptor: Int32) throws {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw Failure("cannot write: \(systemMessage)") }
      rest = rest.dropFirst(count)
    }
  }

  static func exists(_ path: String) -> Bool { access(path, F_OK) == 0 }

  /// The folder and those above it.
  static func makeFolder(_ path: String) throws {
    guard mkdir(path, 0o755) != 0 && errno != EEXIST else { return }
    guard errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex else {
      throw Failure("cannot make the folder \(path): \(systemMessage)")
    }
    try makeFolder(String(path[..<slash]))
    guard mkdir(path, 0o755) == 0 || errno == EEXIST else {
      throw Failure("cannot make the folder \(path): \(systemMessage)")
    }
  }

  /// Names in a folder, in order.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != "." && name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// A folder with all that is in it.
  static func removeFolder(_ path: String) {
    for name in names(in: path) where unlink("\(path)/\(name)") != 0 { removeFolder("\(path)/\(name)") }
    rmdir(path)
  }

  /// Bytes of the blocks of all files in a folder and below, as `du` counts them.
  static func bytesOnDisk(in path: String) -> Int {
    var status = stat()
    guard lstat(path, &status) == 0 else { return 0 }
    var count = Int(status.st_blocks) * 512
    guard status.st_mode & S_IFMT == S_IFDIR else { return count }
    for name in names(in: path) { count += bytesOnDisk(in: "\(path)/\(name)") }
    return count
  }

  /// The folder that this program lies in: `media-limit` lies beside it.
  static var programFolder: String {
    let path = programPath
    return path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "."
  }

  static var programPath: String {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    return String(decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static var systemMessage: String { String(cString: strerror(errno)) }
}
