import Locking
import MediaCodecs
import MediaTransport

/// What transfers tell a load, and how it ends.
extension BodyLoad {
  // MARK: Told by transfers

  func answered(_ answer: TransportResponse, _ serial: Int) {
    // Acted on when the transfer has ended, so that its connection stays good.
    if answer.status == 304 {
      step(serial) { $0.notModified = answer }
      return
    }
    let now = core.configuration.now()
    let told = step(serial) { state in
      state.began = state.began ?? now
      return (
        action: state.resume.answered(answer), response: state.resume.response, total: state.resume.total,
        receiver: state.receiver, kept: state.kept
      )
    }
    guard let (action, response, total, receiver, kept) = told else { return }
    // The transport checks each answer; together, or with what was kept, they may still be too much.
    if let total, total > request.maximumBytes { return stop(tooLarge(total)) }
    switch action {
    case .deliver:
      guard let response, decide(response, serial) else { return }
      receiver?.loadDidReceive(response)
    case .deliverKept(let count):
      guard let response, let kept, decide(response, serial) else { return }
      core.meter.count { $0.bytesRecovered += count }
      receiver?.loadDidReceive(response)
      receiver?.loadDidResume(from: kept.body)
    case .startOver:
      guard let response, decide(response, serial), let new = receiver?.loadDidStartOver(self) else {
        return cancel()
      }
      step(serial) { $0.receiver = new }
      new.loadDidReceive(response)
    case .none, .goOn: break
    case .ask, .finish, .fail: perform(action, serial)
    }
  }

  /// Tells the cache of the head that the receiver is to have. Returns whether it is to have it.
  private func decide(_ response: TransportResponse, _ serial: Int) -> Bool {
    let now = core.configuration.unixTime()
    let action = step(serial) { state in
      let action = state.cache.answered(response, requestTime: state.asked, responseTime: now)
      // What was found is not the answer.
      if case .deliver = action { state.found = nil }
      return action
    }
    if case .deliver? = action { return true }
    perform(action)
    return false
  }

  func received(_ bytes: RawSpan, _ serial: Int) {
    core.meter.count { $0.bytesFetched += bytes.byteCount }
    let told = step(serial) { state in
      state.received += bytes.byteCount
      let range = state.resume.received(bytes.byteCount)
      return (range: range, receiver: state.receiver, delivered: state.resume.delivered)
    }
    guard let (range, receiver, delivered) = told, !range.isEmpty else { return }
    guard delivered <= request.maximumBytes else { return stop(tooLarge(delivered)) }
    receiver?.loadDidReceive(bytes.extracting(range))
  }

  func finished(_ summary: TransportSummary, _ serial: Int) {
    let now = core.configuration.unixTime()
    let confirmed = step(serial) { state -> CacheLoadMachine.Action? in
      state.attempts += summary.attempts
      guard let answer = state.notModified.take() else { return nil }
      return state.cache.answered(answer, requestTime: state.asked, responseTime: now)
    }
    guard let confirmed else { return }
    if let confirmed { return perform(confirmed) }
    guard let action = step(serial, { $0.resume.finished() }) else { return }
    if case .finish = action { complete(summary) } else { perform(action, serial) }
  }

  func failed(_ error: TransportError, _ serial: Int) {
    let now = core.configuration.now()
    let action = step(serial) { state in
      state.attempts += error.attempt
      state.notModified = nil
      // The total time spans all transfers.
      let elapsed = state.began.map { now - $0 } ?? .zero
      return elapsed < request.timeouts.total ? state.resume.failed(error) : .fail(error)
    }
    guard let action else { return }
    if case .finish = action {
      var summary = TransportSummary(bytes: 0)
      summary.timings = error.timings
      complete(summary)
    } else {
      perform(action, serial)
    }
  }

