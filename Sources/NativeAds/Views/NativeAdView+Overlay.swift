extension NativeAdView {
  /// Makes what covers the view once the person is back from the ad's landing page and nothing is left to take part in; of
  /// an ad that pays that is once it is paid. `nil`, also where the function gives none, leaves the view as it is.
  ///
  /// The overlay goes when it is closed, when the person is back from where it leads, or with ``unbind()``. It stays where
  /// the next ad of a ``NativeAdUnit`` takes the place below it. While it is there no ad of the view counts as seen.
  public var overlayProvider: (@MainActor (NativeAd) -> AdOverlay?)? {
    get { overlays.provider }
    set { overlays.provider = newValue }
  }

  /// Shows overlays; held weakly. One that is set late is told what there is.
  public var overlayDisplay: (any AdOverlayDisplay)? {
    get { overlays.display }
    set { overlays.display = newValue }
  }

  /// What covers the view; `nil` where nothing does.
  public var overlay: AdOverlay? { overlays.overlay }

  /// The person has closed the overlay. Without one this does nothing.
  public func closeOverlay() { overlays.close() }

  /// The person has clicked the overlay: opens where it leads, through ``NativeAdOptions/linkOpener``. It counts as no
  /// click on the ad.
  public func clickOverlay() { overlays.click() }

  /// How much of the ad can be seen.
  var exposedFraction: Double { overlay == nil ? visibleFraction : 0 }
}
