/// How a request uses what is stored.
public enum CachePolicy: String, Hashable, Sendable, CaseIterable {
  /// A stored answer while it is fresh, and as HTTP allows after that (RFC 9111); the default.
  case normal
  /// Never what is stored: the file is fetched, and stored in place of what was.
  case reload
  /// A stored answer, fresh or not; a failure where there is none. The network is not used.
  case onlyIfCached
  /// A stored answer, fresh or not, without asking the server; fetched where there is none.
  case cacheFirst
}
