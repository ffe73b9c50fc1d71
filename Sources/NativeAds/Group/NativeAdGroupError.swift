/// Why a group has no ads.
public enum NativeAdGroupError: Error, Hashable, Sendable {
  /// Fewer than one ad was asked for; nothing was requested.
  case invalidCount(Int)
  /// The group is loading already; that goes on.
  case alreadyLoading
  /// The one request for all ads has failed.
  case request(NativeAdLoaderError)
  /// There is no ad to show; why, in the order of the requests, or of the bids of the one response.
  case noFill([NativeAdLoaderError])
}

extension NativeAdGroupError: CustomStringConvertible {
  /// Text that a person can act on.
  public var description: String {
    switch self {
    case .invalidCount(let count): "\(count) ads were asked for: at least 1 must be"
    case .alreadyLoading: "the group is loading already"
    case .request(let error): error.description
    case .noFill(let errors): "there is no ad: " + errors.map(\.description).joined(separator: "; ")
    }
  }
}
