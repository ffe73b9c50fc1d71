import Locking

/// Loads pictures before they are shown, into the memory cache, at priority ``MediaPriority/low``.
///
/// ```swift
/// let prefetcher = MediaPrefetcher(pipeline: pipeline)
/// prefetcher.start(requestsSoonShown)
/// prefetcher.stop(requestsScrolledAway)
/// ```
///
/// It has no queue of its own: everything goes to the pipeline's, behind all that somebody sees. When a view asks for a
/// picture that is being prefetched, it joins the running transfer and raises it; a later ``stop(_:)`` takes nothing from
/// that view. Two requests for the same pixels are one here.
///
/// What is started begins in a later turn of the pipeline's ``MediaPipelineConfiguration/mainScheduler``, so that what is
/// started and stopped within one turn costs nothing. All members are safe from any thread. A prefetcher that is let go
/// stops what it began.
public final class MediaPrefetcher: Sendable {
  /// Loads the pictures.
  public let pipeline: MediaPipeline

  private struct State {
    /// To be begun in the turn that is queued, in order, with those that were stopped before it came.
    var queue: [MediaRequest] = []
    var waiting: Set<DecodeKey> = []
    var running: [DecodeKey: MediaTask] = [:]
    var isQueued = false

    func contains(_ key: DecodeKey) -> Bool { waiting.contains(key) || running[key] != nil }

    mutating func begin() -> [MediaRequest] {
      defer {
        queue = []
        waiting = []
        isQueued = false
      }
      var left = waiting
      return queue.filter { left.remove($0.decodeKey) != nil }
    }

    mutating func forgetAll() -> [MediaTask] {
      defer {
        queue = []
        waiting = []
        running = [:]
      }
      return Array(running.values)
    }
  }

  private let state = Lock(State())

  /// Creates a prefetcher that has nothing to do.
  public init(pipeline: MediaPipeline = .shared) { self.pipeline = pipeline }

  deinit { stopAll() }

  /// Begins to load what is not loading here already, in this order. The priority of the requests does not count.
  public func start(_ requests: [MediaRequest]) {
    guard !requests.isEmpty else { return }
    let mustQueue = state.withLock { state in
      for request in requests where !request.url.isEmpty {
        let key = request.decodeKey
        guard !state.contains(key) else { continue }
        state.waiting.insert(key)
        state.queue.append(request)
      }
      defer { state.isQueued = state.isQueued || !state.waiting.isEmpty }
      return !state.isQueued && !state.waiting.isEmpty
    }
    if mustQueue { pipeline.mainScheduler.enqueue { [weak self] in self?.beginQueued() } }
  }

  /// Stops to load these, where nobody else waits for them. Those that are done or were never started do not matter.
  public func stop(_ requests: [MediaRequest]) {
    let tasks = state.withLock { state in
      requests.compactMap { request -> MediaTask? in
        let key = request.decodeKey
        state.waiting.remove(key)
        return state.running.removeValue(forKey: key)
      }
    }
    for task in tasks { task.cancel() }
  }

  /// Stops everything.
  public func stopAll() {
    for task in state.withLock({ $0.forgetAll() }) { task.cancel() }
  }

  /// Pictures that were started and have neither come nor failed nor been stopped.
  public var count: Int { state.withLock { $0.waiting.count + $0.running.count } }

  private func beginQueued() {
    for request in state.withLock({ $0.begin() }) { begin(request) }
  }

  private func begin(_ request: MediaRequest) {
    var request = request
    request.priority = .low
    let key = request.decodeKey
    let task = pipeline.task(for: request)
    state.withLock { $0.running[key] = task }
    // An ended task would keep its picture in memory beyond the cache's limit.
    task.whenEnded { [weak self, weak task] in
      self?.state.withLock { state in
        if let task, state.running[key] === task { state.running[key] = nil }
      }
    }
  }
}
