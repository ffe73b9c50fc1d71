/// Why a landing page was not opened.
public enum LinkError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Its scheme is none of ``NativeAdOptions/allowedLinkSchemes``; the URL, credentials removed.
  case schemeNotAllowed(url: String)
  /// Whoever opens pages could not; the URL, credentials removed, and why.
  case notOpened(url: String, reason: String)

  /// Text that a person can act on.
  public var description: String {
    switch self {
    case .schemeNotAllowed(let url): "\(url) has a scheme that is not opened: see allowedLinkSchemes"
    case .notOpened(let url, let reason): "\(url) could not be opened: \(reason)"
    }
  }
}
