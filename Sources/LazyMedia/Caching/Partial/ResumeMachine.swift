import MediaTransport

/// How a file is received over several transfers: a value that is told what came and says what to do.
///
/// What is handed on is one version of the file from its first byte to its last: a transfer goes on where another broke
/// off only if a strong validator, the start and the total of the part say that it is of the same bytes. What does not
/// fit makes it start over, once. Requests with a `Range` or conditions of their own are not for it.
struct ResumeMachine {
  /// What is to be done next.
  enum Action: Hashable, Sendable {
    /// Nothing: the call did not fit.
    case none
    /// Send the request, for the bytes from `from` on and, if that is not 0, with this `If-Range`.
    case ask(from: Int, ifRange: String?)
    /// ``ResumeMachine/response`` is the head for the receiver, what comes now is the body from its start.
    case deliver
    /// ``ResumeMachine/response`` is the head for the receiver; so many bytes that were kept are the start of the body,
    /// and what comes now goes on from there.
    case deliverKept(Int)
    /// What comes now goes on where the receiver is.
    case goOn
    /// The receiver is to forget all that it had. ``ResumeMachine/response`` is its new head, what comes now is the body
    /// from its start.
    case startOver
    /// The receiver has the whole file. Last.
    case finish
    /// The load failed. Last.
    case fail(TransportError)

    /// Whether it is a last one.
    var isTerminal: Bool {
      switch self {
      case .none, .ask, .deliver, .deliverKept, .goOn, .startOver: false
      case .finish, .fail: true
      }
    }
  }

  private enum Phase {
    case idle
    case asked(from: Int)
    case receiving
    case finished
    case failed
  }

  private let maximumAttempts: Int
  private let maximumFruitless: Int
  private var phase = Phase.idle
  /// What was kept of an earlier load, until the receiver has it or the server has another file.
  private var point: ResumePoint?
  /// The head of the file that the receiver gets; `nil` before it has one.
  private(set) var response: TransportResponse?
  /// That of what an earlier load has kept.
  private var keptValidator: String?
  /// Bytes of the whole file, where that is known.
  private(set) var total: Int?
  /// Bytes that the receiver has.
  private(set) var delivered = 0
  /// Where in the file the next byte of this transfer stands.
  private var position = 0
  /// Where in the file this answer must end at the latest.
  private var limit: Int?
  private var hasExcess = false
  /// Whether what the receiver has may be of several versions.
  private var isSuspect = false
  private var hasStartedOver = false
  /// Whether the file was asked for from its start again, and the answer is still to come.
  private var isStartingOver = false
  private var attempts = 0
  private var fruitless = 0
  private var gained = 0
  /// Transfers that ended in order before the end of the file.
  private var shortParts = 0

  private static let mostShortParts = 2

  /// - Parameters:
  ///   - point: what an earlier load has kept.
  ///   - maximumAttempts: most transfers in all.
  ///   - maximumFruitless: most transfers that bring nothing, besides the first; those that bring bytes use up none.
  init(point: ResumePoint?, maximumAttempts: Int = 20, maximumFruitless: Int) {
    self.point = point
    self.maximumAttempts = maximumAttempts
    self.maximumFruitless = maximumFruitless
  }

  /// The load begins.
  mutating func begin() -> Action {
    guard case .idle = phase else { return .none }
    return ask(from: point?.received ?? 0, ifRange: point?.validator)
  }

  /// The head of an answer has come.
  mutating func answered(_ answer: TransportResponse) -> Action {
    guard case .asked(let from) = phase else { return .none }
    if from > 0, answer.status == 206 {
      guard let part = part(answer, from: from) else {
        return startOver(
          orFailWith: mismatch(answer, "the server sent another part of the file than was asked for"))
      }
      return goOn(part, answer, from: from)
    }
    return takeWhole(answer)
  }

