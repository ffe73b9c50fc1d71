#if DiskCache
  import Glibc

  /// Keeps other processes, and other threads, from opening or replacing the index while it lives. The system lets go
  /// of it when the process dies.
  package struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Waits for it, at most about five seconds.
    init(path: String) throws(MediaStoreError) {
      descriptor = Self.open(path)
      guard descriptor >= 0 else { throw MediaStoreError(systemCode: errno, "\(path) cannot be opened") }
      for _ in 0..<2500 {
        if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
        guard errno == EWOULDBLOCK || errno == EINTR else { break }
        usleep(2000)
      }
      let code = errno
      close(descriptor)
      throw MediaStoreError(
        .unavailable,
        "\(path) cannot be locked: \(code == EWOULDBLOCK ? "another process holds it" : text(code))")
    }

    /// Does not wait: `nil` where somebody else has it.
    package static func ifFree(_ path: String) throws(MediaStoreError) -> FolderLock? {
      let opened = open(path)
      guard opened >= 0 else { throw MediaStoreError(systemCode: errno, "\(path) cannot be opened") }
      while flock(opened, LOCK_EX | LOCK_NB) != 0 {
        let code = errno
        if code == EINTR { continue }
        close(opened)
        if code == EWOULDBLOCK { return nil }
        throw MediaStoreError(systemCode: code, "\(path) cannot be locked")
      }
      return FolderLock(descriptor: opened)
    }

    private init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    private static func open(_ path: String) -> Int32 {
      Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    }
  }

  private func text(_ code: Int32) -> String { String(cString: strerror(code)) }

  extension MediaStoreError {
    /// What a system call that failed with `systemCode` means to a store.
    init(systemCode: Int32, _ what: String) {
      let code: Code =
        switch systemCode {
        case ENOSPC, EDQUOT, EFBIG: .full
        case EACCES, EPERM, EROFS, ENOTDIR, ENOENT, ELOOP, ENAMETOOLONG, EISDIR: .unavailable
        default: .failed
        }
      self.init(code, "\(what): \(text(systemCode))")
    }
  }
#endif
