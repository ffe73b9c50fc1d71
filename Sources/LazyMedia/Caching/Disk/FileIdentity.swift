#if DiskCache
  import Glibc

  /// Which file a path names: two files never have the same while both are there.
  struct FileIdentity: Equatable {
    private let device: dev_t
    private let number: ino_t

    /// `nil` where there is none.
    init?(path: String) {
      var status = stat()
      guard lstat(path, &status) == 0 else { return nil }
      device = status.st_dev
      number = status.st_ino
    }
  }
#endif
