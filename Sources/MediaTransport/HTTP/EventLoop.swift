internal import CCurlOptions
internal import Glibc

/// Drives libcurl: owns the multi handle, which is made, used and freed on the loop's thread, and everything under
/// way. It sleeps until a socket is ready, a deadline comes or another thread asks for something.
final class EventLoop {
  /// Whose deadline it is.
  private enum Owner {
    case job(TransferJob)
    case drain(Attempt)
    case nobody
  }

  /// How long what is left of an answer may take to come before its connection is closed instead.
  private static let drainTime = Duration.seconds(1)

  private let mailbox: Mailbox
  private let configuration: HTTPTransportConfiguration
  private let multi: UnsafeMutableRawPointer
  private var queue: AdmissionQueue<TransferJob>
  private var deadlines = DeadlineHeap()
  private var owners: [Owner] = []
  private var freeSlots: [Int] = []
  private var jobCount = 0
  // Attempts whose handles the multi handle has.
  private var attempts: [ObjectIdentifier: Attempt] = [:]
  private var spareAttempts: [Attempt] = []
  // What callbacks told during `curl_multi_perform`; handled after it, because they may not change the multi handle.
  private var changed: [Attempt] = []
  private var concluded: [Attempt] = []
  // Transfers that are whole, and not told yet.
  private var finished: [(transfer: HTTPTransfer, summary: TransportSummary)] = []
  private var idleDeadline: MonotonicTime?

  /// Runs the loop of `mailbox` on this thread until it has nothing left to do.
  static func run(_ mailbox: Mailbox) {
    let hasRun = CurlLibrary.runLoop(of: mailbox) {
      guard let multi = curl_multi_init() else { return false }
      // The loop and the easy handles it keeps go before the multi handle does.
      EventLoop(mailbox, multi).run()
      curl_multi_cleanup(multi)
      return true
    }
    if hasRun != true { mailbox.failAll("libcurl could not be set up") }
  }

  private init(_ mailbox: Mailbox, _ multi: UnsafeMutableRawPointer) {
    self.mailbox = mailbox
    self.multi = multi
    configuration = mailbox.configuration
    let limits = configuration.limits
    queue = AdmissionQueue(limits: limits)
    queue.isOpen = mailbox.isAdmissionOpen
    // A connection limit per host is left to the queue: libcurl's would also count streams' connections.
    let connections = min(max(1, limits.totalConnections), 4_096)
    ccurl_multi_set_long(multi, ccurl_multi_option_multiplexing, Int(CURLPIPE_MULTIPLEX))
    ccurl_multi_set_long(
      multi, ccurl_multi_option_max_streams, min(max(1, limits.streamsPerConnection), 1_000))
    ccurl_multi_set_long(multi, ccurl_multi_option_max_cached_connections, connections)
    ccurl_multi_set_long(multi, ccurl_multi_option_max_total_connections, connections)
  }

  // MARK: - Turns

  private func run() {
    while true {
      let isIdle = jobCount == 0 && attempts.isEmpty
      let now = MonotonicTime.now()
      if !isIdle {
        idleDeadline = nil
      } else if idleDeadline == nil {
        idleDeadline = now + configuration.idleLifetime
      }
      let mayEnd = idleDeadline.map { $0 <= now } ?? false
      switch mailbox.nextTurn(sleepingOn: .init(handle: multi), isIdle: isIdle, mayEnd: mayEnd) {
      case .handle(let commands):
        for command in commands { handle(command) }
      case .sleep(let isClosed):
        // Nobody could open it again.
        if isClosed { queue.isOpen = true }
        let deadline = min(deadlines.earliest ?? .distantFuture, idleDeadline ?? .distantFuture)
        guard curl_multi_poll(multi, nil, 0, deadline.milliseconds(after: now), nil) == CURLM_OK else {
          return abandon()
        }
      case .end:
        return
      case .halt:
        return dropAll()
      }
      work()
    }
  }

  private func work() {
    repeat {
      admit()
      if !attempts.isEmpty {
        var running: CInt = 0
        curl_multi_perform(multi, &running)
      }
      tellFinished()
      if !attempts.isEmpty { collect() }
      expire()
    } while admit() || !finished.isEmpty
  }

