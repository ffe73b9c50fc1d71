#if DiskCache
  import Glibc

  /// A file that was opened by its name, which may lead to another one later, or to none.
  struct OpenedFile {
    let path: String
    private let device: dev_t
    private let number: ino_t

    /// `nil` where there is none.
    init?(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      self.path = path
      (device, number) = (status.st_dev, status.st_ino)
    }

    /// Whether whoever opens the name next finds the same file.
    var isThere: Bool {
      var status = stat()
      return lstat(path, &status) == 0 && (status.st_dev, status.st_ino) == (device, number)
    }
  }
#endif
