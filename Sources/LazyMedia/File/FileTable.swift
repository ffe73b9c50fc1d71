/// Who waits for which file. A value: it says what is to be done, its owner does it.
struct FileTable {
  private struct Loading {
    var job: FileJob
    var waiting: [(task: MediaFileTask, priority: MediaPriority)]
    var progress: (received: Int, expected: Int?)?

    var priority: MediaPriority { waiting.lazy.map(\.priority).max() ?? .veryLow }
  }

  private var loadings: [FetchKey: Loading] = [:]

  /// Files that load.
  var count: Int { loadings.count }

  struct Joined {
    /// A job that is new: to be attached to its fetch, and that to be started.
    var newJob: FileJob?
    var reprioritised: (job: FileJob, priority: MediaPriority)?
    /// What the task missed.
    var past: MediaFileEvent?
  }

  mutating func join(_ task: MediaFileTask, makeJob: () -> FileJob) -> Joined {
    let key = task.request.fetchKey
    let priority = task.request.priority
    guard var loading = loadings[key] else {
      let job = makeJob()
      loadings[key] = Loading(job: job, waiting: [(task, priority)])
      return Joined(newJob: job)
    }
    var joined = Joined()
    if priority > loading.priority { joined.reprioritised = (loading.job, priority) }
    if let (received, expected) = loading.progress {
      joined.past = .progress(received: received, expected: expected)
    }
    loading.waiting.append((task, priority))
    loadings[key] = loading
    return joined
  }

  struct Left {
    /// A job that nobody waits for, to be stopped.
    var stopped: FileJob?
    var reprioritised: (job: FileJob, priority: MediaPriority)?
  }

  mutating func leave(_ task: MediaFileTask) -> Left {
    let key = task.request.fetchKey
    guard var loading = loadings[key], let index = loading.waiting.firstIndex(where: { $0.task === task })
    else { return Left() }
    let old = loading.priority
    loading.waiting.remove(at: index)
    loadings[key] = loading.waiting.isEmpty ? nil : loading
    if loading.waiting.isEmpty { return Left(stopped: loading.job) }
    return Left(reprioritised: loading.priority < old ? (loading.job, loading.priority) : nil)
  }

  /// Notes how much has come. Returns the tasks to be told.
  mutating func note(received: Int, expected: Int?, in fetch: Fetch) -> [MediaFileTask] {
    guard loadings[fetch.key]?.job.fetch === fetch else { return [] }
    loadings[fetch.key]?.progress = (received, expected)
    return loadings[fetch.key]?.waiting.map(\.task) ?? []
  }

  /// Whether one of those who wait wants the file in the data cache.
  func keepsData(_ job: FileJob) -> Bool {
    guard let loading = loadings[job.fetch.key], loading.job === job else { return false }
    return loading.waiting.contains { $0.task.request.keepsData }
  }

  /// Takes out the file of a fetch that has ended. Returns the tasks to be told.
  mutating func end(_ fetch: Fetch) -> [MediaFileTask] {
    guard let loading = loadings[fetch.key], loading.job.fetch === fetch else { return [] }
    loadings[fetch.key] = nil
    return loading.waiting.map(\.task)
  }

  /// Puts a new job in the place of that of `fetch`. Returns `nil` where nobody waits for it.
  mutating func restart(_ fetch: Fetch, makeJob: (MediaPriority) -> FileJob) -> FileJob? {
    let key = fetch.key
    guard let loading = loadings[key], loading.job.fetch === fetch else { return nil }
    let new = makeJob(loading.priority)
    loadings[key] = Loading(job: new, waiting: loading.waiting)
    return new
  }
}
