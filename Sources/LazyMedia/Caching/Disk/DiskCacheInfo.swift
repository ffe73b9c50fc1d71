#if DiskCache
  /// What a ``DiskCache`` holds.
  public struct DiskCacheInfo: Hashable, Sendable {
    /// The folder, all links followed.
    public var directory: String
    /// Entries.
    public var entryCount: Int
    /// Bytes on disk: bodies in whole blocks, the index and its log.
    public var byteCount: Int
    /// The most bytes on disk.
    public var byteLimit: Int
    /// The version of the folder's format.
    public var formatVersion: Int
  }

  /// One entry of a ``DiskCache``.
  public struct DiskCacheEntry: Hashable, Sendable {
    /// Its key, in most cases a URL.
    public var key: String
    /// Bytes of its head.
    public var headByteCount: Int
    /// Bytes of its body.
    public var bodyByteCount: Int
    /// When it was stored, in milliseconds since 1970.
    public var stored: Int
    /// When it was last used, in milliseconds since 1970. Later uses may be on their way to the index.
    public var lastUsed: Int
  }

  /// What ``DiskCache/verify(removingBad:)`` found.
  public struct DiskCacheVerification: Hashable, Sendable {
    /// Entries that are whole, and their bodies' bytes.
    public var soundEntries = 0
    /// Bytes of the bodies of those.
    public var soundBytes = 0
    /// Entries whose head or body is not as it was stored.
    public var damagedEntries = 0
    /// Entries whose body's file is gone.
    public var missingBodies = 0
    /// Files that belong to no entry: what a program left that was killed while it stored.
    public var strayFiles = 0
    /// Whether the index is sound. If it is not, and bad entries were to be removed, it was made anew, empty.
    public var isIndexSound = true

    /// Whether nothing is wrong. Stray files are no damage.
    public var isSound: Bool { damagedEntries == 0 && missingBodies == 0 && isIndexSound }
  }
#endif
