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
    /// What was found last; without its body once the server is asked about it, which may take long.
    var found: StoreStack.Found?
    /// What this load goes on from.
    var kept: PartialBodies.Partial?
    /// A head that is acted on once its transfer has ended.
    var notModified: TransportResponse?
    /// Bytes that came over the network.
    var received = 0
    var attempts = 0
    /// Under which keys this load stored what it brought.
    var storedKeys: [String] = []
    /// When the first head came: from then on time counts, over all transfers.
    var began: Duration?
    var asked = 0

    var isOver: Bool { receiver == nil }
  }

  /// A load.
  /// - Parameters:
  ///   - cache: decides about stores; `nil` for one that begins with looking there.
  ///   - found: what `cache` is about.
  init(
    key: FetchKey, request: TransportRequest, core: PipelineCore, receiver: any BodyLoadReceiver,
    cache: CacheLoadMachine? = nil, found: StoreStack.Found? = nil
  ) {
    self.key = key
    self.request = request
    self.core = core
    state = Lock(
      State(
        cache: cache ?? Self.cacheMachine(key, request, core.stores),
        resume: Self.resumeMachine(nil, request),
        receiver: receiver, priority: request.priority, found: found))
  }

  private static func cacheMachine(
    _ key: FetchKey, _ request: TransportRequest, _ stores: StoreStack
  ) -> CacheLoadMachine {
    CacheLoadMachine(
      policy: key.policy, key: stores.isEmpty ? "" : primaryKey(key, request),
      requestFields: request.headers, isLocal: !request.isRemote, hasStores: !stores.isEmpty)
  }

  /// Where stores have the file of `request`.
  static func primaryKey(_ key: FetchKey, _ request: TransportRequest) -> String {
    CacheKey.primary(
      url: request.url, redacted: request.redactedURL,
      identifier: key.resource == request.url ? nil : key.resource, fields: request.headers)
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

  /// Begins, or goes on, without what is stored.
  func startAfresh() {
    let now = core.configuration.unixTime()
    perform(
      step { state in
        state.cache = Self.cacheMachine(key, request, core.stores)
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
    if let found { core.stores.remove(found) }
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
    case .serveStale: readAgain { [self] in hand($0) }
    case .serveConfirmed(let head, _): confirm(head)
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
    find(key) { [self] in take($0) }
  }

  private func find(_ key: String, _ completion: @escaping @Sendable (StoreStack.Found?) -> Void) {
    let work = core.stores.lookup(key, completion)
    // Known before it runs: it may be withdrawn, or followed by another, at any moment.
    guard
      let priority = step({ state in
        state.lookup = work
        return state.priority
      })
    else { return }
    core.stores.submit(work, priority)
    let now = state.withLock { $0.lookup === work ? $0.priority : priority }
    if now != priority { core.stores.setPriority(now, of: work) }
  }

  private func take(_ found: StoreStack.Found?) {
    let head = found.flatMap { StoredResponse($0.entry.head.bytes) }
    if let found, head == nil { core.stores.remove(found) }
    let now = core.configuration.unixTime()
    perform(
      step { state in
        state.lookup = nil
        state.found = head == nil ? nil : found
        let action = state.cache.found(head, now: now)
        if case .fetch = action { state.found?.entry.body = MediaBody(BodyBuffer()) }
        return action
      })
  }

  private func serve(revalidating: Bool) {
    guard let found = step({ $0.found }) ?? nil else { return }
    core.stores.promote(found)
    hand(found)
    if revalidating { core.revalidations.start(key, request, found, core: core) }
  }

  /// The server has said that what was found still holds.
  private func confirm(_ head: StoredResponse?) {
    core.meter.count { $0.revalidations += 1 }
    readAgain { [self] found in
      if let head {
        core.stores.refresh(found, with: head.encode())
      } else {
        core.stores.remove(found)
      }
      hand(found)
    }
  }

  /// Reads what was found with its body. Where it is not there any more the file is fetched.
  private func readAgain(_ body: @escaping @Sendable (StoreStack.Found) -> Void) {
    guard let known = step({ $0.found }) ?? nil else { return startAfresh() }
    find(known.key) { [self] found in
      step { $0.lookup = nil }
      // Not by its tag: what waited to be written has one by now.
      guard let found, found.entry.head.bytes == known.entry.head.bytes else { return startAfresh() }
      body(found)
    }
  }

  /// Gives the receiver what was found. The end.
  private func hand(_ found: StoreStack.Found) {
    guard found.entry.body.count <= request.maximumBytes else {
      return fail(tooLarge(found.entry.body.count))
    }
    end()?.receiver?.loadDidFind(found.entry.body, level: found.level)
  }

  func tooLarge(_ count: Int) -> TransportError {
    TransportError(
      phase: .body, code: .tooLarge,
      message: "the body has \(count) bytes, more than the limit of \(request.maximumBytes)",
      url: request.redactedURL)
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
    let now = core.configuration.now()
    let time = core.configuration.unixTime()
    let asked = step { state -> (serial: Int, old: (any TransportTransfer)?)? in
      state.serial += 1
      state.notModified = nil
      state.asked = time
      request.priority = state.priority
      // Conditions are about the first answer alone: later ones are about that.
      if state.resume.response == nil, !state.fields.isEmpty {
        request.headers += state.fields
        request.acceptsNotModified = state.cache.isConditional
      }
      if let began = state.began {
        request.timeouts.total = max(.milliseconds(1), request.timeouts.total - (now - began))
      }
      // It holds what came, and lets go of that only by coming to its end: it waits behind nothing.
      request.isContinuing = state.resume.response != nil
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
