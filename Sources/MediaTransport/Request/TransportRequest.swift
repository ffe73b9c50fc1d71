/// Time limits of a transfer. The wait in the transport's queue counts for none of them.
public struct TransportTimeouts: Hashable, Sendable {
  /// Resolving, connecting and TLS, per attempt and redirect; 15 s by default.
  public var connect: Duration = .seconds(15)
  /// From the request sent to the first byte of the answer, per attempt and redirect; 30 s by default.
  public var firstByte: Duration = .seconds(30)
  /// Between two pieces of the body, per attempt; 30 s by default.
  public var idle: Duration = .seconds(30)
  /// All attempts, the waits between them and redirects together, from the start of the first attempt;
  /// 60 s by default.
  public var total: Duration = .seconds(60)

  /// Creates the default limits.
  public init() {}
}

/// What to fetch.
public struct TransportRequest: Hashable, Sendable {
  /// Where the bytes are: an `http:` or `https:` URL; also `file:`, `data:` or a path where local sources are allowed.
  public var url: String
  /// Header fields to send besides the transport's own.
  public var headers: [HTTPField]
  /// The bytes of the body that are wanted (RFC 9110, section 14); `nil`, the default, wants all. The answer has status
  /// 206 and tells in `Content-Range` which bytes it holds; a server that does not know ranges answers 200 with all. An
  /// upper bound of `Int.max` stands for the end, wherever that is.
  public var byteRange: Range<Int>?
  /// Whether an answer of status 304 (RFC 9110, section 15.4.5) is delivered, with its head and no body, because the
  /// request's fields ask for one; `false` by default: it is a failure then.
  public var acceptsNotModified = false
  /// How urgent it is; `normal` by default.
  public var priority: TransportPriority
  /// Time limits.
  public var timeouts: TransportTimeouts
  /// Most bytes of a body, after content decoding; 32 MiB by default.
  public var maximumBytes: Int
  /// When to try again.
  public var retryPolicy: RetryPolicy
  /// Whether it is expected to be small, such as an icon, and may take the place that is kept for those
  /// (``TransportLimits/smallTransfersPerHost``), so that it never waits for large ones; `false` by default.
  public var isSmall = false

  /// Creates a request.
  public init(
    url: String, headers: [HTTPField] = [], priority: TransportPriority = .normal,
    timeouts: TransportTimeouts = TransportTimeouts(), maximumBytes: Int = 32 << 20,
    retryPolicy: RetryPolicy = RetryPolicy()
  ) {
    self.url = url
    self.headers = headers
    self.priority = priority
    self.timeouts = timeouts
    self.maximumBytes = maximumBytes
    self.retryPolicy = retryPolicy
  }

  /// Whether it goes on with a body of which parts are held already, so that it waits behind nothing that has not begun.
  package var isContinuing = false

  /// Whether the bytes are on a server, not in a local file or in the URL itself.
  package var isRemote: Bool { !LocalSource.isLocal(url) }

  /// ``url`` without user name and password; a `data:` URL without its data. For messages.
  public var redactedURL: String { WebAddress.redact(url) }
}
