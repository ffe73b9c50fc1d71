public import LazyMedia

/// Why an ad could not be loaded.
public enum NativeAdLoaderError: Error, Hashable, Sendable {
  /// No response came within ``NativeAdOptions/requestTimeoutInterval``.
  case timedOut(Duration)
  /// The response could not be fetched.
  case transport(TransportError)
  /// The program's own source failed; its words.
  case provider(String)
  /// What came is no native ad.
  case response(OpenRTBNativeError)
  /// The main media could not be loaded, of an ad that is handed over with its media.
  case media(MediaAssetError)

  /// Whether nothing went wrong: there is no ad at present. A bid response without a bid says so, and HTTP status 204.
  public var isNoFill: Bool {
    if case .response(.noFill) = self { true } else { false }
  }

  /// The kind of failure, stable for programs.
  public var code: String {
    switch self {
    case .timedOut: "timedOut"
    case .transport(let error): error.code.rawValue
    case .provider: "provider"
    case .response: "response"
    case .media(let error): error.code
    }
  }

  /// Text that a person can act on.
  public var message: String {
    switch self {
    case .timedOut(let limit): "no ad came within \(limit)"
    case .transport(let error): "\(error.message) (\(error.url))"
    case .provider(let words): words
    case .response(let error): error.description
    case .media(let error): error.description
    }
  }
}

extension NativeAdLoaderError: CustomStringConvertible {
  /// For example `timedOut: no ad came within 60.0 seconds`.
  public var description: String { "\(code): \(message)" }
}
