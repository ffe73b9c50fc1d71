import Locking

/// Loads media before they are shown, at priority ``MediaPriority/low``: pictures into the memory cache, or files into the
/// pipeline's stores.
///
/// ```swift
/// let prefetcher = MediaPrefetcher(pipeline: pipeline)
/// prefetcher.start(requestsSoonShown)
/// prefetcher.stop(requestsScrolledAway)
/// ```
///
/// It has no queue of its own: everything goes to the pipeline's, behind all that somebody sees. When a view asks for a
/// picture that is being prefetched, it joins the running transfer and raises it; a later ``stop(_:)`` takes nothing from
/// that view. Two requests for the same pixels are one here; into the stores, two for the same file.
///
/// What is started begins in a later turn of the pipeline's ``MediaPipelineConfiguration/mainScheduler``, so that what is
/// started and stopped within one turn costs nothing. All members are safe from any thread. A prefetcher that is let go
/// stops what it began.
public final class MediaPrefetcher: Sendable {
  /// Where media are brought.
  public enum Destination: String, Hashable, Sendable, CaseIterable {
    /// Decoded pictures, at the size asked for, into the memory cache.
    case memory
    /// Files as they come, not decoded, into the pipeline's ``MediaPipelineConfiguration/stores``: for what is farther
    /// away, or of a size not known yet. Of a pipeline without stores nothing is asked.
    case stores
  }

  /// Loads the media.
  public let pipeline: MediaPipeline
  /// Where they are brought.
  public let destination: Destination

  /// What is one here.
  private enum Key: Hashable {
    case picture(DecodeKey)
    case file(FetchKey)
  }

  private enum Load: Sendable {
    case picture(MediaTask)
    case file(StoreTask)

    func cancel() {
      switch self {
      case .picture(let task): task.cancel()
      case .file(let task): task.cancel()
      }
    }
  }

  private struct State {
    /// To be begun in the turn that is queued, in order, with those that were stopped before it came.
    var queue: [MediaRequest] = []
    /// Those of the queue that are still wanted.
    var waiting: Set<Key> = []
    var running: [Key: (load: Load, serial: UInt64)] = [:]
    var lastSerial: UInt64 = 0
    var isQueued = false

    func contains(_ key: Key) -> Bool { waiting.contains(key) || running[key] != nil }

    mutating func takeQueue() -> [MediaRequest] {
      defer {
        queue = []
        isQueued = false
      }
      return queue
    }

    /// Takes note of a load that has begun; `nil` where it was stopped meanwhile.
    mutating func begun(_ key: Key, _ load: Load) -> UInt64? {
      guard waiting.remove(key) != nil else { return nil }
      lastSerial += 1
      running[key] = (load, lastSerial)
      return lastSerial
    }

    mutating func ended(_ key: Key, _ serial: UInt64) -> Load? {
      running[key]?.serial == serial ? running.removeValue(forKey: key)?.load : nil
    }

    mutating func forgetAll() -> [Load] {
      defer {
        queue = []
        waiting = []
        running = [:]
      }
      return running.values.map(\.load)
    }
  }

  private let state = Lock(State())

  /// Creates a prefetcher that has nothing to do.
  /// - Parameter destination: where media are brought; the memory cache by default.
  public init(pipeline: MediaPipeline = .shared, destination: Destination = .memory) {
    self.pipeline = pipeline
    self.destination = destination
  }

  deinit { stopAll() }

  /// Begins to load what is not loading here already, in this order. The priority of the requests does not count.
  public func start(_ requests: [MediaRequest]) {
    guard !requests.isEmpty, destination == .memory || pipeline.hasStores else { return }
    let mustQueue = state.withLock { state in
      for request in requests where !request.url.isEmpty {
        let key = key(of: request)
        guard !state.contains(key) else { continue }
        state.waiting.insert(key)
        state.queue.append(request)
      }
      defer { state.isQueued = state.isQueued || !state.queue.isEmpty }
      return !state.isQueued && !state.queue.isEmpty
    }
    if mustQueue { pipeline.mainScheduler.enqueue { [weak self] in self?.beginQueued() } }
  }

  /// Stops to load these, where nobody else waits for them. Those that are done or were never started do not matter.
  public func stop(_ requests: [MediaRequest]) {
    let loads = state.withLock { state in
      requests.compactMap { request -> Load? in
        let key = key(of: request)
        state.waiting.remove(key)
        return state.running.removeValue(forKey: key)?.load
      }
    }
    for load in loads { load.cancel() }
  }

  /// Stops everything.
  public func stopAll() {
    for load in state.withLock({ $0.forgetAll() }) { load.cancel() }
  }

  /// Media that were started and have neither come nor failed nor been stopped.
  public var count: Int { state.withLock { $0.waiting.count + $0.running.count } }

  private func key(of request: MediaRequest) -> Key {
    switch destination {
    case .memory: .picture(request.decodeKey)
    case .stores: .file(request.fetchKey)
    }
  }

  private func beginQueued() {
    for request in state.withLock({ $0.takeQueue() }) { begin(request) }
  }

  private func begin(_ request: MediaRequest) {
    let key = key(of: request)
    guard state.withLock({ $0.waiting.contains(key) }) else { return }
    var request = request
    request.priority = .low
    let load: Load
    switch destination {
    case .memory: load = .picture(pipeline.task(for: request))
    case .stores: load = .file(pipeline.store(request))
    }
    guard let serial = state.withLock({ $0.begun(key, load) }) else { return load.cancel() }
    // An ended task would keep its picture in memory beyond the cache's limit.
    let forget: @Sendable () -> Void = { [weak self] in
      let ended = self?.state.withLock { $0.ended(key, serial) }
      // The picture is let go of here, outside the lock.
      _ = consume ended
    }
    switch load {
    case .picture(let task): task.whenEnded(forget)
    case .file(let task): task.whenEnded(forget)
    }
  }
}
