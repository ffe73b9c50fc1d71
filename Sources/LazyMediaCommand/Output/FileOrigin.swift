import LazyMedia

/// Where a file came from, as it is printed.
enum FileOrigin: String, CaseIterable, Sendable {
  /// Over HTTP.
  case network
  /// The folder of `--cache`, perhaps after the server had said that it still holds.
  case disk
  /// The server of `--shared-cache`; the same.
  case shared
  /// A file of this machine, or a `data:` URL.
  case local

  init?(_ source: MediaTaskMetrics.Source?, isRemote: Bool) {
    switch source {
    case .transport: self = isRemote ? .network : .local
    case .disk: self = .disk
    case .shared: self = .shared
    // The command has no caches in memory.
    case nil, .memory, .data: return nil
    }
  }
}
