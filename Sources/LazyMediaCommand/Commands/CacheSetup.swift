import LazyMedia

/// The stores that options name, nearest first.
struct CacheSetup: Sendable {
  private(set) var stores: [any MediaStore] = []
  #if DiskCache
    private var disk: DiskCache?
  #endif

  /// Opens what is on this machine. A server is asked when it is first needed.
  init(_ settings: Settings) throws(UsageError) {
    if let folder = settings.cachePath {
      #if DiskCache
        do throws(MediaStoreError) {
          let cache = try DiskCache(keptIn: folder)
          disk = cache
          stores.append(cache)
        } catch {
          throw UsageError(
            message: "cannot open cache '\(Text.printable(folder))': \(Text.printable(error.message))",
            concernsSystem: true)
        }
      #else
        throw UsageError(
          message: "option '--cache': this command was built without disk caches (trait DiskCache)",
          concernsSystem: true)
      #endif
    }
    if let url = settings.sharedCache {
      #if Redis
        guard let address = RedisAddress(url: url) else {
          throw UsageError(message: "'\(Text.source(url))' is no address of a Redis server")
        }
        stores.append(RedisStore(address: address))
      #else
        throw UsageError(
          message: "option '--shared-cache': this command was built without Redis (trait Redis)",
          concernsSystem: true)
      #endif
    }
  }

  /// Notes in the folder which files were used, so that those stay: the process may end before it is time for that.
  func noteUses() {
    #if DiskCache
      // That they were used is no reason to fail.
      try? disk?.noteUses()
    #endif
  }
}
