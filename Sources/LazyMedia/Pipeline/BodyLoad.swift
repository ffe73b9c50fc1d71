import Locking
import MediaCodecs
import MediaTransport

/// Brings one body: from a store as HTTP allows, from the network, or from both where the server says that what is stored
/// still holds. A transfer that breaks goes on where it stopped. What came whole and looks like media is stored.
///
/// ``CacheLoadMachine`` decides about stores, ``ResumeMachine`` about transfers; this carries out.
final class BodyLoad: Sendable {
  let key: FetchKey
  let request: TransportRequest

  let core: PipelineCore
  let state: Lock<State>

  struct State {
    var cache: CacheLoadMachine
    var resume: ResumeMachine
    /// `nil` once it is over.
    var receiver: (any BodyLoadReceiver)?
    var priority: MediaPriority
    var lookup: StoreWork?
    var transfer: (any TransportTransfer)?
    /// Names the newest transfer, so that nothing of an earlier one counts.
    var serial = 0
    /// Fields that this load adds to the request.
    var fields: [HTTPField] = []
    /// What was found last, and under which key.
    var found: (entry: StoreStack.Found, key: String)?
    /// What this load goes on from.
    var kept: PartialBodies.Partial?
    /// A head that is acted on once its transfer has ended.
    var notModified: TransportResponse?
    /// Bytes that came over the network.
    var received = 0
    var attempts = 0
    /// Under which keys this load stored what it brought.
    var storedKeys: [String] = []
    let started: Duration
    var asked = 0

    var isOver: Bool { receiver == nil }
  }

  /// A load.
  /// - Parameters:
  ///   - cache: decides about stores; `nil` for one that begins with looking there.
  ///   - found: what `cache` is about.
  init(
    key: FetchKey, request: TransportRequest, core: PipelineCore, receiver: any BodyLoadReceiver,
    cache: CacheLoadMachine? = nil, found: (StoreStack.Found, String)? = nil
  ) {
    self.key = key
    self.request = request
    self.core = core
    let cache =
      cache
      ?? CacheLoadMachine(
        policy: key.policy, key: Self.primaryKey(key, request), requestFields: request.headers,
        isLocal: !request.isRemote)
    state = Lock(
      State(
        cache: cache, resume: Self.resumeMachine(nil, request), receiver: receiver,
        priority: request.priority, found: found, started: core.configuration.now()))
  }

  /// Where stores have the file of `request`.
  static func primaryKey(_ key: FetchKey, _ request: TransportRequest) -> String {
    CacheKey.primary(url: request.url, identifier: key.resource == request.url ? nil : key.resource)
  }

  private static func resumeMachine(_ point: ResumePoint?, _ request: TransportRequest) -> ResumeMachine {
    // Each of its transfers is tried again by the transport, too, as long as nothing of it has come.
    ResumeMachine(point: point, maximumFruitless: min(1, request.retryPolicy.maximumRetries))
  }

  // MARK: From its owner

  /// Begins, with what is stored.
  func start() {
    perform(step { $0.cache.begin() })
  }

  /// Begins without what is stored.
  func startAfresh() {
    let now = core.configuration.unixTime()
    perform(
      step { state in
        let first = state.cache.begin()
        if case .lookUp = first { return state.cache.found(nil, now: now) }
        return first
      })
  }

  /// Stops it. What came of a transfer is kept where the next may go on from it. Idempotent.
  func cancel() {
    let ended = state.withLock { state -> Ended? in
      guard state.receiver != nil else { return nil }
      return state.end()
    }
    guard let ended else { return }
    if let lookup = ended.lookup { core.stores.withdraw(lookup) }
    ended.transfer?.cancel()
    if ended.received > 0 { core.meter.count { $0.bytesWasted += ended.received } }
    keep(ended)
  }

  func setPriority(_ priority: MediaPriority) {
    let (transfer, lookup) = state.withLock { state in
      state.priority = priority
      return (state.transfer, state.lookup)
    }
    transfer?.setPriority(priority)
    if let lookup { core.stores.setPriority(priority, of: lookup) }
  }

  /// Drops what this load found or stored, because it gave no picture.
  func dropStored() {
    let (found, storedKeys) = state.withLock { ($0.found, $0.storedKeys) }
    if let found { core.stores.remove(found.entry, for: found.key) }
    for key in storedKeys { core.stores.remove(key) }
  }

  // MARK: Steps

  /// Lets the machines take a step, unless the load is over.
  func step<Result>(_ body: (inout State) -> Result) -> Result? {
    state.withLock { state in state.isOver ? nil : body(&state) }
  }

