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
    var decodes: [DecodeKey] = []
    /// Whether the body is whole and was handed to the stores.
    var isStored = false
    /// Who wants the file stored, and nothing more.
    var storing: [(task: StoreTask, priority: MediaPriority)] = []
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
        fetching = Fetching(fetch: fetch)
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
    left.reprioritised.fetch = changed(key.fetch, from: before).fetch
    return left
  }

  mutating func setPriority(_ priority: MediaPriority, of task: MediaTask) -> Reprioritised {
    let key = task.request.decodeKey
    guard var decoding = decodings[key],
      let index = decoding.waiting.firstIndex(where: { $0.task === task })
    else { return Reprioritised() }
    let before = fetchPriority(key.fetch)
    let old = decoding.priority
    decoding.waiting[index].priority = priority
    decodings[key] = decoding
    var changed = changed(key.fetch, from: before)
    if decoding.priority != old { changed.job = (decoding.job, decoding.priority) }
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

  /// Puts a new fetch, with new jobs, in the place of `fetch`. Returns `nil` where nobody waits for that.
  mutating func restart(
    _ fetch: Fetch, makeFetch: (MediaPriority) -> Fetch, makeJob: (MediaRequest, Fetch) -> DecodeJob
  ) -> Restarted? {
    let key = fetch.key
    guard let old = fetchings[key], old.fetch === fetch else { return nil }
    let fetch = makeFetch(fetchPriority(key) ?? .normal)
    fetchings[key] = Fetching(fetch: fetch, decodes: old.decodes, storing: old.storing)
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

  struct Failed {
    /// To be told.
    var tasks: [MediaTask] = []
    /// To be told.
    var storing: [StoreTask] = []
    var stopped: [DecodeJob] = []
  }

  /// Takes out a fetch that failed, with its jobs.
  mutating func end(_ fetch: Fetch) -> Failed {
    guard let fetching = fetchings[fetch.key], fetching.fetch === fetch else { return Failed() }
    let tasks = tasks(of: fetch)
    fetchings[fetch.key] = nil
    return Failed(
      tasks: tasks, storing: fetching.storing.map(\.task),
      stopped: fetching.decodes.compactMap { decodings.removeValue(forKey: $0)?.job })
  }

  // MARK: Storing

  /// Adds somebody who wants a file stored. Returns `nil` where it was handed to the stores already.
  mutating func join(_ task: StoreTask, makeFetch: () -> Fetch) -> Joined? {
    let key = task.request.fetchKey
    let priority = task.request.priority
    if fetchings[key]?.isStored == true { return nil }
    var joined = Joined()
    let before = fetchPriority(key)
    var fetching: Fetching
    if let running = fetchings[key] {
      fetching = running
      if let before, priority > before { joined.reprioritised.fetch = (running.fetch, priority) }
    } else {
      fetching = Fetching(fetch: makeFetch())
      joined.newFetch = fetching.fetch
    }
    fetching.storing.append((task, priority))
    fetchings[key] = fetching
    return joined
  }

  mutating func leave(_ task: StoreTask) -> Left {
    let key = task.request.fetchKey
    guard var fetching = fetchings[key],
      let index = fetching.storing.firstIndex(where: { $0.task === task })
    else { return Left() }
    let before = fetchPriority(key)
    fetching.storing.remove(at: index)
    fetchings[key] = fetching
    let retired = removeIfUnneeded(key)
    return Left(retired: retired, reprioritised: changed(key, from: before))
  }

  mutating func setPriority(_ priority: MediaPriority, of task: StoreTask) -> Reprioritised {
    let key = task.request.fetchKey
    guard let index = fetchings[key]?.storing.firstIndex(where: { $0.task === task }) else {
      return Reprioritised()
    }
    let before = fetchPriority(key)
    fetchings[key]?.storing[index].priority = priority
    return changed(key, from: before)
  }

  /// Takes out those who waited for the file of a fetch to be stored. Returns them, and the fetch where nobody else needs
  /// it.
  mutating func stored(_ fetch: Fetch) -> (storing: [StoreTask], retired: Fetch?) {
    guard var fetching = fetchings[fetch.key], fetching.fetch === fetch else { return ([], nil) }
    let storing = fetching.storing.map(\.task)
    fetching.storing = []
    fetching.isStored = true
    fetchings[fetch.key] = fetching
    return (storing, removeIfUnneeded(fetch.key))
  }

  // MARK: What there is

  /// Fetches under way or waiting.
  var fetchCount: Int { fetchings.count }

  /// Decodes waiting for bytes, for a thread, or running.
  var decodeCount: Int { decodings.count }

  /// How urgent a fetch is now; `nil` where it is not needed any more.
  func priority(of fetch: Fetch) -> MediaPriority? {
    fetchings[fetch.key]?.fetch === fetch ? fetchPriority(fetch.key) : nil
  }

  /// How urgent a decode is now; `nil` where it is not needed any more.
  func priority(of job: DecodeJob) -> MediaPriority? {
    decodings[job.key].flatMap { $0.job === job ? $0.priority : nil }
  }

  // MARK: Parts

  /// Removes a decode. Returns its fetch if no other decode needs it.
  private mutating func remove(_ key: DecodeKey) -> Fetch? {
    decodings[key] = nil
    fetchings[key.fetch]?.decodes.removeAll { $0 == key }
    return removeIfUnneeded(key.fetch)
  }

  private mutating func removeIfUnneeded(_ key: FetchKey) -> Fetch? {
    guard let fetching = fetchings[key], fetching.decodes.isEmpty, fetching.storing.isEmpty else {
      return nil
    }
    fetchings[key] = nil
    return fetching.fetch
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
    guard let fetching = fetchings[key] else { return nil }
    let storing = fetching.storing.lazy.map(\.priority).max()
    let decoding = fetching.decodes.lazy.compactMap { decodings[$0]?.priority }.max()
    guard let storing, let decoding else { return storing ?? decoding }
    return max(storing, decoding)
  }

  /// What is to be passed on where the priority of a fetch is another than `before`.
  private func changed(_ key: FetchKey, from before: MediaPriority?) -> Reprioritised {
    guard let before, let after = fetchPriority(key), after != before, let fetching = fetchings[key] else {
      return Reprioritised()
    }
    return Reprioritised(fetch: (fetching.fetch, after))
  }
}
