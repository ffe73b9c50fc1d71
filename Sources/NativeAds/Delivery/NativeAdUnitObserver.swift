/// Shows a unit's ad, whichever that is.
@MainActor protocol NativeAdUnitObserver: AnyObject {
  /// The unit has another ad. Told in the turn of the change, before the delegate and the closures, so that these find it
  /// shown.
  func unit(_ unit: NativeAdUnit, didChange ad: NativeAd)
}
