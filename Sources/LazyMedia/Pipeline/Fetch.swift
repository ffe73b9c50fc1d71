import Locking
import MediaCodecs
import MediaTransport

/// One transfer and its bytes, for all the decodes that need them.
final class Fetch: TransportReceiver {
  let key: FetchKey
  let request: TransportRequest
  let body = BodyBuffer()

  private let core: PipelineCore
  private let state: Lock<State>

  private struct State {
    enum Phase {
      case running
      case complete(TransportSummary)
      /// Nobody needs it any more, or it failed.
      case over
    }

    var phase = Phase.running
    var transfer: (any TransportTransfer)?
    var jobs: [DecodeJob] = []
    var response: TransportResponse?
    var probe: ImageProbe?
    var held = 0
    var priority: MediaPriority
    let started: Duration

    var isRunning: Bool { if case .running = phase { true } else { false } }
    var isOver: Bool { if case .over = phase { true } else { false } }
  }

  init(key: FetchKey, request: TransportRequest, started: Duration, core: PipelineCore) {
    self.key = key
    self.request = request
    self.core = core
    state = Lock(
      State(
        probe: ImageProbe(limits: core.configuration.decodeLimits), priority: request.priority,
        started: started))
  }

  // MARK: From the pipeline

  func start() {
    guard state.withLock({ $0.isRunning }) else { return }
    let transfer = core.configuration.transport.start(request, receiver: self)
    let (isOver, priority) = state.withLock { state in
      if !state.isOver { state.transfer = transfer }
      return (state.isOver, state.priority)
    }
    // Everybody left while it started, or somebody joined.
    if isOver { transfer.cancel() } else if priority != request.priority { transfer.setPriority(priority) }
  }

  /// Gives `job` the bytes that came and those that will come.
  func attach(_ job: DecodeJob) {
    let (received, isComplete) = state.withLock { state -> (Int, Bool) in
      guard !state.isOver else { return (0, false) }
      state.jobs.append(job)
      if case .complete = state.phase { return (body.count, true) }
      return (body.count, false)
    }
    if isComplete { job.wake() } else { job.bytesArrived(received, expected: nil, isSuspect: false) }
  }

  func detach(_ job: DecodeJob) {
    state.withLock { state in state.jobs.removeAll { $0 === job } }
  }

  func setPriority(_ priority: MediaPriority) {
    let transfer = state.withLock { state in
      state.priority = priority
      return state.transfer
    }
    transfer?.setPriority(priority)
  }

  /// Ends it: bytes are let go, a transfer that runs is cancelled. Idempotent.
  func retire() {
    let (transfer, held) = state.withLock { state -> ((any TransportTransfer)?, Int) in
      let transfer = state.isRunning ? state.transfer : nil
      let held = state.held
      state.phase = .over
      state.transfer = nil
      state.jobs = []
      state.held = 0
      return (transfer, held)
    }
    #if MUTANTS
      if Mutant.leaksTransfers.isOn { return }
    #endif
    transfer?.cancel()
    if held > 0 { core.admission.add(-held) }
  }

  /// Whether the body is whole. Read this before the bytes: what is read then is all.
  var isComplete: Bool {
    state.withLock { state in if case .complete = state.phase { true } else { false } }
  }

  func metrics() -> MediaTaskMetrics {
    let now = core.configuration.now()
    return state.withLock { state in
      var metrics = MediaTaskMetrics()
      metrics.source = .transport
      metrics.status = state.response?.status
      metrics.bytes = body.count
      if case .complete(let summary) = state.phase {
        metrics.attempts = summary.attempts
        metrics.timings = summary.timings
      }
      metrics.decoded = now - state.started
      return metrics
    }
  }

  // MARK: TransportReceiver

  func transportDidReceive(_ response: TransportResponse) {
    state.withLock { $0.response = response }
    if let expected = response.expectedBytes, expected > 0 {
      body.reserve(min(expected, request.maximumBytes))
    }
  }

  func transportDidReceive(_ bytes: RawSpan) {
    let count = bytes.byteCount
    guard count > 0 else { return }
    let isRunning = state.withLock { state in
      if state.isRunning { state.held += count }
      return state.isRunning
    }
    guard isRunning else { return }
    core.admission.add(count)
    body.append(bytes)

    // The head is read here, on the spot: the size is known, and rubbish is found, before any decode.
    let (info, isSuspect) = probe(bytes)
    if let info { core.learned(info, from: self) }

    let (jobs, expected) = state.withLock { ($0.jobs, $0.response?.expectedBytes) }
    let received = body.count
    core.progressed(received, expected: expected, in: self)
    for job in jobs { job.bytesArrived(received, expected: expected, isSuspect: isSuspect) }
  }

  func transportDidFinish(_ summary: TransportSummary) {
    let jobs = state.withLock { state -> [DecodeJob] in
      guard state.isRunning else { return [] }
      state.phase = .complete(summary)
      state.transfer = nil
      return state.jobs
    }
    for job in jobs { job.wake() }
  }

  func transportDidFail(_ error: TransportError) {
    guard state.withLock({ $0.isRunning }) else { return }
    core.failed(self, error)
  }

  private func probe(_ bytes: RawSpan) -> (info: ImageInfo?, isSuspect: Bool) {
    // Only the transport's thread comes here, one call at a time.
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