  /// Bytes have come. Returns which of them are for the receiver: it has the others already, or they are too many.
  mutating func received(_ count: Int) -> Range<Int> {
    guard case .receiving = phase, count > 0 else { return 0..<0 }
    let start = position
    position += count
    if let limit, position > limit { hasExcess = true }
    let end = min(position, limit ?? position)
    guard end > delivered else { return 0..<0 }
    // `position` is never beyond what the receiver has.
    let range = (delivered - start)..<(end - start)
    gained += range.count
    delivered = end
    return range
  }

  /// The transfer ended without an error.
  mutating func finished() -> Action {
    guard case .receiving = phase else { return .none }
    guard !hasExcess, total != nil || position >= delivered else { return refuseWhatCame() }
    guard let total, delivered < total else { return finish() }
    let error = failure(.truncated, "the body has \(delivered) bytes instead of \(total)")
    shortParts += 1
    // A server that keeps sending less than it was asked for does not get ranges right.
    return shortParts > Self.mostShortParts ? startOver(orFailWith: error) : goOn(after: error)
  }

  /// The transfer failed. A bad status comes here too.
  mutating func failed(_ error: TransportError) -> Action {
    switch phase {
    case .idle, .finished, .failed:
      return .none
    case .asked(let from):
      // There is no such part, or another one came, which the transport has refused already.
      let isRefusal = error.code == .badStatus && error.status == 416
      if from > 0, isRefusal || error.code == .protocolError && error.phase == .headers {
        return startOver(orFailWith: error)
      }
      return goOn(after: error)
    case .receiving:
      guard !hasExcess else { return refuseWhatCame() }
      guard error.isInterruption, let total, delivered == total else { return goOn(after: error) }
      // The last byte came before the failure.
      return finish()
    }
  }

  /// What a later load can go on from, if this one is given up now or has failed.
  func kept() -> ResumePoint? {
    if case .finished = phase { return nil }
    guard !isSuspect else { return nil }
    guard let response else { return point }
    guard let validator else { return nil }
    return ResumePoint(head: response, received: delivered, validator: validator, total: total)
  }

  /// The strong validator of what the receiver has. Most loads never need it.
  private var validator: String? { keptValidator ?? response.flatMap { ResumePoint.strongValidator($0) } }

  // MARK: - Answers

  /// What is known of a part that fits to what there is; `nil` where it does not fit.
  private func part(_ answer: TransportResponse, from: Int) -> (end: Int, total: Int)? {
    guard !ResumePoint.isEncoded(answer),
      let range = answer.header("Content-Range").flatMap({ ContentRange($0) }),
      range.start == from, isValidated(answer)
    else { return nil }
    let known = point?.total ?? total
    // Where nobody knows the total nobody can say when the file is whole.
    guard let total = range.total ?? known, known == nil || known == total, range.end < total else {
      return nil
    }
    return (range.end + 1, total)
  }

  /// Whether a part says that it is of the same bytes (RFC 9110, section 15.3.7.3).
  private func isValidated(_ part: TransportResponse) -> Bool {
    guard let validator = point?.validator ?? validator else { return false }
    if let tag = EntityTag(validator) {
      // Who has an entity tag must send it with a part too (section 15.3.7).
      return part.header("ETag").flatMap { EntityTag($0) }?.stronglyEquals(tag) ?? false
    }
    // The date need not come again with an answer to If-Range.
    return part.header("ETag") == nil && (part.header("Last-Modified") ?? validator) == validator
  }

  private mutating func goOn(
    _ part: (end: Int, total: Int), _ answer: TransportResponse, from: Int
  ) -> Action {
    phase = .receiving
    total = part.total
    limit = part.end
    position = from
    guard let point else { return .goOn }
    // RFC 9111, section 3.4: the fields of the newest answer stand for the whole.
    let head = StoredResponse(fields: point.head.headers, requestTime: 0, responseTime: 0)
      .updated(by: answer.headers, requestTime: 0, responseTime: 0)
    response = TransportResponse(
      status: 200, headers: head.fields, expectedBytes: part.total, effectiveURL: answer.effectiveURL)
    keptValidator = point.validator
    delivered = point.received
    self.point = nil
    return .deliverKept(delivered)
  }

