import Locking
import MediaCodecs

/// One decode, for all the tasks that want its pixels: runs in steps on the decode executor, each draining what has
/// arrived.
final class DecodeJob: BackgroundWork, FetchReader {
  let key: DecodeKey
  let fetch: Fetch

  private let core: PipelineCore
  private let options: DecodeOptions
  private let cancellation = DecodeCancellation()
  private let state: Lock<State>

  private struct State {
    var machine = DecodeStepMachine()
    var priority: MediaPriority
    var hasBegun = false
    /// Bytes that had arrived when a step was last asked for.
    var announced = 0
  }

  /// What a step works on. nonisolated(unsafe): DecodeStepMachine lets one step run at a time.
  nonisolated(unsafe) private var decoder: PushDecoder?
  nonisolated(unsafe) private var offset = 0
  nonisolated(unsafe) private var image: DecodedImage?

  /// A body up to this many bytes is decoded once it is whole: overlap would gain a millisecond or two and cost
  /// thread hops, and a decoder in memory for every transfer.
  private static let wholeBodyLimit = 256 << 10
  /// A whole body up to this many bytes is decoded within a few milliseconds; shown as small as an icon, one of four times
  /// as many too, as it is scaled while it is decoded.
  private static let smallBody = 32 << 10
  /// Bytes that make a further step worth its hop.
  private static let stepBytes = 32 << 10

  init(key: DecodeKey, request: MediaRequest, fetch: Fetch, core: PipelineCore) {
    self.key = key
    self.fetch = fetch
    self.core = core
    options = DecodeOptions(
      target: request.target, pixelFormat: request.pixelFormat, alphaMode: request.alphaMode,
      appliesOrientation: request.appliesOrientation, makesPreviews: request.makesPreviews,
      allowsPartial: request.allowsPartial, limits: core.configuration.decodeLimits)
    state = Lock(State(priority: request.priority))
  }

  // MARK: Scheduling

  /// Bytes have come. A step is submitted where that is worth its cost.
  func bytesArrived(_ received: Int, expected: Int?, isSuspect: Bool) {
    let isSmall = !options.makesPreviews && max(received, expected ?? 0) <= Self.wholeBodyLimit
    let submits = state.withLock { state in
      guard isSuspect || (!isSmall && received - state.announced >= Self.stepBytes) else { return false }
      state.announced = received
      return state.machine.wake()
    }
    if submits { submit() }
  }

  func wake() {
    if state.withLock({ $0.machine.wake() }) { submit() }
  }

  func setPriority(_ priority: MediaPriority) {
    state.withLock { $0.priority = priority }
    core.configuration.decodeExecutor.setPriority(priority, of: self)
  }

  /// Nobody waits any more: a queued step is dropped, a running one ends between two row groups.
  func stop() {
    cancellation.cancel()
    let isWasted = state.withLock { $0.machine.stop() && $0.hasBegun }
    if isWasted { core.meter.count { $0.decodesWasted += 1 } }
    core.configuration.decodeExecutor.withdraw(self)
    fetch.detach(self)
  }

  private func submit() {
    let priority = state.withLock { $0.priority }
    core.configuration.decodeExecutor.submit(self, priority: priority)
    // A change between the two was told to an executor that did not have the step yet.
    let now = state.withLock { $0.priority }
    if now != priority { core.configuration.decodeExecutor.setPriority(now, of: self) }
  }

  // MARK: BackgroundWork

  var isSmall: Bool {
    guard fetch.isComplete else { return false }
    return fetch.body.count <= (options.target?.isIcon == true ? 4 : 1) * Self.smallBody
  }

  func run() {
    let begins = state.withLock { state in
      guard state.machine.begin() else { return false }
      state.hasBegun = true
      return true
    }
    guard begins else { return }
    if step() {
      _ = state.withLock { $0.machine.stop() }
      decoder = nil
      image = nil
    } else if state.withLock({ $0.machine.end() }) {
      submit()
    }
  }

  /// Decodes what has arrived. Returns whether the job is over.
  private func step() -> Bool {
    do {
      let isComplete = fetch.isComplete
      let decoder =
        self.decoder
        ?? PushDecoder(
          options: options, pool: core.configuration.pixelBufferPool, cancellation: cancellation)
      self.decoder = decoder
      for slice in fetch.body.slices(from: offset) {
        try slice.withBytes { (bytes) throws(CodecError) in try decoder.feed(bytes, onEvent: take) }
        offset += slice.count
      }
      guard isComplete else { return false }
      if image == nil { try decoder.finish(onEvent: take) }
      guard let image else {
        core.failed(self, .corrupt("the decoder gave no picture"))
        return true
      }
      core.finished(self, MediaImage(image))
      return true
    } catch {
      if error != .cancelled { core.failed(self, error) }
      return true
    }
  }

  private func take(_ event: DecodeEvent) {
    switch event {
    case .info, .rows:
      // The size was told from the head of the transfer.
      break
    case .preview(let pixels):
      core.previewed(MediaPreview(pixels: pixels), in: self)
    case .finished(let decoded):
      image = decoded
    }
  }
}
