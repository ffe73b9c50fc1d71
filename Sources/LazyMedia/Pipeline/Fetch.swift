import Locking
import MediaCodecs
import MediaTransport

/// Hears what becomes of a fetch: for pictures the pipeline's core, for whole files ``FileCore``.
protocol FetchOwner: AnyObject, Sendable {
  /// The head of a picture is read.
  func learned(_ info: ImageInfo, from fetch: Fetch)
  /// So many bytes have come.
  func progressed(_ received: Int, expected: Int?, in fetch: Fetch)
  /// The bytes did not come.
  func failed(_ fetch: Fetch, _ error: TransportError)
}

/// Reads the bytes of a fetch.
protocol FetchReader: AnyObject, Sendable {
  /// Bytes have come.
  /// - Parameter isSuspect: the head looked wrong, so a failure is likely and wanted soon.
  func bytesArrived(_ received: Int, expected: Int?, isSuspect: Bool)
  /// The body is whole.
  func wake()
}

/// One transfer and its bytes, for all the decodes that need them; or the bytes alone, where the data cache has them.
final class Fetch: TransportReceiver {
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
    var transfer: (any TransportTransfer)?
    var readers: [any FetchReader] = []
    var response: TransportResponse?
    var probe: ImageProbe?
    var held = 0
    /// Whether the bytes come from the data cache.
    var isKept = false
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

  /// Begins the transfer, or takes the bytes from the data cache. The cache is asked now, not before: whoever ended
  /// since the pipeline last looked had put its bytes there first.
  func start() {
    guard state.withLock({ $0.isRunning }) else { return }
    if key.policy != .reload, let kept = core.configuration.dataCache?.entry(for: key.stored) {
      return serve(kept.body)
    }
    let transfer = core.configuration.transport.start(request, receiver: self)
    let (isOver, priority) = state.withLock { state in
      if !state.isOver { state.transfer = transfer }
      return (state.isOver, state.priority)
    }
    // Everybody left while it started, or somebody joined.
    if isOver { transfer.cancel() } else if priority != request.priority { transfer.setPriority(priority) }
  }

  private func serve(_ kept: BodyBuffer) {
    body.adopt(kept)
    let count = body.count
    // Before the readers, so that the size comes first.
    if let head = body.slices(from: 0).first, let info = head.withBytes({ probe($0).info }) {
      owner.learned(info, from: self)
    }
    owner.progressed(count, expected: count, in: self)
    let readers = state.withLock { state -> [any FetchReader] in
      guard state.isRunning else { return [] }
      state.isKept = true
      state.phase = .complete(TransportSummary(bytes: count, attempts: 0))
      return state.readers
    }
    for reader in readers { reader.wake() }
  }

  /// Gives `reader` the bytes that came and those that will come.
  func attach(_ reader: any FetchReader) {
    let (received, isComplete) = state.withLock { state -> (Int, Bool) in
      guard !state.isOver else { return (0, false) }
      state.readers.append(reader)
      if case .complete = state.phase { return (body.count, true) }
      return (body.count, false)
    }
    if isComplete { reader.wake() } else { reader.bytesArrived(received, expected: nil, isSuspect: false) }
  }

  func detach(_ reader: any FetchReader) {
    state.withLock { state in state.readers.removeAll { $0 === reader } }
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
      state.readers = []
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

  /// How urgent it is now.
  var priority: MediaPriority { state.withLock { $0.priority } }

  /// Whether the bytes come from the data cache.
  var isKept: Bool { state.withLock { $0.isKept } }

  func metrics() -> MediaTaskMetrics {
    let now = core.configuration.now()
    return state.withLock { state in
      var metrics = MediaTaskMetrics()
      metrics.source = state.isKept ? .data : .transport
      metrics.status = state.response?.status
      metrics.bytes = state.isKept ? 0 : body.count
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
    if let info { owner.learned(info, from: self) }

    let (readers, expected) = state.withLock { ($0.readers, $0.response?.expectedBytes) }
    let received = body.count
    owner.progressed(received, expected: expected, in: self)
    for reader in readers { reader.bytesArrived(received, expected: expected, isSuspect: isSuspect) }
  }

  func transportDidFinish(_ summary: TransportSummary) {
    let readers = state.withLock { state -> [any FetchReader] in
      guard state.isRunning else { return [] }
      state.phase = .complete(summary)
      state.transfer = nil
      return state.readers
    }
    for reader in readers { reader.wake() }
  }

  func transportDidFail(_ error: TransportError) {
    guard state.withLock({ $0.isRunning }) else { return }
    owner.failed(self, error)
  }

  private func probe(_ bytes: RawSpan) -> (info: ImageInfo?, isSuspect: Bool) {
    // Only the transport's thread comes here, or that which serves a kept body: one call at a time.
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