  func perform(_ action: CacheLoadMachine.Action?) {
    switch action {
    case nil, .some(.none), .deliver: break
    case .lookUp(let key): lookUp(key)
    case .fetch(let fields): fetch(fields)
    case .serve(let revalidating): serve(revalidating: revalidating)
    case .serveStale: serve(revalidating: false)
    case .serveConfirmed(let head, let key): serve(confirmed: head, key)
    case .store, .pass: break
    case .fail(let error, let removing):
      for key in removing { core.stores.remove(key) }
      fail(error)
    case .unsatisfiable:
      fail(
        TransportError(
          phase: .request, code: .notCached, message: "it is not stored, and the network may not be used",
          url: request.redactedURL))
    }
  }

  // MARK: Stores

  private func lookUp(_ key: String) {
    guard !core.stores.isEmpty else { return take(nil, for: key) }
    guard let priority = step({ $0.priority }) else { return }
    let work = core.stores.find(key, priority: priority) { [self] in take($0, for: key) }
    let (isOver, now) = state.withLock { state in
      state.lookup = work
      return (state.isOver, state.priority)
    }
    if isOver {
      core.stores.withdraw(work)
    } else if now != priority {
      core.stores.setPriority(now, of: work)
    }
  }

  private func take(_ found: StoreStack.Found?, for key: String) {
    let head = found.flatMap { StoredResponse($0.entry.head.bytes) }
    if let found, head == nil { core.stores.remove(found, for: key) }
    perform(
      step { state in
        state.lookup = nil
        state.found = head == nil ? nil : found.map { ($0, key) }
        return state.cache.found(head, now: core.configuration.unixTime())
      })
  }

  private func serve(revalidating: Bool) {
    guard let (found, key) = step({ $0.found }) ?? nil else { return }
    core.stores.promote(found, for: key)
    hand(found)
    if revalidating { core.revalidations.start(self.key, request, found, key, core: core) }
  }

  private func serve(confirmed head: StoredResponse?, _ key: String) {
    guard let (found, _) = step({ $0.found }) ?? nil else { return }
    core.meter.count { $0.revalidations += 1 }
    if let head {
      core.stores.refresh(found, with: head.encode(), for: key)
    } else {
      core.stores.remove(found, for: key)
    }
    hand(found)
  }

  /// Gives the receiver what was found. The end.
  private func hand(_ found: StoreStack.Found) {
    end()?.receiver?.loadDidFind(found.entry.body, level: found.level)
  }

  // MARK: Transfers

  private func fetch(_ fields: [HTTPField]) {
    // What is asked for anew, or on a condition, is not pieced together.
    let isWhole = step { $0.cache.isBypassed } == false && fields.isEmpty
    let kept = isWhole ? core.partialBodies.take(key.stored) : nil
    let action = step { state in
      state.fields = fields
      state.kept = kept
      state.resume = Self.resumeMachine(kept?.point, request)
      return state.resume.begin()
    }
    if case .ask(let start, let ifRange)? = action { ask(from: start, ifRange: ifRange) }
  }

  func ask(from start: Int, ifRange: String?) {
    var request = request
    let elapsed = core.configuration.now()
    let asked = step { state -> (serial: Int, old: (any TransportTransfer)?)? in
      state.serial += 1
      state.notModified = nil
      state.asked = core.configuration.unixTime()
      request.priority = state.priority
      // Conditions are about the first answer alone: later ones are about that.
      request.headers += state.resume.response == nil ? state.fields : []
      request.acceptsNotModified = state.resume.response == nil && state.cache.isConditional
      request.timeouts.total = max(.milliseconds(1), request.timeouts.total - (elapsed - state.started))
      defer { state.transfer = nil }
      return (state.serial, state.transfer)
    }
    guard let (serial, old) = asked ?? nil else { return }
    old?.cancel()
    if start > 0, let ifRange {
      request.byteRange = start..<Int.max
      request.headers.append(HTTPField("If-Range", ifRange))
      core.meter.count { $0.resumptions += 1 }
    }
    let transfer = core.configuration.transport.start(request, receiver: Part(load: self, serial: serial))
    let (isCurrent, priority) = state.withLock { state in
      let isCurrent = !state.isOver && state.serial == serial
      if isCurrent { state.transfer = transfer }
      return (isCurrent, state.priority)
    }
    if !isCurrent {
      transfer.cancel()
    } else if priority != request.priority {
      transfer.setPriority(priority)
    }
  }

  /// What one transfer tells.
  private final class Part: TransportReceiver {
    private let load: BodyLoad
    private let serial: Int

    init(load: BodyLoad, serial: Int) {
      self.load = load
      self.serial = serial
    }

    func transportDidReceive(_ response: TransportResponse) { load.answered(response, serial) }
    func transportDidReceive(_ bytes: RawSpan) { load.received(bytes, serial) }
    func transportDidFinish(_ summary: TransportSummary) { load.finished(summary, serial) }
    func transportDidFail(_ error: TransportError) { load.failed(error, serial) }
  }

  /// The same for what one transfer tells: not for a later one, nor after the end.
  @discardableResult
  func step<Result>(_ serial: Int, _ body: (inout State) -> Result) -> Result? {
    step { state in state.serial == serial ? body(&state) : nil } ?? nil
  }
}
