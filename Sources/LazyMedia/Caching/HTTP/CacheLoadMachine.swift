import MediaTransport

/// How one load uses the stores and the network (RFC 9111): a value that is told what happened and says what to do.
///
/// Its owner looks up, fetches, delivers and stores. The last action, of those that ``Action/isTerminal`` tells, comes
/// once. A call that does not fit gives ``Action/none``. Where the body that was found turns out to be bad the load begins
/// anew, with a machine of its own, and finds nothing.
struct CacheLoadMachine {
  /// What is to be done next.
  enum Action: Hashable, Sendable {
    /// Nothing: the call did not fit.
    case none
    /// Look in the stores for the entry of this key, and tell ``CacheLoadMachine/found(_:now:)``.
    case lookUp(key: String)
    /// The entry that was found is the answer. If it is to be revalidated, do so in the background, with a machine of
    /// its own. Last.
    case serve(revalidating: Bool)
    /// Send the request, with these fields besides its own.
    case fetch(fields: [HTTPField])
    /// The network's answer is the one: hand it and its body on, and tell when the body is whole or failed.
    case deliver
    /// The entry that was found is the answer: the server has confirmed it. Its head under `key` becomes `head`; where
    /// that is `nil` the entry goes, because it is no answer to other requests any more. Last.
    case serveConfirmed(head: StoredResponse?, key: String)
    /// The answer is whole, and is stored. Last.
    case store(Insertion)
    /// The answer is whole, and is not stored; what stands under these keys is outdated. Last.
    case pass(removing: [String])
    /// The entry that was found is the answer, because the server could not be asked. Last.
    case serveStale
    /// The load failed; what stands under these keys is gone from the server. Last.
    case fail(TransportError, removing: [String])
    /// Nothing is stored that would do, and the network may not be used. Last.
    case unsatisfiable

    /// Whether it is a last one.
    var isTerminal: Bool {
      switch self {
      case .none, .lookUp, .fetch, .deliver: false
      case .serve, .serveConfirmed, .store, .pass, .serveStale, .fail, .unsatisfiable: true
      }
    }
  }

  /// What is stored of an answer.
  struct Insertion: Hashable, Sendable {
    /// Where head and body stand.
    var key: String
    var head: StoredResponse
    /// What stands under the primary key, with an empty body, where the answer varies.
    var marker: Marker?
    /// Whether a store that many users share may have it too (RFC 9111, section 3).
    var mayBeShared: Bool
  }

  /// A marker and its key.
  struct Marker: Hashable, Sendable {
    var key: String
    var head: StoredResponse
  }

  private struct Answer {
    var response: TransportResponse
    var requestTime: Int
    var responseTime: Int
  }

  private enum Phase {
    case idle
    case lookingUp(key: String)
    case fetching(isConditional: Bool)
    case delivering(Answer)
    case ended
  }

  private let request: RequestCaching
  private let primaryKey: String
  private let isBackground: Bool
  private var phase = Phase.idle
  private var stored: StoredResponse?
  private var hasFetchedAgain = false
  /// Where the entry stands that was found; `nil` where none was.
  private(set) var storedKey: String?

  /// A load.
  /// - Parameters:
  ///   - key: the primary key.
  ///   - requestFields: the fields that the caller gave the request. For one that is not there and the transport sends
  ///     itself, answers that vary with it are taken to be alike.
  ///   - isLocal: whether the file is on this machine: stores have no part in it.
  ///   - hasStores: whether there are stores; nothing is looked up or stored without.
  init(
    policy: CachePolicy, key: String, requestFields: [HTTPField], isLocal: Bool = false,
    hasStores: Bool = true
  ) {
    request = RequestCaching(
      policy: policy, fields: requestFields, isLocal: isLocal, hasStores: hasStores)
    primaryKey = key
    isBackground = false
  }

  /// A revalidation in the background of `stored`, which stands under `storedKey` and was served already: it ends with
  /// ``Action/serveConfirmed(head:key:)``, where nothing is served but the head replaced, or as a fetch does.
  init(revalidating stored: StoredResponse, storedKey: String, key: String, requestFields: [HTTPField]) {
    request = RequestCaching(policy: .normal, fields: requestFields)
    primaryKey = key
    isBackground = true
    self.stored = stored
    self.storedKey = storedKey
  }

  /// Whether stores have no part in it.
  var isBypassed: Bool { request.isBypassed }

  /// Whether the answer may be that what is stored still holds.
  var isConditional: Bool { if case .fetching(isConditional: true) = phase { true } else { false } }

  /// The load begins.
  mutating func begin() -> Action {
    guard case .idle = phase else { return .none }
    if isBackground || !request.looksUp { return fetch() }
    phase = .lookingUp(key: primaryKey)
    return .lookUp(key: primaryKey)
  }

  /// What stands under the key that was looked up; `nil` where nothing does.
  mutating func found(_ entry: StoredResponse?, now: Int) -> Action {
    guard case .lookingUp(let key) = phase else { return .none }
    guard let entry else { return fetch() }
    let names = CacheKey.varyingNames(entry.fields) ?? []
    let isPrimary = key == primaryKey
    switch entry.kind {
    case .varyMarker:
      // A marker under a secondary key, or one that says nothing, is of another make.
      guard isPrimary, !names.isEmpty else { return fetch() }
      let secondary = CacheKey.secondary(primary: primaryKey, names: names, fields: request.fields)
      phase = .lookingUp(key: secondary)
      return .lookUp(key: secondary)
    case .answer:
      // Where the answer varies, the key must have said with what.
      guard isPrimary == names.isEmpty else { return fetch() }
    }
    stored = entry
    storedKey = key
    switch request.use(of: entry, now: now) {
    case .serve: return end(.serve(revalidating: false))
    case .serveWhileRevalidating: return end(.serve(revalidating: request.mayFetch))
    case .validate: return fetch()
    }
  }