  /// Tells of the transfers that ended in the pass before. The requests that follow them on their connections have
  /// been sent by now, so that what receivers start, such as a decode, does not hold those up.
  private func tellFinished() {
    for (transfer, summary) in finished.take() { transfer.delivery.finish(summary) }
  }

  private func handle(_ command: Mailbox.Command) {
    switch command {
    case .start(let transfer): start(transfer)
    case .cancel(let transfer): cancel(transfer)
    case .setPriority(let priority, let transfer): setPriority(priority, of: transfer)
    case .setAdmission(let isOpen): queue.isOpen = isOpen
    }
  }

  // The multi handle is broken: nothing can be waited for any more.
  private func abandon() {
    for case .job(let job) in owners {
      end(job) { $0.delivery.fail(job.error(.other, .connect, "libcurl failed to wait for its connections")) }
    }
    dropAll()
    mailbox.failAll("libcurl failed to wait for its connections")
  }

  private func dropAll() {
    for attempt in attempts.values {
      curl_multi_remove_handle(multi, attempt.easy)
      attempt.detach()
    }
    for case .job(let job) in owners { job.stage = .ended }
    attempts = [:]
    owners = []
  }

  // MARK: - Commands

  private func start(_ transfer: HTTPTransfer) {
    guard !transfer.delivery.isCancelled else { return }
    let address: WebAddress
    do {
      address = try WebAddress(transfer.request.url)
    } catch {
      return transfer.fail(error.code, error.message)
    }
    if let field = transfer.request.headers.first(where: { !$0.isValid }) {
      return transfer.fail(.invalidHeader, "the header field \(field.name.debugDescription) cannot be sent")
    }
    let job = TransferJob(transfer, slot: takeSlot(), address: address)
    owners[job.slot] = .job(job)
    jobCount += 1
    transfer.job = job
    enqueue(job, isContinuing: transfer.request.isContinuing)
  }

  private func cancel(_ transfer: HTTPTransfer) {
    guard let job = transfer.job else { return }
    if case .running(let attempt) = job.stage {
      if attempt.isWorthDraining {
        attempt.beginDraining()
        drain(attempt)
      } else {
        retire(attempt)
      }
    }
    end(job) { _ in }
  }

  private func setPriority(_ priority: TransportPriority, of transfer: HTTPTransfer) {
    guard let job = transfer.job else { return }
    job.priority = priority
    switch job.stage {
    case .queued(let ticket): queue.setPriority(priority, of: ticket, at: .now())
    case .running(let attempt): attempt.setPriority(priority)
    case .backingOff, .ended: break
    }
  }

  // MARK: - Attempts

  private func enqueue(_ job: TransferJob, isContinuing: Bool) {
    job.stage = .queued(
      queue.add(
        job, host: job.address.host, priority: job.priority, isSmall: job.request.isSmall,
        isContinuing: isContinuing, at: .now()))
  }

  /// Begins what may begin; returns whether anything did.
  @discardableResult
  private func admit() -> Bool {
    // What was asked for during this turn, a raised priority say, counts before the next transfer is chosen.
    for command in mailbox.takeCommands() { handle(command) }
    var hasBegun = false
    while let (job, place) = queue.next() {
      guard !job.transfer.delivery.isCancelled else {
        // The command to cancel it is on its way; it has nothing that must be freed.
        queue.leave(place)
        end(job) { _ in }
        continue
      }
      begin(job, in: place)
      hasBegun = true
    }
    return hasBegun
  }

  private func begin(_ job: TransferJob, in place: AdmissionQueue<TransferJob>.Place) {
    let now = MonotonicTime.now()
    // A redirect is a further hop of the same attempt.
    if job.redirects == 0 { job.retry.beginAttempt() }
    if job.totalDeadline == .distantFuture { job.totalDeadline = now + job.request.timeouts.total }
    guard let attempt = spareAttempts.popLast() ?? Attempt(loop: self, configuration: configuration),
      attempt.prepare(job, at: now), curl_multi_add_handle(multi, attempt.easy) == CURLM_OK
    else {
      queue.leave(place)
      return end(job) { $0.delivery.fail(job.error(.other, .request, "libcurl refused the request")) }
    }
    attempt.place = place
    attempts[ObjectIdentifier(attempt)] = attempt
    job.stage = .running(attempt)
    updateDeadline(of: job)
  }

