import Locking
import MediaCodecs
import MediaTransport

/// Hears what becomes of a fetch: for pictures the pipeline's core, for whole files ``FileCore``.
protocol FetchOwner: AnyObject, Sendable {
  /// The head of a picture is read.
  func learned(_ info: ImageInfo, from fetch: Fetch)
  /// So many bytes have come.
  func progressed(_ received: Int, expected: Int?, in fetch: Fetch)
  /// The body is whole, and was handed to the stores if it may be.
  func completed(_ fetch: Fetch)
  /// The bytes did not come.
  func failed(_ fetch: Fetch, _ error: TransportError)
  /// What came so far belongs to a file that is no more. Returns the fetch in whose name the load goes on, with all who
  /// wait; `nil` where nobody does.
  func startedOver(_ fetch: Fetch) -> Fetch?
}

/// Reads the bytes of a fetch.
protocol FetchReader: AnyObject, Sendable {
  /// Bytes have come.
  /// - Parameter isSuspect: the head looked wrong, so a failure is likely and wanted soon.
  func bytesArrived(_ received: Int, expected: Int?, isSuspect: Bool)
  /// The body is whole.
  func wake()
}

/// The bytes of one file, for all the decodes that need them: from the data cache, from a store or from a transfer.
final class Fetch: BodyLoadReceiver {
  let key: FetchKey
  let request: TransportRequest
  let body = BodyBuffer()

  private let core: PipelineCore
  private let owner: any FetchOwner
  private let state: Lock<State>

  private struct State {
    enum Phase {
      case running
      case complete(TransportSummary)
      /// Nobody needs it any more, or it failed.
      case over
    }

    var phase = Phase.running
    var load: BodyLoad?
    var readers: [any FetchReader] = []
    var response: TransportResponse?
    var probe: ImageProbe?
    var held = 0
    var source = MediaTaskMetrics.Source.transport
    var priority: MediaPriority
    let started: Duration

    var isRunning: Bool { if case .running = phase { true } else { false } }
    var isOver: Bool { if case .over = phase { true } else { false } }
  }

  /// - Parameter probe: reads the head of a picture; `nil` where the file is none.
  init(
    key: FetchKey, request: TransportRequest, probe: ImageProbe?, started: Duration, core: PipelineCore,
    owner: any FetchOwner
  ) {
    self.key = key
    self.request = request
    self.core = core
    self.owner = owner
    state = Lock(State(probe: probe, priority: request.priority, started: started))
  }

  // MARK: From the pipeline

  /// Begins. The data cache is asked now, not before: whoever ended since the pipeline last looked had put its bytes
  /// there first.
  func start() {
    guard state.withLock({ $0.isRunning }) else { return }
    if key.policy != .reload, let kept = core.configuration.dataCache?.entry(for: key.stored) {
      core.meter.count { $0.dataHits += 1 }
      return serve(kept.body, as: .data)
    }
    begin(BodyLoad(key: key, request: request, core: core, receiver: self)) { $0.start() }
  }

  /// Begins by fetching the file anew, whatever is stored.
  func startAfresh() {
    begin(BodyLoad(key: key, request: request, core: core, receiver: self)) { $0.startAfresh() }
  }

  /// Begins in the place of a fetch whose load goes on.
  func take(over load: BodyLoad) { begin(load) { _ in } }

  private func begin(_ load: BodyLoad, _ start: (BodyLoad) -> Void) {
    let priority = state.withLock { state -> MediaPriority? in
      guard state.isRunning else { return nil }
      state.load = load
      return state.priority
    }
    // Everybody left meanwhile, or somebody joined.
    guard let priority else { return load.cancel() }
    load.setPriority(priority)
    start(load)
  }

  private func serve(_ kept: BodyBuffer, as source: MediaTaskMetrics.Source) {
    body.adopt(kept)
    let count = body.count
    // Before the readers, so that the size comes first.
    if let head = body.slices(from: 0).first, let info = head.withBytes({ probe($0).info }) {
      owner.learned(info, from: self)
    }
    owner.progressed(count, expected: count, in: self)
    state.withLock { $0.source = source }
    complete(TransportSummary(bytes: count, attempts: 0))
  }

  /// Gives `reader` the bytes that came and those that will come.
  func attach(_ reader: any FetchReader) {
    let isComplete = state.withLock { state -> Bool? in
      guard !state.isOver else { return nil }
      state.readers.append(reader)
      if case .complete = state.phase { return true }
      return false
    }
    switch isComplete {
    case nil: break
    case true?: reader.wake()
    case false?: reader.bytesArrived(body.count, expected: nil, isSuspect: false)
    }
  }

  func detach(_ reader: any FetchReader) {
    state.withLock { state in state.readers.removeAll { $0 === reader } }
  }

  func setPriority(_ priority: MediaPriority) {
    let load = state.withLock { state in
      state.priority = priority
      return state.load
    }
    load?.setPriority(priority)
  }

