/// How an ``OriginServer`` is set up.
public struct OriginConfiguration: Hashable, Sendable {
  /// The port on 127.0.0.1; 0 (the default) takes any free one.
  public var port: UInt16 = 0
  /// Bytes per second that all connections together may send, shared fairly among those that have something
  /// to send; `nil` (the default) sends as fast as the system takes it.
  public var linkBytesPerSecond: Int?
  /// The time whose worth of bytes the link gives at once after a pause: what a busy machine's late wake-up loses is made
  /// up, and there is no burst to speak of.
  public static let linkBurst = Duration.milliseconds(20)
  /// Whether requests are kept, for tests to look at; `true` by default. Counts are kept in any case.
  public var recordsRequests = true
  /// Most requests kept; later ones are counted only. 100,000 by default.
  public var maximumRecordedRequests = 100_000
  /// Most bytes of a request line and header fields; a request with more is answered with 431.
  /// 16 KiB by default.
  public var maximumHeaderBytes = 16 << 10
  /// Most bytes of a request body; a request with more is answered with 413. 1 MiB by default.
  public var maximumRequestBodyBytes = 1 << 20
  /// Requests after which a connection is closed (the last response says `Connection: close`); `nil`
  /// (the default) never closes for that reason.
  public var requestsPerConnection: Int?

  /// Creates the default configuration.
  public init() {}
}
