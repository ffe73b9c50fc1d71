/// Shows a unit's ad, whichever that is.
@MainActor package protocol NativeAdUnitObserver: AnyObject {
  /// The unit has another ad. Told in the turn of the change, before the delegate and the closures, so that these find it
  /// shown.
  func unit(_ unit: NativeAdUnit, didChange ad: NativeAd)
  /// The unit begins to ask for the ad that is to replace the present one, or has ended.
  func unit(_ unit: NativeAdUnit, isRefreshing: Bool)
}
