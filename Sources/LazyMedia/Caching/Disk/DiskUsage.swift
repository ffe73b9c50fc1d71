#if DiskCache
  /// What a disk cache takes.
  struct DiskUsage {
    var entries: Int
    /// Bytes of the bodies' files, in whole blocks.
    var fileBytes: Int
    /// Folders of files that are still to be searched for files without an entry, soon.
    var unswept: Int
    /// As whoever opened the cache last has set it.
    var byteLimit: Int
    /// Pages of the index, free ones included.
    var pages: Int
    var freePages: Int
    var pageByteCount: Int

    /// Bytes that entries take, the index's own included.
    var takenBytes: Int { (pages - freePages) * pageByteCount + fileBytes }
    /// Bytes on disk, but for the log of changes and the folders.
    var diskBytes: Int { pages * pageByteCount + fileBytes }
  }

  /// What a limit of bytes means for each part.
  struct DiskLimits {
    var bytes: Int

    /// Pages of the log of changes, after which they are copied into the database.
    var logPages: Int { min(max(bytes / DiskIndexSchema.pageByteCount / 64, 32), 1000) }
    /// The log is emptied, if need be by waiting for readers, when it has more bytes.
    var logBytes: Int { 2 * logPages * DiskIndexSchema.pageByteCount }
    /// Free pages that the index keeps for entries to come.
    var freePages: Int { bytes / DiskIndexSchema.pageByteCount / 64 }
    /// What entries may take: the limit without the log and the folders.
    var capacity: Int {
      let folders = BodyFiles.folderCount * BodyFiles.blockByteCount
      // SQLite's file of shared memory has 32 KiB.
      return max(bytes / 2, bytes - logBytes - folders - (32 << 10))
    }
  }
#endif
