import Locking
import MediaCodecs
import MediaTransport

/// What a pipeline and its tasks share. Its state is one table behind one lock, never held while calling out.
final class PipelineCore: FetchOwner {
  let configuration: MediaPipelineConfiguration
  let meter = MetricsMeter()
  let stores: StoreStack
  let admission: Admission
  /// What is left of transfers that ended early.
  let partialBodies = PartialBodies()
  /// Stored answers that are being asked for anew while they are used.
  let revalidations = Revalidations()
  private let table = Lock(JobTable())

  init(_ configuration: MediaPipelineConfiguration) {
    self.configuration = configuration
    stores = StoreStack(stores: configuration.stores, executor: configuration.storeExecutor, meter: meter)
    admission = Admission(
      transport: configuration.transport, stores: stores, limit: configuration.heldBytesLimit)
  }

  func cachedImage(for request: MediaRequest) -> MediaImage? {
    guard request.usesMemoryCache, request.cachePolicy != .reload else { return nil }
    return configuration.memoryCache?.image(for: request)
  }

  // MARK: From tasks

  func begin(_ task: MediaTask) {
    let request = task.request
    if let target = request.target, !target.size.isValid {
      task.receive(
        .failed(MediaError(.invalidTarget(target.size), url: request.redactedURL, phase: .request)))
      return
    }
    if let image = cachedImage(for: request) { return finish(task, with: image) }
    let now = configuration.now()
    let joined = table.withLock { table in
      table.join(task, priority: request.priority) {
        makeFetch(request.fetchKey, transportRequest(for: request), started: now)
      } makeJob: { fetch in
        DecodeJob(key: request.decodeKey, request: request, fetch: fetch, core: self)
      }
    }
    carryOut(joined.reprioritised)
    if joined.newJob != nil, let image = cachedImage(for: request) {
      // A job that ended between the first look and the join left its picture in the cache.
      leave(task)
      finish(task, with: image)
    } else {
      for event in joined.past { task.receive(event, isPast: true) }
    }
    // Even after leaving: somebody else may have joined meanwhile. Of what nobody waits for, this does nothing.
    if let job = joined.newJob { job.fetch.attach(job) }
    joined.newFetch?.start()
  }

  /// Ends a task with a picture from the memory cache.
  func finish(_ task: MediaTask, with image: MediaImage) {
    var metrics = MediaTaskMetrics()
    metrics.source = .memory
    task.receive(.finished(image), metrics: metrics)
  }

  func leave(_ task: MediaTask) {
    let left = table.withLock { $0.leave(task) }
    left.stopped?.stop()
    left.retired?.retire()
    carryOut(left.reprioritised)
  }

  func setPriority(_ priority: MediaPriority, of task: MediaTask) {
    carryOut(table.withLock { $0.setPriority(priority, of: task) })
  }

  // MARK: From fetches and decodes

  func learned(_ info: ImageInfo, from fetch: Fetch) {
    for task in table.withLock({ $0.note(info, from: fetch) }) { task.receive(.size(info)) }
  }

  func progressed(_ received: Int, expected: Int?, in fetch: Fetch) {
    let tasks = table.withLock { $0.note(received: received, expected: expected, in: fetch) }
    for task in tasks { task.receive(.progress(received: received, expected: expected)) }
  }

  func previewed(_ preview: MediaPreview, in job: DecodeJob) {
    for task in table.withLock({ $0.note(preview, in: job) }) { task.receive(.preview(preview)) }
  }

  func finished(_ job: DecodeJob, _ decoded: MediaImage) {
    var image = decoded
    let metrics = job.fetch.metrics()
    meter.count { $0.decodes += 1 }
    // Into the cache first: whoever finds no job any more finds the picture.
    if image.goodRows == nil {
      let (isCacheable, keepsData) = table.withLock { ($0.isCacheable(job), $0.keepsData(job)) }
      if isCacheable, let cache = configuration.memoryCache {
        image = cache.insert(image, for: job.key.stored)
      }
      if keepsData, metrics.source != .data {
        configuration.dataCache?.insert(DataCache.Entry(body: job.fetch.body), for: job.key.fetch.stored)
      }
    }
    let (tasks, retired) = table.withLock { $0.end(job) }
    job.fetch.detach(job)
    retired?.retire()
    for task in tasks { task.receive(.finished(image), metrics: metrics) }
  }

  func failed(_ job: DecodeJob, _ error: CodecError) {
    if error.isAboutBytes, job.fetch.dropKept() {
      restart(job.fetch)?.startAfresh()
      return
    }
    let metrics = job.fetch.metrics()
    let (tasks, retired) = table.withLock { $0.end(job) }
    job.fetch.detach(job)
    retired?.retire()
    for task in tasks {
      let failure = MediaError(
        error, url: task.request.redactedURL, status: metrics.status, attempt: max(1, metrics.attempts))
      task.receive(.failed(failure), metrics: metrics)
    }
  }

