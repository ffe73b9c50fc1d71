/// What a pipeline has done since it was made.
public struct MediaMetrics: Hashable, Sendable {
  /// Pictures that the memory cache was asked for and had, by all pipelines that share it.
  public var memoryHits = 0
  /// Files that the data cache had, as they came.
  public var dataHits = 0
  /// Files served from a store on this machine, revalidated ones included.
  public var diskHits = 0
  /// Files served from a store that machines share, revalidated ones included.
  public var sharedHits = 0
  /// Stored files that the server said still hold (304).
  public var revalidations = 0
  /// Files fetched whole.
  public var fetches = 0
  /// Transfers begun again where an earlier one had stopped.
  public var resumptions = 0
  /// Bytes of bodies received.
  public var bytesFetched = 0
  /// Of those, bytes of transfers that were cancelled.
  public var bytesWasted = 0
  /// Of the wasted ones, bytes that a later transfer went on from after all.
  public var bytesRecovered = 0
  /// Decodes that gave a picture.
  public var decodes = 0
  /// Decodes that had begun and were given up.
  public var decodesWasted = 0
  /// Loads that failed.
  public var failures = 0
  /// Loads that were cancelled before their end.
  public var cancellations = 0
  /// Files that were not stored because too many waited to be.
  public var storesSkipped = 0
  /// Calls of a store that failed.
  public var storeFailures = 0
  /// Fetches under way or waiting.
  public var fetchesNow = 0
  /// Decodes waiting for bytes, for a thread, or running.
  public var decodesNow = 0
  /// Bytes of bodies held for decodes.
  public var bytesHeldNow = 0
  /// Pictures that slots waited for and showed.
  public var shown = 0
  /// How long slots waited for those, in all.
  public var totalTimeToVisible = Duration.zero
  /// How long a slot waited at most.
  public var longestTimeToVisible = Duration.zero

  /// How long a slot waited, on average; `nil` where none did.
  public var meanTimeToVisible: Duration? { shown > 0 ? totalTimeToVisible / shown : nil }

  /// Creates metrics of nothing.
  public init() {}
}
