import MediaCodecs

/// Who waits for which decode, and which decodes need which fetch. A value: it says what is to be done, its owner
/// does it.
struct JobTable {
  private struct Decoding {
    let job: DecodeJob
    var waiting: [(task: MediaTask, priority: MediaPriority)]
    var preview: MediaPreview?

    var priority: MediaPriority { waiting.lazy.map(\.priority).max() ?? .veryLow }
  }

  private struct Fetching {
    let fetch: Fetch
    var decodes: [DecodeKey]
    var info: ImageInfo?
    var progress: (received: Int, expected: Int?)?
  }

  private var decodings: [DecodeKey: Decoding] = [:]
  private var fetchings: [FetchKey: Fetching] = [:]

  /// Changed priorities to be passed on.
  struct Reprioritised {
    var job: (job: DecodeJob, priority: MediaPriority)?
    var fetch: (fetch: Fetch, priority: MediaPriority)?
  }

  struct Joined {
    /// A job that is new, to be attached to its fetch.
    var newJob: DecodeJob?
    /// A fetch that is new, to be started.
    var newFetch: Fetch?
    var reprioritised = Reprioritised()
    /// What the task missed.
    var past: [MediaEvent] = []
  }

  mutating func join(
    _ task: MediaTask, priority: MediaPriority, makeFetch: () -> Fetch, makeJob: (Fetch) -> DecodeJob
  ) -> Joined {
    let key = task.request.decodeKey
    var joined = Joined()
    let before = fetchPriority(key.fetch)
    if var decoding = decodings[key] {
      let old = decoding.priority
      decoding.waiting.append((task, priority))
      decodings[key] = decoding
      if priority > old { joined.reprioritised.job = (decoding.job, priority) }
    } else {
      var fetching: Fetching
      #if MUTANTS
        let running = Mutant.fetchesTwice.isOn ? nil : fetchings[key.fetch]
      #else
        let running = fetchings[key.fetch]
      #endif
      if let running {
        fetching = running
      } else {
        let fetch = makeFetch()
        fetching = Fetching(fetch: fetch, decodes: [])
        joined.newFetch = fetch
      }
      let job = makeJob(fetching.fetch)
      fetching.decodes.append(key)
      fetchings[key.fetch] = fetching
      decodings[key] = Decoding(job: job, waiting: [(task, priority)])
      joined.newJob = job
    }
    if let fetching = fetchings[key.fetch], joined.newFetch == nil {
      if let before, priority > before { joined.reprioritised.fetch = (fetching.fetch, priority) }
      if let info = fetching.info { joined.past.append(.size(info)) }
      if let progress = fetching.progress {
        joined.past.append(.progress(received: progress.received, expected: progress.expected))
      }
      if let preview = decodings[key]?.preview { joined.past.append(.preview(preview)) }
    }
    return joined
  }

  struct Left {
    /// A job that nobody waits for, to be stopped.
    var stopped: DecodeJob?
    /// A fetch that no job needs, to be retired.
    var retired: Fetch?
    var reprioritised = Reprioritised()
  }

  mutating func leave(_ task: MediaTask) -> Left {
    let key = task.request.decodeKey
    guard var decoding = decodings[key],
      let index = decoding.waiting.firstIndex(where: { $0.task === task })
    else { return Left() }
    var left = Left()
    let before = fetchPriority(key.fetch)
    let old = decoding.priority
    decoding.waiting.remove(at: index)
    if decoding.waiting.isEmpty {
      left.stopped = decoding.job
      left.retired = remove(key)
    } else {
      decodings[key] = decoding
      if decoding.priority < old { left.reprioritised.job = (decoding.job, decoding.priority) }
    }
    left.reprioritised.fetch = lowered(key.fetch, from: before)
    return left
  }

  mutating func setPriority(_ priority: MediaPriority, of task: MediaTask) -> Reprioritised {
    let key = task.request.decodeKey
    guard var decoding = decodings[key],
      let index = decoding.waiting.firstIndex(where: { $0.task === task })
    else { return Reprioritised() }
    var changed = Reprioritised()
    let before = fetchPriority(key.fetch)
    let old = decoding.priority
    decoding.waiting[index].priority = priority
    decodings[key] = decoding
    if decoding.priority != old { changed.job = (decoding.job, decoding.priority) }
    if let after = fetchPriority(key.fetch), after != before, let fetching = fetchings[key.fetch] {
      changed.fetch = (fetching.fetch, after)
    }
    return changed
  }

  /// Notes the size. Returns the tasks to be told.
  mutating func note(_ info: ImageInfo, from fetch: Fetch) -> [MediaTask] {
    guard fetchings[fetch.key]?.fetch === fetch else { return [] }
    fetchings[fetch.key]?.info = info
    return tasks(of: fetch)
  }

