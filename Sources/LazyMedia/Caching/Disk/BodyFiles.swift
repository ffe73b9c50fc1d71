#if DiskCache
  import Glibc

  /// Bodies too large for the index: a file each, named after the entry's tag, in one of a few folders.
  ///
  /// No two inserts share a name, so a file is written once and never changed: what is read is never the beginning of
  /// something newer. It belongs to the cache from the moment the index names it. Its writer holds a lock on it until
  /// then, which ends with the process; so a file that the index does not name and that nobody has locked is nobody's.
  package struct BodyFiles: Sendable {
    static let folderCount = 64
    static let blockByteCount = 4096

    /// What became of reading a body.
    enum Read {
      case body(MediaBody)
      case missing
      case damaged
    }

    /// The cache's folder.
    let directory: String

    /// Bytes that a body takes on disk.
    static func fileByteCount(of byteCount: Int) -> Int {
      (byteCount + blockByteCount - 1) / blockByteCount * blockByteCount
    }

    // MARK: - Writing

    /// Writes the body of the entry that `tag` names; `nil` if that has a file. Nothing is left of it if it fails.
    func write(_ body: MediaBody, tag: Int64) throws(MediaStoreError) -> BodyFile? {
      // A few times: a sweep may take a new file away before its writer has locked it.
      for _ in 0..<8 {
        let folder = try openFolder(of: tag)
        defer { close(folder) }
        let name = Self.name(of: tag)
        let descriptor = openat(
          folder, name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        if descriptor < 0, errno == EEXIST { return nil }
        guard descriptor >= 0 else { throw failure("be made") }
        let file = BodyFile(descriptor: descriptor)
        guard file.isLockedAndThere else { continue }
        do throws(MediaStoreError) {
          try body.forEachPiece { (piece) throws(MediaStoreError) in try write(piece, to: descriptor) }
        } catch {
          unlinkat(folder, name, 0)
          throw error
        }
        return file
      }
      throw MediaStoreError(.failed, "a file in \(directory) is taken away again and again")
    }

    private func write(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws(MediaStoreError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Glibc.write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw failure("be written") }
        rest = rest.dropFirst(count)
      }
    }

    // MARK: - Reading

    /// Reads the body of the entry that `tag` names.
    func read(tag: Int64, byteCount: Int, checksum: UInt32) throws(MediaStoreError) -> Read {
      let folder = open(folderPath(of: tag), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard folder >= 0 else { return try unreadable() }
      defer { close(folder) }
      // Not to wait for a writer, should it be a pipe.
      let descriptor = openat(folder, Self.name(of: tag), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { return try unreadable() }
      defer { close(descriptor) }
      var status = stat()
      guard fstat(descriptor, &status) == 0 else { throw failure("be read") }
      guard status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) == byteCount else { return .damaged }
      var found = StoreChecksum()
      var isWhole = false
      let body = try MediaBody(byteCount: byteCount) { (bytes) throws(MediaStoreError) in
        isWhole = try read(descriptor, into: bytes)
        found.add(UnsafeRawBufferPointer(bytes))
      }
      return isWhole && found.value == checksum ? .body(body) : .damaged
    }

    /// Whether the file had enough bytes.
    private func read(
      _ descriptor: Int32, into bytes: UnsafeMutableRawBufferPointer
    ) throws(MediaStoreError) -> Bool {
      var offset = 0
      while offset < bytes.count {
        let count = Glibc.read(descriptor, bytes.baseAddress.map { $0 + offset }, bytes.count - offset)
        if count < 0, errno == EINTR { continue }
        guard count >= 0 else { throw failure("be read") }
        guard count > 0 else { return false }
        offset += count
      }
      return true
    }

    private func unreadable() throws(MediaStoreError) -> Read {
      switch errno {
      case ENOENT, ENOTDIR: return .missing
      case ELOOP, ENXIO, EISDIR: return .damaged
      default: throw failure("be read")
      }
    }

    // MARK: - Removing

    /// Removes the files that `tags` name, where they are.
    func remove(_ tags: [Int64]) {
      for tag in tags {
        let folder = open(folderPath(of: tag), O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
        guard folder >= 0 else { continue }
        unlinkat(folder, Self.name(of: tag), 0)
        close(folder)
      }
    }

    /// Looks through one folder for files that belong to no entry and that nobody is writing.
    /// - Returns: how many there were.
    func sweep(
      folder number: Int, removing: Bool, isKnown: (Int64) throws(SQLiteFailure) -> Bool
    ) throws(SQLiteFailure) -> Int {
      let descriptor = open(
        "\(directory)/\(Self.folderName(number))", O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { return 0 }
      guard let stream = fdopendir(descriptor) else {
        close(descriptor)
        return 0
      }
      defer { closedir(stream) }
      var count = 0
      while let entry = readdir(stream) {
        let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
          String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
        guard let tag = Self.tag(of: name), try !isKnown(tag) else { continue }
        let file = openat(descriptor, name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
        // A link or the like is nobody's.
        guard file >= 0 || errno == ELOOP || errno == ENXIO else { continue }
        defer { if file >= 0 { close(file) } }
        // Asked again once nobody else can be about to name it.
        if file >= 0 {
          guard flock(file, LOCK_EX | LOCK_NB) == 0 else { continue }
          if try isKnown(tag) { continue }
        }
        if !removing || unlinkat(descriptor, name, 0) == 0 { count += 1 }
      }
      return count
    }

    // MARK: - Names

    private static func name(of tag: Int64) -> String {
      let digits = String(UInt64(bitPattern: tag), radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }

    private static func tag(of name: String) -> Int64? {
      guard name.utf8.count == 16, let number = UInt64(name, radix: 16) else { return nil }
      let tag = Int64(bitPattern: number)
      return Self.name(of: tag) == name ? tag : nil
    }

    static func folderName(_ number: Int) -> String {
      let digits = String(number, radix: 16)
      return digits.count < 2 ? "0" + digits : digits
    }

    /// Where the file of the entry that `tag` names is.
    func path(of tag: Int64) -> String { "\(folderPath(of: tag))/\(Self.name(of: tag))" }

    private func folderPath(of tag: Int64) -> String {
      "\(directory)/\(Self.folderName(Int(tag & Int64(Self.folderCount - 1))))"
    }

    private func openFolder(of tag: Int64) throws(MediaStoreError) -> Int32 {
      let path = folderPath(of: tag)
      let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC | O_NOFOLLOW
      var descriptor = open(path, flags)
      if descriptor < 0, errno == ENOENT {
        try Self.makeFolder(path)
        descriptor = open(path, flags)
      }
      guard descriptor >= 0 else { throw failure("be made") }
      return descriptor
    }

    /// Makes a folder, and those above it, for this user alone.
    package static func makeFolder(_ path: String) throws(MediaStoreError) {
      guard mkdir(path, 0o700) != 0, errno != EEXIST else { return }
      if errno == ENOENT, let slash = path.lastIndex(of: "/"), slash != path.startIndex {
        try makeFolder(String(path[..<slash]))
        if mkdir(path, 0o700) == 0 || errno == EEXIST { return }
      }
      throw MediaStoreError(systemCode: errno, "the folder \(path) cannot be made")
    }

    private func failure(_ what: String) -> MediaStoreError {
      MediaStoreError(systemCode: errno, "a file in \(directory) cannot \(what)")
    }
  }

  /// A body's file that is being written, locked until this is gone.
  struct BodyFile: ~Copyable {
    private let descriptor: Int32

    init(descriptor: Int32) { self.descriptor = descriptor }

    deinit { close(descriptor) }

    /// Locks it; a sweep may have been faster. Where the system knows no locks, no sweep removes anything.
    var isLockedAndThere: Bool {
      while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
      var status = stat()
      return fstat(descriptor, &status) == 0 && status.st_nlink > 0
    }
  }
#endif