  /// The head of the network's answer has come; again, where the load starts over with another. Times are in seconds
  /// since 1970.
  mutating func answered(_ response: TransportResponse, requestTime: Int, responseTime: Int) -> Action {
    let answer = Answer(response: response, requestTime: requestTime, responseTime: responseTime)
    if case .delivering = phase, response.status != 304 {
      phase = .delivering(answer)
      return .deliver
    }
    guard case .fetching(let isConditional) = phase else { return .none }
    guard response.status == 304, !request.isBypassed else {
      phase = .delivering(answer)
      return .deliver
    }
    guard isConditional, let stored, let storedKey, stored.isConfirmed(by: response.headers) else {
      return fetchAgain(orFailWith: Self.unexpectedConfirmation(response.effectiveURL))
    }
    // Nothing of the answer to a request with `no-store` is stored; what was may stay.
    guard !request.control.forbidsStoring else { return end(.serveConfirmed(head: stored, key: storedKey)) }
    let head = stored.updated(
      by: response.headers, requestTime: requestTime, responseTime: responseTime)
    // It would stand under the wrong key, or may not be stored any more.
    let isKept =
      CacheKey.varyingNames(head.fields) == CacheKey.varyingNames(stored.fields)
      && !head.cacheControl.forbidsStoring
    return end(.serveConfirmed(head: isKept ? head : nil, key: storedKey))
  }

  /// The fetch failed, before its answer or within its body. A bad status comes here too.
  mutating func failed(_ error: TransportError, now: Int) -> Action {
    switch phase {
    case .fetching(let isConditional):
      if error.status == 304, error.code == .badStatus, isConditional { return fetchAgain(orFailWith: error) }
      if let stored, !isBackground, error.allowsStale,
        Freshness(stored).isUsableAfterError(for: request.control, now: now)
      {
        return end(.serveStale)
      }
      let isGone = error.code == .badStatus && (error.status == 404 || error.status == 410)
      return end(.fail(error, removing: isGone ? outdatedKeys : []))
    case .delivering:
      return end(.fail(error, removing: []))
    case .idle, .lookingUp, .ended:
      return .none
    }
  }

  /// The body is whole.
  mutating func finished() -> Action {
    guard case .delivering(let answer) = phase else { return .none }
    let status = answer.response.status ?? 0
    guard request.hasStores, !request.isBypassed, (200..<300).contains(status), status != 206 else {
      return end(.pass(removing: []))
    }
    guard
      let head = StoredResponse(
        answer: answer.response, requestFields: request.fields, requestTime: answer.requestTime,
        responseTime: answer.responseTime)
    else {
      // Section 4.3.3: the new answer stands for the resource; the old one does not any more.
      return end(.pass(removing: outdatedKeys))
    }
    let mayBeShared = head.mayBeShared(requestFields: request.fields)
    let names = CacheKey.varyingNames(head.fields) ?? []
    guard !names.isEmpty else {
      return end(.store(Insertion(key: primaryKey, head: head, marker: nil, mayBeShared: mayBeShared)))
    }
    let marker = Marker(
      key: primaryKey,
      head: StoredResponse(
        markerOf: names, requestTime: answer.requestTime, responseTime: answer.responseTime))
    let key = CacheKey.secondary(primary: primaryKey, names: names, fields: request.fields)
    return end(.store(Insertion(key: key, head: head, marker: marker, mayBeShared: mayBeShared)))
  }

  // MARK: -

  private mutating func fetch() -> Action {
    guard request.mayFetch else { return end(.unsatisfiable) }
    let condition = hasFetchedAgain ? [] : stored?.conditionalFields ?? []
    phase = .fetching(isConditional: !condition.isEmpty)
    return .fetch(fields: condition + request.reloadFields)
  }

  private mutating func fetchAgain(orFailWith error: TransportError) -> Action {
    guard !hasFetchedAgain else { return end(.fail(error, removing: outdatedKeys)) }
    hasFetchedAgain = true
    return fetch()
  }

  private mutating func end(_ action: Action) -> Action {
    phase = .ended
    return action
  }

  /// Where an entry stands that the new answer is in place of. A reload has not looked: its entry, or the marker without
  /// which no entry is found, stands under the primary key.
  private var outdatedKeys: [String] {
    if let storedKey { return [storedKey] }
    return request.isBypassed || request.looksUp ? [] : [primaryKey]
  }

  private static func unexpectedConfirmation(_ url: String) -> TransportError {
    TransportError(
      phase: .headers, code: .protocolError,
      message: "the server answered that a file is unchanged which it was not asked about", url: url,
      status: 304)
  }
}

extension TransportError {
  /// Whether it says that the server, or the way to it, does not work at the moment (RFC 5861, section 4).
  fileprivate var allowsStale: Bool {
    switch code {
    case .badStatus: [500, 502, 503, 504].contains(status)
    case .unresolvedHost, .connectionFailed, .tlsFailed, .timedOut, .truncated, .protocolError: true
    case .invalidURL, .invalidHeader, .schemeNotAllowed, .tooManyRedirects, .tooLarge, .unreadableFile,
      .notCached, .other:
      false
    }
  }
}
