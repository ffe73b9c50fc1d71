/// Why a unit has no new ad.
public enum NativeAdUnitError: Error, Hashable, Sendable {
  /// The unit is loading or refreshing already; that goes on.
  case alreadyLoading
  /// The direct network gave no ad, and no backfill was asked: there is none, or no time was left.
  case direct(NativeAdLoaderError)
  /// Neither the direct network nor a backfill gave an ad; why, in the order in which they were asked.
  case backfillNoFill([NativeAdLoaderError])

  /// Text that a person can act on.
  public var message: String {
    switch self {
    case .alreadyLoading: "the unit is loading already"
    case .direct(let error): error.message
    case .backfillNoFill(let errors):
      "no network gave an ad: " + errors.map(\.description).joined(separator: "; ")
    }
  }
}

extension NativeAdUnitError: CustomStringConvertible {
  /// The message.
  public var description: String { message }
}
