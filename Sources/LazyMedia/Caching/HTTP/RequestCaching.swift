import MediaTransport

/// What a request's own header fields and its policy mean for the stores.
struct RequestCaching: Hashable, Sendable {
  let policy: CachePolicy
  let fields: [HTTPField]
  let control: CacheControl
  /// Whether the stores have no part in it: the request has conditions or a range of its own, so that its answer is not
  /// the file, and a 304 is for who asked.
  let isBypassed: Bool

  /// Whether there are stores.
  let hasStores: Bool

  /// - Parameters:
  ///   - isLocal: whether the file is on this machine, as near as a store.
  ///   - hasStores: whether there are stores.
  init(policy: CachePolicy, fields: [HTTPField], isLocal: Bool = false, hasStores: Bool = true) {
    self.policy = isLocal ? .normal : policy
    self.hasStores = hasStores && !isLocal
    self.fields = fields
    control = CacheControl(fields)
    isBypassed = isLocal || Self.bypassingNames.contains(where: fields.has)
  }

  private static let bypassingNames = [
    "If-Match", "If-Modified-Since", "If-None-Match", "If-Range", "If-Unmodified-Since", "Range",
  ]

  /// Whether a stored answer is looked for.
  var looksUp: Bool { hasStores && !isBypassed && policy != .reload }

  /// Whether the network may be used (RFC 9111, section 5.2.1.7).
  var mayFetch: Bool { policy != .onlyIfCached && !control.onlyIfCached }

  /// How `stored` may be used at `now`.
  func use(of stored: StoredResponse, now: Int) -> Freshness.Use {
    switch policy {
    case .normal: Freshness(stored).use(for: control, now: now)
    case .reload: .validate
    case .onlyIfCached, .cacheFirst: .serve
    }
  }

  /// What tells the caches between here and the server that theirs will not do (section 5.2.1.4), where the request does
  /// not speak for itself.
  var reloadFields: [HTTPField] {
    policy == .reload && !fields.has("Cache-Control") ? [HTTPField("Cache-Control", "no-cache")] : []
  }
}
