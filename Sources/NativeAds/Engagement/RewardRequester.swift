/// Asks whoever pays for a reward. A program brings its own in ``NativeAdOptions/rewardRequester``.
@MainActor public protocol RewardRequester: AnyObject, Sendable {
  /// A person has clicked an ad that pays, and is at its landing page. Call `completion` once, on the main actor; later
  /// calls, and those after ``NativeAdOptions/rewardTimeLimit``, do nothing.
  func requestReward(for ad: NativeAd, completion: @escaping @MainActor @Sendable (RewardResult) -> Void)
}
