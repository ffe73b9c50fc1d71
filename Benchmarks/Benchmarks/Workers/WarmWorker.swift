#if DiskCache
  import LazyMedia

  /// One party of `warm`: loads all pictures of a list at once, as `worker fetch` does, with caches.
  enum WarmWorker {
    static func run(_ arguments: [String]) async throws {
      guard arguments.count == 3, let connections = Int(arguments[1]) else {
        throw Failure("usage: worker warm LIST CONNECTIONS fetch|memory|FOLDER")
      }
      let requests = try FetchWorker.requests(in: arguments[0])
      let isMemory = arguments[2] == "memory"
      let folder = isMemory || arguments[2] == "fetch" ? nil : arguments[2]
      var pipeline: MediaPipeline?
      if isMemory {
        pipeline = FetchWorker.pipeline(connections: connections) {
          $0.memoryCache = MemoryCache(byteLimit: 512 << 20)
        }
        // Fetched before what is measured.
        if let pipeline { _ = try await FetchWorker.load(requests, with: pipeline) }
      }
      let cpu = Measure.cpu
      let start = Measure.now
      // Opening the cache counts.
      let stores: [any MediaStore] = if let folder { [try DiskCache(directory: folder)] } else { [] }
      let used = pipeline ?? FetchWorker.pipeline(connections: connections) { $0.stores = stores }
      let before = used.metrics
      let images = try await FetchWorker.load(requests, with: used)
      let wall = Measure.now - start
      // Nobody waits for what is stored, but it is work.
      await used.finishStoring()
      let whole = Measure.cpu - cpu
      let metrics = used.metrics
      try Report.answer(
        "wall_ms=\(wall) cpu_ms=\(whole) fetches=\(metrics.fetches - before.fetches)"
          + " disk=\(metrics.diskHits) revalidations=\(metrics.revalidations)"
          + " memory=\(metrics.memoryHits - before.memoryHits) failures=\(metrics.storeFailures)"
          + " skipped=\(metrics.storesSkipped)")
      try Report.answer("checksum=\(Checksum(of: images.lazy.map(\.pixels)).text)")
    }
  }
#else
  enum WarmWorker {
    static func run(_ arguments: [String]) async throws { throw Failure("built without the trait DiskCache") }
  }
#endif
