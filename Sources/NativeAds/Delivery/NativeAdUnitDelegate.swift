/// Hears what becomes of a unit's loads and of its ads. All methods are called on the main actor, each before the closures
/// for the same. Refreshes are told to ``NativeAdUnit/subscribeRefreshEvents(onRequest:onSuccess:onFailure:)`` alone.
@MainActor public protocol NativeAdUnitDelegate: AnyObject {
  /// A load has brought an ad.
  func nativeAdUnit(_ unit: NativeAdUnit, didReceive ad: NativeAd)
  /// A load has brought none; the ad before, if any, stays. Hide the place, or show something else.
  func nativeAdUnit(_ unit: NativeAdUnit, didFailToReceive error: NativeAdUnitError)
  /// The direct network has no ad, or has failed: why. A backfill is asked, and one of the two above follows.
  func nativeAdUnit(_ unit: NativeAdUnit, willBackfillAfter error: NativeAdLoaderError)
  /// The ad was seen: see ``NativeAdEvent/didBecomeViewable``.
  func nativeAdUnit(_ unit: NativeAdUnit, didImpress ad: NativeAd)
  /// The ad was clicked.
  func nativeAdUnit(_ unit: NativeAdUnit, didClick ad: NativeAd)
  /// The video has begun, in a media view that is bound to the ad.
  func nativeAdUnit(_ unit: NativeAdUnit, didStartVideoOf ad: NativeAd)
  /// The video has come to its end there.
  func nativeAdUnit(_ unit: NativeAdUnit, didEndVideoOf ad: NativeAd)
}

extension NativeAdUnitDelegate {
  /// Does nothing.
  public func nativeAdUnit(_ unit: NativeAdUnit, willBackfillAfter error: NativeAdLoaderError) {}
  /// Does nothing.
  public func nativeAdUnit(_ unit: NativeAdUnit, didImpress ad: NativeAd) {}
  /// Does nothing.
  public func nativeAdUnit(_ unit: NativeAdUnit, didClick ad: NativeAd) {}
  /// Does nothing.
  public func nativeAdUnit(_ unit: NativeAdUnit, didStartVideoOf ad: NativeAd) {}
  /// Does nothing.
  public func nativeAdUnit(_ unit: NativeAdUnit, didEndVideoOf ad: NativeAd) {}
}
