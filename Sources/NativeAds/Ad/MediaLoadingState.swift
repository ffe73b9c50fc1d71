/// How far an asset is.
public enum MediaLoadingState: String, Hashable, Sendable, CaseIterable {
  /// The ad has no such asset.
  case none
  /// It is not there yet: waiting, loading, or given up by all views and waiting again.
  case loading
  /// It is there.
  case loaded
  /// It could not be loaded.
  case failed
}