  /// Takes an attempt from libcurl; a connection with an unfinished answer is closed, a stream is reset.
  private func retire(_ attempt: Attempt) {
    curl_multi_remove_handle(multi, attempt.easy)
    attempts[ObjectIdentifier(attempt)] = nil
    queue.leave(attempt.place)
    if let slot = attempt.drainSlot.take() { giveBack(slot) }
    attempt.detach()
    if spareAttempts.count < min(configuration.limits.totalConnections, 64) { spareAttempts.append(attempt) }
  }

  /// Lets the rest of an answer come without its job, for a bounded time.
  private func drain(_ attempt: Attempt) {
    attempt.detach()
    let slot = takeSlot()
    owners[slot] = .drain(attempt)
    attempt.drainSlot = slot
    deadlines.set(MonotonicTime.now() + Self.drainTime, for: slot)
  }

  // MARK: - Told by attempts, from inside libcurl

  /// An attempt's stage changed, and its deadline with it.
  func stageDidChange(_ attempt: Attempt) { changed.append(attempt) }

  /// An attempt's answer will not be delivered.
  func verdictIsKnown(_ attempt: Attempt) { concluded.append(attempt) }

  /// It is known which protocol an attempt's host speaks.
  func protocolIsKnown(_ attempt: Attempt) {
    queue.setMultiplexes(attempt.head.isHTTP2, host: attempt.place.host)
  }

  // MARK: - Ends of attempts

  private func collect() {
    var easy: UnsafeMutableRawPointer?
    var result = CURLE_OK
    while ccurl_multi_next_done(multi, &easy, &result) {
      if let easy, let attempt = Attempt.of(easy) { attemptDidEnd(attempt, result) }
    }
    // Answers nobody wants whose bodies are still coming.
    for attempt in concluded.take() {
      guard let job = attempt.job, let verdict = attempt.verdict else { continue }
      attempt.recordConnection(in: &job.timings, of: job)
      let head = attempt.head
      if attempt.isWorthDraining { drain(attempt) } else { retire(attempt) }
      act(on: verdict, head, job)
    }
    for attempt in changed.take() {
      if let job = attempt.job { updateDeadline(of: job) }
    }
  }

  private func attemptDidEnd(_ attempt: Attempt, _ result: CURLcode) {
    guard let job = attempt.job else { return retire(attempt) }
    attempt.recordConnection(in: &job.timings, of: job)
    let verdict = attempt.verdict
    let head = attempt.head
    let phase = attempt.phase
    let message = attempt.errorMessage
    let proxyStatus = attempt.proxyStatus
    let delivered = attempt.deliveredBytes
    retire(attempt)

    if let verdict { return act(on: verdict, head, job) }
    let status = head.isComplete ? head.status : nil
    guard result == CURLE_OK else {
      let failure = CurlFailure(result, during: phase)
      let text = message ?? String(cString: curl_easy_strerror(result))
      let error = job.error(
        failure.code, failure.phase, CurlFailure.message(text, for: result),
        status: status ?? proxyStatus, curlCode: Int32(result.rawValue))
      let isTransient = failure.isTransient && !(400..<500).contains(proxyStatus ?? 0)
      return fail(job, error, isTransient ? .transient : .permanent)
    }
    guard head.isComplete else {
      // For libcurl an answer that ends within its header is one without a body.
      let message = "the connection was closed within the header of the answer"
      return fail(job, job.error(.connectionFailed, .headers, message), .transient)
    }
    // libcurl checks this too; what is delivered as whole must be so whatever its version.
    if !head.isEncoded, head.status == 200, let length = head.contentLength, length != delivered {
      let message = "the body has \(delivered) bytes instead of \(length)"
      return fail(job, job.error(.truncated, .body, message, status: status), .permanent)
    }
    job.timings.lastByte = job.sinceStart(.now())
    let summary = TransportSummary(bytes: delivered, attempts: job.retry.attempt, timings: job.timings)
    end(job) { finished.append(($0, summary)) }
  }

