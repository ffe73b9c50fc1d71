import MediaTransport

/// How old a stored answer is and how long it may be used (RFC 9111, section 4.2).
struct Freshness: Hashable, Sendable {
  /// An answer that says nothing of how long it may be used is fresh for a tenth of the time that it had gone unchanged,
  /// but no longer than this, a day. One that does not say either when it was changed is never fresh.
  static let mostHeuristicSeconds = 86_400
  /// A clock set back by no more than this, in seconds, is taken as one that stood still.
  static let toleratedStepBack = 60

  /// For how many seconds the answer is fresh.
  let lifetime: Int
  /// The age when the answer came, in seconds.
  let initialAge: Int
  private let responseTime: Int
  private let control: CacheControl

  init(_ stored: StoredResponse) {
    let fields = stored.fields
    control = stored.cacheControl
    responseTime = stored.responseTime
    func date(_ name: String) -> Int? {
      fields.firstValue(named: name).flatMap { HTTPDate.seconds($0, now: stored.responseTime) }
    }
    // RFC 9110, section 6.6.1: an answer without a date is dated when it came.
    let sent = date("Date") ?? stored.responseTime
    initialAge = Self.initialAge(stored, sent: sent)
    if let maxAge = control.maxAge {
      if case .valid(let seconds) = maxAge { lifetime = seconds } else { lifetime = 0 }
    } else if fields.has("Expires") {
      // What is no date, "0" above all, is in the past (section 5.3).
      lifetime = date("Expires").map { max(0, $0 - sent) } ?? 0
    } else if let modified = date("Last-Modified"), modified < sent {
      lifetime = min((sent - modified) / 10, Self.mostHeuristicSeconds)
    } else {
      lifetime = 0
    }
  }

  // Section 4.2.3, in its words: the larger of apparent_age and corrected_age_value.
  private static func initialAge(_ stored: StoredResponse, sent: Int) -> Int {
    let apparent = clamped(stored.responseTime.subtractingReportingOverflow(sent))
    let delay = clamped(stored.responseTime.subtractingReportingOverflow(stored.requestTime))
    // Section 5.1: of a list the first; what is no number is passed over.
    let told = stored.fields.list(named: "Age").first.flatMap(CacheControl.seconds) ?? 0
    return max(apparent, told + delay)
  }

  private static func clamped(_ difference: (partialValue: Int, overflow: Bool)) -> Int {
    difference.overflow
      ? CacheControl.mostSeconds : min(max(0, difference.partialValue), CacheControl.mostSeconds)
  }

  /// The age in seconds (section 4.2.3).
  ///
  /// Where the clock was set back to before the answer came, nobody knows how long it has been stored: the age is then
  /// the greatest there is.
  func age(now: Int) -> Int {
    let resident = now.subtractingReportingOverflow(responseTime)
    guard !resident.overflow, resident.partialValue >= -Self.toleratedStepBack else {
      return CacheControl.mostSeconds
    }
    return min(initialAge + Self.clamped(resident), CacheControl.mostSeconds)
  }

  /// Whether it is fresh, whatever a request asks for.
  func isFresh(now: Int) -> Bool { lifetime > age(now: now) }

  /// How a stored answer may be used for a request.
  enum Use: Hashable, Sendable {
    /// As it is.
    case serve
    /// As it is, while the server is asked in the background (RFC 5861, section 3).
    case serveWhileRevalidating
    /// Only once the server has said so.
    case validate
  }

  /// How it may be used at `now` for a request with the directives `request`.
  func use(for request: CacheControl, now: Int) -> Use {
    guard !control.noCache, !request.noCache else { return .validate }
    let age = age(now: now)
    // RFC 8246: while fresh it does not change, so that an ordinary reload (`max-age=0`) asks for nothing.
    let isUnchanging = control.isImmutable && lifetime > age
    if !isUnchanging, let maxAge = request.maxAge {
      guard case .valid(let seconds) = maxAge, age <= seconds else { return .validate }
    }
    if let minFresh = request.minFresh, lifetime - age < minFresh { return .validate }
    guard lifetime <= age else { return .serve }
    // Section 5.2.2.2: what must be validated once stale is, whatever else allows stale answers.
    guard !control.mustRevalidate else { return .validate }
    if let maxStale = request.maxStale, age - lifetime <= maxStale { return .serve }
    if let allowed = control.staleWhileRevalidate, age - lifetime <= allowed {
      return .serveWhileRevalidating
    }
    return .validate
  }

  /// Whether it may be used because the server could not be asked, or failed (RFC 5861, section 4).
  ///
  /// Only where the answer or the request allows it, and neither says that it must have been validated.
  func isUsableAfterError(for request: CacheControl, now: Int) -> Bool {
    guard !control.noCache, !request.noCache, !control.mustRevalidate,
      let allowed = [control.staleIfError, request.staleIfError].compactMap(\.self).max()
    else { return false }
    return age(now: now) - lifetime <= allowed
  }
}