  private func perform(_ action: ResumeMachine.Action, _ serial: Int) {
    switch action {
    case .ask(let start, let ifRange):
      ask(from: start, ifRange: ifRange)
    case .fail(let error):
      let now = core.configuration.unixTime()
      // What a store has may stand for it, unless the receiver has a part of another answer already.
      perform(step(serial) { $0.cache.failed(error, now: now) })
    case .none, .deliver, .deliverKept, .goOn, .startOver, .finish: break
    }
  }

  // MARK: Ends

  /// What is left of a load that has ended.
  struct Ended {
    let receiver: (any BodyLoadReceiver)?
    let lookup: StoreWork?
    let transfer: (any TransportTransfer)?
    let received: Int
    let point: ResumePoint?
    let kept: PartialBodies.Partial?
  }

  /// Ends it; `nil` where it has ended already.
  func end() -> Ended? { step { $0.end() } }

  private func complete(_ summary: TransportSummary) {
    let told = step { state in
      (
        action: state.cache.finished(), body: state.receiver?.body, attempts: state.attempts,
        received: state.received, delivered: state.resume.delivered
      )
    }
    guard let (action, body, attempts, received, delivered) = told else { return }
    // A receiver that gave up in the last moment has not taken all.
    if let body, body.count == delivered { store(body, action) }
    core.meter.count { $0.fetches += 1 }
    var summary = summary
    summary.attempts = attempts
    summary.bytes = received
    end()?.receiver?.loadDidFinish(summary)
  }

  /// Nothing enters a store, or takes the place of what is there, but what looks like media (FAULTS 38).
  private func store(_ body: BodyBuffer, _ action: CacheLoadMachine.Action) {
    guard body.isMedia else { return }
    switch action {
    case .store(let insertion):
      let mayBeShared = insertion.mayBeShared && request.redactedURL == request.url
      step { $0.storedKeys = [insertion.key] + (insertion.marker.map { [$0.key] } ?? []) }
      core.stores.insert(
        head: insertion.head.encode(), body: MediaBody(body), for: insertion.key, mayBeShared: mayBeShared)
      guard let marker = insertion.marker else { return }
      core.stores.insert(
        head: marker.head.encode(), body: MediaBody(BodyBuffer()), for: marker.key,
        mayBeShared: mayBeShared)
    case .pass(let removing): for key in removing { core.stores.remove(key) }
    default: break
    }
  }

  /// Ends it with a failure, though a transfer runs.
  private func stop(_ error: TransportError) {
    let transfer = step { $0.transfer } ?? nil
    fail(error)
    transfer?.cancel()
  }

  func fail(_ error: TransportError) {
    guard let ended = end() else { return }
    keep(ended)
    var error = error
    error.attempt = max(error.attempt, state.withLock { $0.attempts })
    ended.receiver?.loadDidFail(error)
  }

  /// Keeps what came for the next load of the same file.
  func keep(_ ended: Ended) {
    guard let point = ended.point, !CacheControl(point.head.headers).forbidsStoring else { return }
    // What was kept and has not been handed on, else what the receiver has.
    let body = ended.kept?.point == point ? ended.kept?.body : ended.receiver?.body
    guard let body, body.isMedia, let partial = PartialBodies.Partial(body, point) else { return }
    core.partialBodies.keep(partial, for: key.stored)
  }
}

extension BodyLoad.State {
  mutating func end() -> BodyLoad.Ended {
    defer {
      receiver = nil
      lookup = nil
      transfer = nil
      kept = nil
    }
    return BodyLoad.Ended(
      receiver: receiver, lookup: lookup, transfer: transfer, received: received, point: resume.kept(),
      kept: kept)
  }
}

extension BodyBuffer {
  /// Whether its first bytes are those of a picture or a video that this library reads.
  fileprivate var isMedia: Bool {
    guard let head = slices(from: 0).first else { return false }
    return head.withBytes { bytes in
      guard case .format(let format) = ImageFormat.sniff(bytes, isComplete: true) else { return false }
      return format.isDecodable || format == .mp4 || format == .webm
    }
  }
}
