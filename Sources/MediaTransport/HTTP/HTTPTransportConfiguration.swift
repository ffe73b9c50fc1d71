/// What an ``HTTPTransport`` may use.
public struct TransportLimits: Hashable, Sendable {
  /// Most connections to one host (scheme, name, port) over HTTP/1.1; 6 by default.
  public var connectionsPerHost: Int = 6
  /// Further connections to one host over HTTP/1.1, beyond ``connectionsPerHost``, that only requests which are
  /// ``TransportRequest/isSmall`` may take, none of them of a priority below `normal`; 1 by default. They count in
  /// ``totalConnections``. Over HTTP/2 there is no need for them, and they are not used.
  public var smallTransfersPerHost: Int = 1
  /// Most connections in all; 64 by default.
  public var totalConnections: Int = 64
  /// Most streams at once on an HTTP/2 connection; 100 by default.
  public var streamsPerConnection: Int = 100

  /// Creates the default limits.
  public init() {}
}

/// How an ``HTTPTransport`` is set up.
public struct HTTPTransportConfiguration: Hashable, Sendable {
  /// Connection limits.
  public var limits = TransportLimits()
  /// The `User-Agent`; `LazyMedia` by default.
  public var userAgent = "LazyMedia"
  /// A file of CA certificates (PEM) used instead of the system's.
  public var caBundlePath: String?
  /// A proxy URL; `nil` (the default) takes the proxy from the environment, an empty text uses none.
  public var proxy: String?
  /// Most redirects followed; 5 by default.
  public var maximumRedirects = 5
  /// Whether `file:` URLs, `data:` URLs and paths are served; `false` by default.
  public var allowsLocalSources = false
  /// How long connections and the thread are kept while nothing is under way; 60 s by default.
  public var idleLifetime: Duration = .seconds(60)

  /// Creates the default configuration.
  public init() {}
}
