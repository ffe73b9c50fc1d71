/// A place that ads come from: an ad server, an exchange, a program's own ads.
public struct NativeAdNetwork: Sendable {
  /// The time that it has for its part of a ``NativeAdSourceChain``, or for the response to a ``NativeAdGroup``; `nil`, the
  /// default, is all that is left of ``NativeAdOptions/requestTimeoutInterval``.
  public var timeLimit: Duration?
  /// Where the response to a request comes from. Called on the main actor, once a request.
  public var source: @MainActor @Sendable (NativeAdRequest) -> NativeAdSource

  /// Creates a network.
  public init(
    timeLimit: Duration? = nil, source: @escaping @MainActor @Sendable (NativeAdRequest) -> NativeAdSource
  ) {
    self.timeLimit = timeLimit
    self.source = source
  }

  /// A network that answers over HTTP. What is asked for is added to the query of `url`, percent-encoded: `unit`
  /// (``NativeAdRequest/unitID``) and `context` (``NativeAdRequest/contextID``), each unless it is empty, and `count`.
  public static func endpoint(_ url: String, timeLimit: Duration? = nil) -> NativeAdNetwork {
    NativeAdNetwork(timeLimit: timeLimit) { .url($0.url(at: url)) }
  }
}

extension NativeAdRequest {
  /// An endpoint's URL with the request in its query. A fragment, which no server sees, is left out.
  func url(at endpoint: String) -> String {
    var items = [("unit", unitID), ("context", contextID)].filter { !$0.1.isEmpty }
    items.append(("count", String(count)))
    let query = items.map { "\($0)=\($1.percentEncoded)" }.joined(separator: "&")
    let base = endpoint.prefix { $0 != "#" }
    let joint =
      switch base.utf8.last {
      case UInt8(ascii: "?"), UInt8(ascii: "&"): ""
      default: base.utf8.contains(UInt8(ascii: "?")) ? "&" : "?"
      }
    return base + joint + query
  }
}