  private func act(on verdict: Attempt.Verdict, _ head: ResponseHead, _ job: TransferJob) {
    switch verdict {
    case .redirect(let location):
      follow(location, status: head.status, job)
    case .badStatus:
      let error = job.error(
        .badStatus, .headers, "the server answered with status \(head.status)", status: head.status)
      let retryAfter = head.value("Retry-After").flatMap { RetryAfter.delay($0, now: time(nil)) }
      fail(job, error, .status(head.status, retryAfter: retryAfter))
    case .tooLarge:
      let message = "the body is larger than the limit of \(job.request.maximumBytes) bytes"
      fail(
        job, job.error(.tooLarge, job.retry.hasDelivered ? .body : .headers, message, status: head.status),
        .permanent)
    case .invalid(let reason):
      fail(
        job, job.error(.protocolError, .headers, reason, status: head.status == 0 ? nil : head.status),
        .permanent)
    }
  }

  private func follow(_ location: String, status: Int, _ job: TransferJob) {
    func refuse(_ code: TransportError.Code, _ message: String) {
      fail(job, job.error(code, .headers, message, status: status), .permanent)
    }
    guard job.redirects < configuration.maximumRedirects else {
      return refuse(.tooManyRedirects, "more than \(configuration.maximumRedirects) redirects")
    }
    do {
      let next = try job.address.following(location)
      if next.host != job.address.host { job.headers.removeAll(where: \.isCredential) }
      job.address = next
      job.redirects += 1
      enqueue(job, isContinuing: true)
      updateDeadline(of: job)
    } catch {
      refuse(error.code, "the server redirected to \(WebAddress.redact(location)): \(error.message)")
    }
  }

  private func fail(_ job: TransferJob, _ error: TransportError, _ failure: RetryMachine.Failure) {
    let now = MonotonicTime.now()
    let decision = job.retry.decide(
      after: failure, random: .random(in: 0..<1), remaining: job.totalDeadline - now)
    switch decision {
    case .giveUp:
      end(job) { $0.delivery.fail(error) }
    case .retry(let delay):
      job.prepareRetry(at: now + delay)
      updateDeadline(of: job)
    }
  }

  /// Forgets a job, then tells its receiver.
  private func end(_ job: TransferJob, _ tell: (HTTPTransfer) -> Void) {
    if case .queued(let ticket) = job.stage { queue.remove(ticket) }
    job.stage = .ended
    job.transfer.job = nil
    jobCount -= 1
    giveBack(job.slot)
    tell(job.transfer)
  }

  // MARK: - Deadlines

  private func takeSlot() -> Int {
    if let slot = freeSlots.popLast() { return slot }
    owners.append(.nobody)
    return owners.count - 1
  }

  private func giveBack(_ slot: Int) {
    deadlines.remove(slot)
    owners[slot] = .nobody
    freeSlots.append(slot)
  }

  private func updateDeadline(of job: TransferJob) {
    deadlines.set(job.deadline, for: job.slot)
  }

  private func expire() {
    guard let earliest = deadlines.earliest else { return }
    let now = MonotonicTime.now()
    guard earliest <= now else { return }
    while let slot = deadlines.popExpired(at: now) {
      switch owners[slot] {
      case .job(let job): deadlineDidPass(job, now)
      case .drain(let attempt): retire(attempt)
      case .nobody: break
      }
    }
  }

  private func deadlineDidPass(_ job: TransferJob, _ now: MonotonicTime) {
    // Bytes that came since move the deadline of a body without touching the heap.
    guard job.deadline <= now else { return updateDeadline(of: job) }
    if now < job.totalDeadline, case .backingOff = job.stage {
      enqueue(job, isContinuing: true)
      return updateDeadline(of: job)
    }

    var phase = TransportError.Phase.connect
    var message = ""
    var status: Int?
    if case .running(let attempt) = job.stage {
      phase = attempt.phase
      status = attempt.head.isComplete ? attempt.head.status : nil
      message = attempt.timeoutMessage(job.request.timeouts)
      attempt.recordConnection(in: &job.timings, of: job)
      retire(attempt)
    }
    let isOver = now >= job.totalDeadline
    if isOver { message = "not finished within \(job.request.timeouts.total.text)" }
    if case .queued(let ticket) = job.stage {
      queue.remove(ticket)
      job.stage = .ended
    }
    let error = job.error(.timedOut, phase, message, status: status)
    fail(job, error, isOver ? .permanent : .transient)
  }
}