  /// Notes how much has come. Returns the tasks to be told.
  mutating func note(received: Int, expected: Int?, in fetch: Fetch) -> [MediaTask] {
    guard fetchings[fetch.key]?.fetch === fetch else { return [] }
    fetchings[fetch.key]?.progress = (received, expected)
    return tasks(of: fetch)
  }

  /// Notes a preview. Returns the tasks to be told.
  mutating func note(_ preview: MediaPreview, in job: DecodeJob) -> [MediaTask] {
    guard decodings[job.key]?.job === job else { return [] }
    decodings[job.key]?.preview = preview
    return decodings[job.key]?.waiting.map(\.task) ?? []
  }

  /// Whether one of those who wait for a job wants its picture in the memory cache.
  func isCacheable(_ job: DecodeJob) -> Bool {
    decodings[job.key]?.waiting.contains { $0.task.request.usesMemoryCache } ?? false
  }

  /// Whether one of those who wait for a job wants its file in the data cache.
  func keepsData(_ job: DecodeJob) -> Bool {
    decodings[job.key]?.waiting.contains { $0.task.request.keepsData } ?? false
  }

  struct Restarted {
    let fetch: Fetch
    let jobs: [DecodeJob]
    /// Those that read the old bytes.
    let stopped: [DecodeJob]
  }

  /// Puts a new fetch, with new jobs, in the place of that of `job`. Returns `nil` where nobody waits for it.
  mutating func restart(
    _ job: DecodeJob, makeFetch: (MediaPriority) -> Fetch, makeJob: (MediaRequest, Fetch) -> DecodeJob
  ) -> Restarted? {
    let key = job.key.fetch
    guard decodings[job.key]?.job === job, let old = fetchings[key] else { return nil }
    let fetch = makeFetch(fetchPriority(key) ?? .normal)
    fetchings[key] = Fetching(fetch: fetch, decodes: old.decodes)
    var jobs: [DecodeJob] = []
    var stopped: [DecodeJob] = []
    for key in old.decodes {
      guard let decoding = decodings[key], var request = decoding.waiting.first?.task.request else {
        continue
      }
      request.priority = decoding.priority
      let job = makeJob(request, fetch)
      decodings[key] = Decoding(job: job, waiting: decoding.waiting)
      jobs.append(job)
      stopped.append(decoding.job)
    }
    return Restarted(fetch: fetch, jobs: jobs, stopped: stopped)
  }

  /// Takes out a job that has ended. Returns the tasks to be told and the fetch that no job needs any more.
  mutating func end(_ job: DecodeJob) -> (tasks: [MediaTask], retired: Fetch?) {
    guard let decoding = decodings[job.key], decoding.job === job else { return ([], nil) }
    return (decoding.waiting.map(\.task), remove(job.key))
  }

  /// Takes out a fetch that failed, with its jobs. Returns the tasks to be told and the jobs to be stopped.
  mutating func end(_ fetch: Fetch) -> (tasks: [MediaTask], stopped: [DecodeJob]) {
    guard let fetching = fetchings[fetch.key], fetching.fetch === fetch else { return ([], []) }
    let tasks = tasks(of: fetch)
    fetchings[fetch.key] = nil
    return (tasks, fetching.decodes.compactMap { decodings.removeValue(forKey: $0)?.job })
  }

  // MARK: Parts

  /// Removes a decode. Returns its fetch if no other decode needs it.
  private mutating func remove(_ key: DecodeKey) -> Fetch? {
    decodings[key] = nil
    guard var fetching = fetchings[key.fetch] else { return nil }
    fetching.decodes.removeAll { $0 == key }
    fetchings[key.fetch] = fetching.decodes.isEmpty ? nil : fetching
    return fetching.decodes.isEmpty ? fetching.fetch : nil
  }

  /// Asked for each piece of a body, so it takes one array only.
  private func tasks(of fetch: Fetch) -> [MediaTask] {
    var tasks: [MediaTask] = []
    for key in fetchings[fetch.key]?.decodes ?? [] {
      for (task, _) in decodings[key]?.waiting ?? [] { tasks.append(task) }
    }
    return tasks
  }

  private func fetchPriority(_ key: FetchKey) -> MediaPriority? {
    fetchings[key]?.decodes.compactMap { decodings[$0]?.priority }.max()
  }

  private func lowered(_ key: FetchKey, from before: MediaPriority?) -> (Fetch, MediaPriority)? {
    guard let before, let after = fetchPriority(key), after < before, let fetching = fetchings[key] else {
      return nil
    }
    return (fetching.fetch, after)
  }
}