  func failed(_ fetch: Fetch, _ error: TransportError) {
    var metrics = fetch.metrics()
    metrics.attempts = error.attempt
    metrics.status = error.status ?? metrics.status
    metrics.timings = error.timings
    metrics.decoded = nil
    let failed = table.withLock { $0.end(fetch) }
    for job in failed.stopped { job.stop() }
    fetch.retire()
    for task in failed.tasks { task.receive(.failed(MediaError(error)), metrics: metrics) }
    for task in failed.storing { task.failed(MediaError(error)) }
  }

  func completed(_ fetch: Fetch) {
    let (storing, retired) = table.withLock { $0.stored(fetch) }
    retired?.retire()
    for task in storing { task.finished() }
  }

  func startedOver(_ fetch: Fetch) -> Fetch? { restart(fetch) }

  // MARK: From tasks that store

  func begin(_ task: StoreTask) {
    let request = task.request
    let now = configuration.now()
    let joined = table.withLock { table in
      table.join(task) { makeFetch(request.fetchKey, transportRequest(for: request), started: now) }
    }
    guard let joined else { return task.finished() }
    carryOut(joined.reprioritised)
    joined.newFetch?.start()
  }

  func leave(_ task: StoreTask) {
    let left = table.withLock { $0.leave(task) }
    left.retired?.retire()
    carryOut(left.reprioritised)
  }

  func setPriority(_ priority: MediaPriority, of task: StoreTask) {
    carryOut(table.withLock { $0.setPriority(priority, of: task) })
  }

  func metrics() -> MediaMetrics {
    var metrics = meter.metrics
    metrics.memoryHits = configuration.memoryCache?.hitCount ?? 0
    metrics.bytesHeldNow = admission.heldBytes
    (metrics.fetchesNow, metrics.decodesNow) = table.withLock { ($0.fetchCount, $0.decodeCount) }
    return metrics
  }

  // MARK: Parts

  /// The bytes of a fetch are void: whoever waits for them, in whichever size, waits for those of a new one from now on,
  /// which is to be started.
  private func restart(_ old: Fetch) -> Fetch? {
    let now = configuration.now()
    let restarted = table.withLock { table in
      table.restart(old) { priority in
        var request = old.request
        request.priority = priority
        return makeFetch(old.key, request, started: now)
      } makeJob: { request, fetch in
        DecodeJob(key: request.decodeKey, request: request, fetch: fetch, core: self)
      }
    }
    guard let restarted else { return nil }
    for job in restarted.stopped { job.stop() }
    old.retire()
    for job in restarted.jobs { job.fetch.attach(job) }
    return restarted.fetch
  }

  private func makeFetch(_ key: FetchKey, _ request: TransportRequest, started: Duration) -> Fetch {
    Fetch(
      key: key, request: request, probe: ImageProbe(limits: configuration.decodeLimits), started: started,
      core: self, owner: self)
  }

  /// - Parameter limit: most bytes of a body; `nil` for the limit of pictures.
  func transportRequest(for request: MediaRequest, limit: Int? = nil) -> TransportRequest {
    let limit = limit ?? configuration.decodeLimits.maximumBytes
    var wanted = TransportRequest(
      url: request.url, headers: request.headers, priority: request.priority,
      timeouts: configuration.timeouts,
      maximumBytes: max(0, min(limit, request.maximumBytes ?? limit)),
      retryPolicy: configuration.retryPolicy)
    wanted.isSmall = request.target?.isIcon ?? false
    return wanted
  }

  private func carryOut(_ changed: JobTable.Reprioritised) {
    if let (job, priority) = changed.job {
      pass(priority, job.setPriority) { table in table.priority(of: job) }
    }
    if let (fetch, priority) = changed.fetch {
      pass(priority, fetch.setPriority) { table in table.priority(of: fetch) }
    }
  }

  /// Passes a priority on until that is the one that holds: threads that change it may pass each other.
  private func pass(
    _ priority: MediaPriority, _ set: (MediaPriority) -> Void, _ current: (JobTable) -> MediaPriority?
  ) {
    var passed = priority
    set(passed)
    while let now = table.withLock({ current($0) }), now != passed {
      passed = now
      set(now)
    }
  }
}

extension CodecError {
  /// Whether other bytes might have done better.
  fileprivate var isAboutBytes: Bool {
    switch self {
    case .empty, .notAnImage, .unsupportedFormat, .unsupportedFeature, .truncated, .corrupt: true
    case .limitExceeded, .invalidTarget, .cancelled, .outOfMemory: false
    }
  }
}
