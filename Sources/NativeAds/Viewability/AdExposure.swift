/// A place on the screen where an ad is shown without a ``NativeAdView``: what is seen there counts as well.
@MainActor package final class AdExposure {
  private weak var ad: NativeAd?

  /// Creates a place of which nothing is seen.
  package init(of ad: NativeAd) {
    self.ad = ad
    ad.add(self)
  }

  // A place that is let go shows nothing any more.
  isolated deinit {
    if visibleFraction != 0 { ad?.exposureChanged() }
  }

  /// How much of the place is on the screen, 0 to 1.
  package var visibleFraction = 0.0 {
    didSet { if visibleFraction != oldValue { ad?.exposureChanged() } }
  }
}
