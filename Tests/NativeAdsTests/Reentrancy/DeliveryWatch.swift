@testable import NativeAds

/// Counts what an ad tells of its engagement.
@MainActor final class DeliveryWatch: NativeAdDelegate {
  private(set) weak var ad: NativeAd?
  private let onEvent: @MainActor () -> Void
  private var requested = 0
  private var rewarded = 0
  private var participated = 0
  private var viewable = 0

  init(_ ad: NativeAd, onEvent: @escaping @MainActor () -> Void) {
    self.ad = ad
    self.onEvent = onEvent
    ad.delegate = self
  }

  /// What was told too often, or too rarely.
  var fault: String? {
    if participated > 1 || viewable > 1 {
      return "told \(participated) participations, \(viewable) impressions"
    }
    let open = requested - rewarded
    if open < 0 || open > 1 { return "told \(requested) requests for a reward and \(rewarded) results" }
    return nil
  }

  /// The same once all that was asked has been answered.
  var settledFault: String? {
    guard let ad else { return fault }
    return requested == rewarded && ad.participationState != .checking
      ? fault : "told \(requested) requests for a reward and \(rewarded) results: \(ad.participationState)"
  }

  func nativeAd(_ nativeAd: NativeAd, didClick link: OpenRTBNative.Link) { onEvent() }
  func nativeAd(_ nativeAd: NativeAd, didFailToOpen error: LinkError) { onEvent() }
  func nativeAdDidReturnFromLanding(_ nativeAd: NativeAd) { onEvent() }
  func nativeAdDidRender(_ nativeAd: NativeAd) { onEvent() }
  func nativeAdDidLoadMediaData(_ nativeAd: NativeAd) { onEvent() }

  func nativeAdDidBecomeViewable(_ nativeAd: NativeAd) {
    viewable += 1
    onEvent()
  }

  func nativeAdDidRequestReward(_ nativeAd: NativeAd) {
    requested += 1
    onEvent()
  }

  func nativeAd(_ nativeAd: NativeAd, didReward result: RewardResult) {
    rewarded += 1
    onEvent()
  }

  func nativeAdDidParticipate(_ nativeAd: NativeAd) {
    participated += 1
    onEvent()
  }
}
