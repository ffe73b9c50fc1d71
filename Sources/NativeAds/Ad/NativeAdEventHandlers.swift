/// Functions that hear of an ad, each after its delegate. They are called on the main actor and may capture weakly
/// whatever they like: nothing is kept alive but what they capture.
public struct NativeAdEventHandlers {
  /// The ad was seen: see ``NativeAdEvent/didBecomeViewable``.
  public var onImpressed: (@MainActor (NativeAd) -> Void)?
  /// The ad was clicked.
  public var onClicked: (@MainActor (NativeAd) -> Void)?
  /// The reward is asked for.
  public var onRewardRequested: (@MainActor (NativeAd) -> Void)?
  /// What became of that.
  public var onRewarded: (@MainActor (NativeAd, RewardResult) -> Void)?
  /// The person has taken part.
  public var onParticipated: (@MainActor (NativeAd) -> Void)?
  /// The video has begun, in a media view that is bound to the ad.
  public var onVideoStart: (@MainActor (NativeAd) -> Void)?
  /// The video has come to its end there.
  public var onVideoEnd: (@MainActor (NativeAd) -> Void)?

  /// Creates handlers that do nothing.
  public init() {}

  /// Sets all but those of videos.
  mutating func subscribe(
    _ onImpressed: (@MainActor (NativeAd) -> Void)?, _ onClicked: (@MainActor (NativeAd) -> Void)?,
    _ onRewardRequested: (@MainActor (NativeAd) -> Void)?,
    _ onRewarded: (@MainActor (NativeAd, RewardResult) -> Void)?,
    _ onParticipated: (@MainActor (NativeAd) -> Void)?
  ) {
    self.onImpressed = onImpressed
    self.onClicked = onClicked
    self.onRewardRequested = onRewardRequested
    self.onRewarded = onRewarded
    self.onParticipated = onParticipated
  }

  @MainActor func hear(_ event: NativeAdEvent, of ad: NativeAd) {
    switch event {
    case .didBecomeViewable: onImpressed?(ad)
    case .didClick: onClicked?(ad)
    case .didRequestReward: onRewardRequested?(ad)
    case .didReward(let result): onRewarded?(ad, result)
    case .didParticipate: onParticipated?(ad)
    case .video(.start): onVideoStart?(ad)
    case .video(.complete): onVideoEnd?(ad)
    default: break
    }
  }
}
