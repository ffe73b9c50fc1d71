import Locking
import MediaCodecs
import MediaTransport

/// Loads whole files for a pipeline. Its state is one table behind one lock, never held while calling out.
final class FileCore: FetchOwner {
  private let core: PipelineCore
  private let table = Lock(FileTable())

  init(_ core: PipelineCore) { self.core = core }

  var configuration: MediaPipelineConfiguration { core.configuration }

  /// The file, if the data cache has it and its container was checked.
  func cachedFile(for request: MediaRequest) -> MediaFile? {
    guard request.cachePolicy != .reload,
      let entry = configuration.dataCache?.entry(for: request.fetchKey.stored), let info = entry.video
    else { return nil }
    return entry.body.slices(from: 0).first.map { MediaFile(info: info, bytes: $0) }
  }

  /// Files that load.
  var count: Int { table.withLock { $0.count } }

  // MARK: From tasks

  func begin(_ task: MediaFileTask) {
    let request = core.transportRequest(for: task.request, limit: configuration.fileByteLimit)
    let now = configuration.now()
    let joined = table.withLock { table in
      table.join(task) { makeJob(task.request.fetchKey, request, started: now) }
    }
    if let (job, priority) = joined.reprioritised { job.setPriority(priority) }
    if let past = joined.past { task.receive(past) }
    if let job = joined.newJob { start(job) }
  }

  func leave(_ task: MediaFileTask) {
    let left = table.withLock { $0.leave(task) }
    left.stopped?.stop()
    if let (job, priority) = left.reprioritised { job.setPriority(priority) }
  }

  // MARK: From fetches and checks

  func learned(_ info: ImageInfo, from fetch: Fetch) {}

  func progressed(_ received: Int, expected: Int?, in fetch: Fetch) {
    let tasks = table.withLock { $0.note(received: received, expected: expected, in: fetch) }
    for task in tasks { task.receive(.progress(received: received, expected: expected)) }
  }

  func completed(_ fetch: Fetch) {}

  func startedOver(_ fetch: Fetch) -> Fetch? { restart(fetch) }

  func failed(_ fetch: Fetch, _ error: TransportError) {
    end(fetch, with: .failed(MediaError(error)))
  }

  /// - Parameter body: the file, as one stretch of memory.
  func finished(_ job: FileJob, _ file: MediaFile, body: BodyBuffer) {
    // Into the cache first: whoever finds no job any more finds the file.
    if table.withLock({ $0.keepsData(job) }) {
      configuration.dataCache?.insert(
        DataCache.Entry(body: body, video: file.info), for: job.fetch.key.stored)
    }
    end(job.fetch, with: .finished(file))
  }

  func failed(_ job: FileJob, _ error: VideoProbeError) {
    if job.fetch.dropKept() {
      restart(job.fetch)?.startAfresh()
      return
    }
    let metrics = job.fetch.metrics()
    end(
      job.fetch,
      with: .failed(
        MediaError(
          .video(error), url: job.fetch.request.redactedURL, status: metrics.status,
          attempt: max(1, metrics.attempts))))
  }

  // MARK: Parts

  private func end(_ fetch: Fetch, with event: MediaFileEvent) {
    let tasks = table.withLock { $0.end(fetch) }
    fetch.retire()
    for task in tasks { task.receive(event) }
  }

  /// The bytes of a fetch are void: whoever waits for them waits for those of a new one, which is to be started.
  private func restart(_ old: Fetch) -> Fetch? {
    let now = configuration.now()
    let new = table.withLock { table in
      table.restart(old) { priority in
        var request = old.request
        request.priority = priority
        return makeJob(old.key, request, started: now)
      }
    }
    old.retire()
    guard let new else { return nil }
    new.fetch.attach(new)
    return new.fetch
  }

  private func makeJob(_ key: FetchKey, _ request: TransportRequest, started: Duration) -> FileJob {
    FileJob(
      fetch: Fetch(key: key, request: request, probe: nil, started: started, core: core, owner: self),
      files: self)
  }

  private func start(_ job: FileJob) {
    job.fetch.attach(job)
    job.fetch.start()
  }
}
