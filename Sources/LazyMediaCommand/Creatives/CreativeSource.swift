import NativeAds

/// One ad of many: where its response comes from.
struct CreativeSource: Equatable, Sendable {
  /// What is known of the response.
  enum Response: Equatable, Sendable {
    /// What the transport is asked for.
    case url(String)
    /// The response itself.
    case bytes([UInt8])
    /// Why there is none.
    case problem(String)
  }

  /// As given, or its place in a list.
  var text: String
  var response: Response
  /// Whether it, and what it names, may be read from this machine.
  var isLocal: Bool
}
