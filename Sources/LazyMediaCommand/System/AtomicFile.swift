import Glibc
import Locking

/// Writes files that appear whole or not at all: first under another name in the same folder, then renamed.
enum AtomicFile {
  /// Writes a file, in the place of one that is there.
  static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
    let (descriptor, temporary) = try create(for: path)
    var isOver = false
    defer { if !isOver { TemporaryFiles.remove(temporary) } }
    do throws(SystemError) {
      try FileWriter(descriptor: descriptor).write(bytes)
    } catch {
      close(descriptor)
      throw error
    }
    // Some file systems tell of a full disk only now.
    guard close(descriptor) == 0 else { throw SystemError(errno) }
    guard rename(temporary, path) == 0 else { throw SystemError(errno) }
    isOver = true
    TemporaryFiles.forget(temporary)
  }

  private static func create(for path: String) throws(SystemError) -> (descriptor: Int32, path: String) {
    let end = path.utf8.lastIndex(of: UInt8(ascii: "/")).map { path.utf8.index(after: $0) } ?? path.startIndex
    // A name may have 255 bytes, and this one is longer.
    let beginning = String(decoding: path.utf8[end...].prefix(100), as: UTF8.self)
    for _ in 0..<100 {
      let mark = String(UInt32.random(in: .min ... .max), radix: 36)
      let temporary = "\(path[..<end]).\(beginning).\(getpid()).\(mark).partial"
      TemporaryFiles.add(temporary)
      let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
      if descriptor >= 0 { return (descriptor, temporary) }
      let error = errno
      TemporaryFiles.forget(temporary)
      if error != EEXIST { throw SystemError(error) }
    }
    throw SystemError(EEXIST)
  }
}

/// Files that are being written, so that a command that must end at once can take them away.
enum TemporaryFiles {
  private static let paths = Lock<Set<String>>([])

  static func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

  static func forget(_ path: String) { paths.withLock { _ = $0.remove(path) } }

  static func remove(_ path: String) {
    unlink(path)
    forget(path)
  }

  /// Takes all of them away.
  static func removeAll() {
    let all = paths.withLock { paths in
      defer { paths = [] }
      return paths
    }
    for path in all { unlink(path) }
  }
}
