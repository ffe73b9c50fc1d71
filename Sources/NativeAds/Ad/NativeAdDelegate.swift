/// Hears what happens to an ad. All methods are called on the main actor, one at a time, never inside one another, and
/// do nothing by default.
@MainActor public protocol NativeAdDelegate: AnyObject {
  /// The state of an asset has changed; the ad's properties tell the new one already.
  func nativeAd(
    _ nativeAd: NativeAd, didChangeMediaAssetLoadingState state: MediaLoadingState, assetType: MediaAssetType)
  /// The preferred size of the main media has become known from the first bytes of its file; ``NativeAd/mediaData`` tells
  /// it already. Not called where the response told a size.
  func nativeAdDidProbeMediaSize(_ nativeAd: NativeAd)
  /// Icon and main media are loaded, those of them that the ad has. Once an attempt, and never beside
  /// ``nativeAdDidFail(_:toLoadMediaData:)``.
  func nativeAdDidLoadMediaData(_ nativeAd: NativeAd)
  /// An asset has failed: the first of this attempt. What becomes of the other is told as its state.
  func nativeAdDidFail(_ nativeAd: NativeAd, toLoadMediaData error: MediaAssetError)
  /// A view shows the ad.
  func nativeAdDidRender(_ nativeAd: NativeAd)
  /// A view could not show the ad.
  func nativeAdDidFail(_ nativeAd: NativeAd, toRender error: BindingError)
  /// The ad was clicked.
  func nativeAd(_ nativeAd: NativeAd, didClick link: OpenRTBNative.Link)
  /// A person has clicked where the ad is shown, see ``NativeAdOptions/usesCustomClick``.
  func nativeAd(_ nativeAd: NativeAd, didReceiveCustomClick component: NativeAdComponent?)
  /// Where a click leads was not opened.
  func nativeAd(_ nativeAd: NativeAd, didFailToOpen error: LinkError)
  /// The person is back from the landing page.
  func nativeAdDidReturnFromLanding(_ nativeAd: NativeAd)
  /// The impression: the ad was seen after its main media had loaded.
  func nativeAdDidBecomeViewable(_ nativeAd: NativeAd)
  /// The video has come to a point.
  func nativeAd(_ nativeAd: NativeAd, didReach event: VideoEvent)
  /// The reward is asked for.
  func nativeAdDidRequestReward(_ nativeAd: NativeAd)
  /// What became of asking for the reward.
  func nativeAd(_ nativeAd: NativeAd, didReward result: RewardResult)
  /// The person has taken part.
  func nativeAdDidParticipate(_ nativeAd: NativeAd)
}

extension NativeAdDelegate {
  /// Does nothing.
  public func nativeAd(
    _ nativeAd: NativeAd, didChangeMediaAssetLoadingState state: MediaLoadingState, assetType: MediaAssetType
  ) {}
  /// Does nothing.
  public func nativeAdDidProbeMediaSize(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAdDidLoadMediaData(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAdDidFail(_ nativeAd: NativeAd, toLoadMediaData error: MediaAssetError) {}
  /// Does nothing.
  public func nativeAdDidRender(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAdDidFail(_ nativeAd: NativeAd, toRender error: BindingError) {}
  /// Does nothing.
  public func nativeAd(_ nativeAd: NativeAd, didClick link: OpenRTBNative.Link) {}
  /// Does nothing.
  public func nativeAd(_ nativeAd: NativeAd, didReceiveCustomClick component: NativeAdComponent?) {}
  /// Does nothing.
  public func nativeAd(_ nativeAd: NativeAd, didFailToOpen error: LinkError) {}
  /// Does nothing.
  public func nativeAdDidReturnFromLanding(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAdDidBecomeViewable(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAd(_ nativeAd: NativeAd, didReach event: VideoEvent) {}
  /// Does nothing.
  public func nativeAdDidRequestReward(_ nativeAd: NativeAd) {}
  /// Does nothing.
  public func nativeAd(_ nativeAd: NativeAd, didReward result: RewardResult) {}
  /// Does nothing.
  public func nativeAdDidParticipate(_ nativeAd: NativeAd) {}
}
