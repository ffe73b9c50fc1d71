import MediaTransport

/// The identity of a fetch: the *requested* URL (or the request's identifier) and the headers sent,
/// never a URL that a redirect led to; and how stored answers are used.
struct FetchKey: Hashable, Sendable {
  let resource: String
  let headers: [HTTPField]
  let policy: CachePolicy
  /// Of resource and headers: taken once, when the request is made.
  let hash: Int

  /// The key that caches know: whatever the policy of those that ask, they fill and find the same.
  var stored: FetchKey {
    FetchKey(resource: resource, headers: headers, policy: .normal, hash: hash)
  }

  static func == (left: Self, right: Self) -> Bool {
    left.hash == right.hash && left.policy == right.policy
      && left.resource == right.resource && left.headers == right.headers
  }

  func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}