  /// Ends it: bytes are let go, a load that runs is cancelled. Idempotent.
  func retire() {
    let (load, held) = state.withLock { state -> (BodyLoad?, Int) in
      let load = state.isRunning ? state.load : nil
      let held = state.held
      state.phase = .over
      state.load = nil
      state.readers = []
      state.held = 0
      return (load, held)
    }
    #if MUTANTS
      if Mutant.leaksTransfers.isOn { return }
    #endif
    load?.cancel()
    if held > 0 { core.admission.add(-held) }
  }

  /// Whether the body is whole. Read this before the bytes: what is read then is all.
  var isComplete: Bool {
    state.withLock { state in if case .complete = state.phase { true } else { false } }
  }

  /// How urgent it is now.
  var priority: MediaPriority { state.withLock { $0.priority } }

  /// Drops the body wherever it is kept, because it gave no picture. Returns whether it came from there, so that the file
  /// itself may be better.
  func dropKept() -> Bool {
    let (source, load) = state.withLock { ($0.source, $0.load) }
    if source == .data { core.configuration.dataCache?.remove(body, for: key.stored) }
    load?.dropStored()
    return source != .transport
  }

  func metrics() -> MediaTaskMetrics {
    let now = core.configuration.now()
    return state.withLock { state in
      var metrics = MediaTaskMetrics()
      metrics.source = state.source
      metrics.status = state.response?.status
      if case .complete(let summary) = state.phase {
        metrics.attempts = summary.attempts
        metrics.timings = summary.timings
        metrics.bytes = summary.attempts > 0 ? summary.bytes : 0
      } else {
        metrics.bytes = body.count
      }
      metrics.decoded = now - state.started
      return metrics
    }
  }

  // MARK: BodyLoadReceiver

  func loadDidReceive(_ response: TransportResponse) {
    state.withLock { $0.response = response }
    if let expected = response.expectedBytes, expected > 0 {
      body.reserve(min(expected, request.maximumBytes))
    }
  }

  func loadDidResume(from kept: BodyBuffer) {
    body.adopt(kept)
    take(kept.slices(from: 0))
  }

  func loadDidReceive(_ bytes: RawSpan) {
    guard bytes.byteCount > 0, hold(bytes.byteCount) else { return }
    body.append(bytes)
    tell(probe(bytes))
  }

  func loadDidFind(_ kept: MediaBody, level: MediaStoreLevel) {
    guard hold(kept.count) else { return }
    switch level {
    case .disk:
      core.meter.count { $0.diskHits += 1 }
      serve(kept.buffer, as: .disk)
    case .shared:
      core.meter.count { $0.sharedHits += 1 }
      serve(kept.buffer, as: .shared)
    }
  }

  func loadDidStartOver(_ load: BodyLoad) -> (any BodyLoadReceiver)? {
    // The load goes on, for another fetch.
    state.withLock { $0.load = nil }
    guard let new = owner.startedOver(self) else { return nil }
    new.take(over: load)
    return new
  }

  func loadDidFinish(_ summary: TransportSummary) { complete(summary) }

  func loadDidFail(_ error: TransportError) {
    guard state.withLock({ $0.isRunning }) else { return }
    owner.failed(self, error)
  }

  // MARK: Parts

  private func complete(_ summary: TransportSummary) {
    let readers = state.withLock { state -> [any FetchReader]? in
      guard state.isRunning else { return nil }
      state.phase = .complete(summary)
      return state.readers
    }
    guard let readers else { return }
    for reader in readers { reader.wake() }
    owner.completed(self)
  }

  /// Takes bytes that the body has already.
  private func take(_ slices: [BodyBuffer.Slice]) {
    let count = slices.reduce(0) { $0 + $1.count }
    guard count > 0, hold(count) else { return }
    var head: (info: ImageInfo?, isSuspect: Bool) = (nil, false)
    for slice in slices {
      let (info, isSuspect) = slice.withBytes(probe)
      head = (head.info ?? info, head.isSuspect || isSuspect)
    }
    tell(head)
  }

  /// Counts bytes against the limit of what is held. Returns `false` where nobody wants them any more.
  private func hold(_ count: Int) -> Bool {
    let isRunning = state.withLock { state in
      if state.isRunning { state.held += count }
      return state.isRunning
    }
    if isRunning { core.admission.add(count) }
    return isRunning
  }

  /// The head is read when its bytes come, on the spot: the size is known, and rubbish is found, before any decode.
  private func tell(_ head: (info: ImageInfo?, isSuspect: Bool)) {
    if let info = head.info { owner.learned(info, from: self) }
    let (readers, expected) = state.withLock { ($0.readers, $0.response?.expectedBytes) }
    let received = body.count
    owner.progressed(received, expected: expected, in: self)
    for reader in readers { reader.bytesArrived(received, expected: expected, isSuspect: head.isSuspect) }
  }

  private func probe(_ bytes: RawSpan) -> (info: ImageInfo?, isSuspect: Bool) {
    // One thread at a time comes here: that which brings the bytes.
    guard var probe = state.withLock({ $0.probe }) else { return (nil, false) }
    do {
      let info = try probe.feed(bytes)
      let rest = info == nil ? probe : nil
      state.withLock { $0.probe = rest }
      return (info, false)
    } catch {
      // The decoder says what is wrong; it is asked at once.
      state.withLock { $0.probe = nil }
      return (nil, true)
    }
  }
}
