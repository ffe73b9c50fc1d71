/// What is known of the response that an ad was made of, or was not.
public struct NativeAdResponseInfo: Hashable, Sendable {
  /// Where it came from, credentials removed; `nil` where the program brought it.
  public var source: String?
  /// The HTTP status, where an answer came over HTTP.
  public var status: Int?
  /// Bytes of the response; 0 where none came.
  public var bytes = 0
  /// From the request to its end; 0 until then, and where it was cancelled.
  public var elapsed: Duration = .zero

  init(source: String? = nil) { self.source = source }
}
