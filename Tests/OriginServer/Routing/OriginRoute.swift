/// How the requests for one path are answered.
enum OriginRoute: Sendable {
  /// Always the same.
  case fixed(OriginResponse)
  /// One after the other; the last one is repeated.
  case sequence([OriginResponse], next: Int)
  /// What a function says; it runs on the origin's thread.
  case handler(@Sendable (OriginRequest) -> OriginResponse)
}

/// All routes. A value.
struct OriginRoutes {
  private var routes: [String: OriginRoute] = [:]
  private var mounts: [FolderMount] = []
  /// The longest first.
  private var prefixes: [(prefix: String, handler: @Sendable (OriginRequest) -> OriginResponse)] = []

  enum Match {
    case response(OriginResponse)
    case handler(@Sendable (OriginRequest) -> OriginResponse)
    /// A folder and the rest of the path.
    case folder(FolderMount, String)
  }

  mutating func set(_ path: String, _ route: OriginRoute?) { routes[path] = route }

  mutating func setPrefix(
    _ prefix: String, _ handler: @escaping @Sendable (OriginRequest) -> OriginResponse
  ) {
    prefixes.removeAll { $0.prefix == prefix }
    prefixes.append((prefix, handler))
    prefixes.sort { $0.prefix.utf8.count > $1.prefix.utf8.count }
  }

  mutating func mount(_ mount: FolderMount) {
    unmount(mount.prefix)
    mounts.append(mount)
    // The longest prefix is asked first.
    mounts.sort { $0.prefix.utf8.count > $1.prefix.utf8.count }
  }

  mutating func unmount(_ prefix: String) { mounts.removeAll { $0.prefix == prefix } }

  /// The route of the path with its query, else of the path, else what answers all below a prefix, else the folder
  /// mounted above it.
  mutating func match(_ request: OriginRequest) -> Match? {
    if let query = request.query, let match = take("\(request.path)?\(query)") { return match }
    if let match = take(request.path) { return match }
    if let above = prefixes.first(where: { request.path.hasPrefix($0.prefix) }) {
      return .handler(above.handler)
    }
    for mount in mounts where request.path.hasPrefix(mount.prefix) {
      return .folder(mount, String(request.path.dropFirst(mount.prefix.count)))
    }
    return nil
  }

  private mutating func take(_ key: String) -> Match? {
    switch routes[key] {
    case nil: return nil
    case .fixed(let response): return .response(response)
    case .handler(let handler): return .handler(handler)
    case .sequence(let responses, let next):
      guard let last = responses.last else { return nil }
      guard next < responses.count else { return .response(last) }
      routes[key] = .sequence(responses, next: next + 1)
      return .response(responses[next])
    }
  }
}
