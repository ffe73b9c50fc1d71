public import MediaTransport

/// What a task cost.
public struct MediaTaskMetrics: Hashable, Sendable {
  /// Where a picture came from.
  public enum Source: String, Hashable, Sendable {
    /// The memory cache.
    case memory
    /// The data cache: encoded bytes in memory, decoded anew.
    case data
    /// A store on this machine; perhaps after the server had said that it still holds.
    case disk
    /// A store that machines share.
    case shared
    /// The transport: the network, or a local file.
    case transport
  }

  /// Where the picture came from; `nil` while that is not known.
  public var source: Source?
  /// Bytes of the body received.
  public var bytes = 0
  /// The HTTP status, once an answer has come.
  public var status: Int?
  /// Attempts that the transfer took; 0 for a hit in memory.
  public var attempts = 0
  /// Moments of the transfer since it was started.
  public var timings = TransportTimings()
  /// When the picture was finished, since the transfer was started.
  public var decoded: Duration?

  /// Creates the metrics of a task that has done nothing.
  public init() {}
}