  private mutating func takeWhole(_ answer: TransportResponse) -> Action {
    guard let known = response else {
      point = nil
      take(answer)
      return .deliver
    }
    guard answer.status == 200 else {
      return fail(mismatch(answer, "the server sent something else than the whole file"))
    }
    let newValidator = ResumePoint.strongValidator(answer)
    let newTotal = answer.expectedBytes
    let isSame =
      !isSuspect && newValidator != nil && newValidator == validator
      && (total == nil || newTotal == nil || total == newTotal) && known.status == 200
    if isSame {
      phase = .receiving
      isStartingOver = false
      position = 0
      total = total ?? newTotal
      limit = total
      return .goOn
    }
    guard isStartingOver || !hasStartedOver else {
      return fail(mismatch(answer, "the file changed while it was received, more than once"))
    }
    hasStartedOver = true
    take(answer)
    return .startOver
  }

  private mutating func take(_ answer: TransportResponse) {
    phase = .receiving
    response = answer
    keptValidator = nil
    total = answer.expectedBytes
    limit = total
    position = 0
    delivered = 0
    isSuspect = false
    isStartingOver = false
  }

  // MARK: - What follows

  private mutating func ask(from: Int, ifRange: String?) -> Action {
    phase = .asked(from: from)
    attempts += 1
    hasExcess = false
    gained = 0
    return .ask(from: from, ifRange: ifRange)
  }

  /// Asks for what is missing, if the failure was an interruption and trying again is allowed.
  private mutating func goOn(after error: TransportError) -> Action {
    guard response != nil, error.isInterruption, validator != nil || isStartingOver,
      attempts < maximumAttempts
    else { return fail(error) }
    if gained == 0 {
      guard fruitless < maximumFruitless else { return fail(error) }
      fruitless += 1
    }
    return isStartingOver || delivered == 0
      ? ask(from: 0, ifRange: nil) : ask(from: delivered, ifRange: validator)
  }

  /// Asks for the file from its start, once.
  private mutating func startOver(orFailWith error: TransportError) -> Action {
    point = nil
    guard !hasStartedOver, attempts < maximumAttempts else {
      isSuspect = true
      return fail(error)
    }
    hasStartedOver = true
    isStartingOver = true
    return ask(from: 0, ifRange: nil)
  }

  /// The answer was not what its head said: nothing that the receiver has is certain.
  private mutating func refuseWhatCame() -> Action {
    isSuspect = true
    return startOver(orFailWith: failure(.protocolError, "the server sent other bytes than it had announced"))
  }

  private mutating func finish() -> Action {
    phase = .finished
    return .finish
  }

  private mutating func fail(_ error: TransportError) -> Action {
    phase = .failed
    return .fail(error)
  }

  private func failure(_ code: TransportError.Code, _ message: String) -> TransportError {
    TransportError(
      phase: .body, code: code, message: message, url: response?.effectiveURL ?? "", status: response?.status,
      attempt: max(1, attempts))
  }

  private func mismatch(_ answer: TransportResponse, _ message: String) -> TransportError {
    TransportError(
      phase: .headers, code: .protocolError, message: message, url: answer.effectiveURL,
      status: answer.status,
      attempt: max(1, attempts))
  }
}

extension TransportError {
  /// Whether a transfer broke off that can go on where it did.
  fileprivate var isInterruption: Bool {
    switch code {
    case .truncated, .connectionFailed, .timedOut, .unresolvedHost, .tlsFailed: true
    case .invalidURL, .invalidHeader, .schemeNotAllowed, .tooManyRedirects, .badStatus, .tooLarge,
      .protocolError, .unreadableFile, .notCached, .other:
      false
    }
  }
}
