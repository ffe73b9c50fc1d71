/// What happens to an ad after it has been handed over.
public enum NativeAdEvent: Sendable {
  /// The state of an asset has changed. Its initial state is told by nothing.
  case didChangeMediaAssetLoadingState(MediaAssetType, MediaLoadingState)
  /// All assets that the ad has are loaded.
  case didLoadMediaData
  /// An asset has failed, the first of this attempt.
  case didFailToLoadMediaData(MediaAssetError)
  /// The preferred size of the main media has become known from the first bytes of its file.
  case didProbeSize(width: Double, height: Double)
  /// The file has another size than the response said: what was said, what it is.
  case sizeMismatch(said: PixelSize, actual: PixelSize)
  /// A view shows the ad.
  case didRender
  /// A view could not show the ad.
  case didFailToRender(BindingError)
  /// The ad was clicked; where that leads.
  case didClick(OpenRTBNative.Link)
  /// A person has clicked where the ad is shown, of an ad whose clicks the program handles
  /// (``NativeAdOptions/usesCustomClick``); the part that was hit, where one was. It counts as no click yet.
  case didReceiveCustomClick(NativeAdComponent?)
  /// Where a click leads was not opened.
  case didFailToOpen(LinkError)
  /// The person is back from the landing page: once, when all pages that were opened are closed, or the program has said
  /// so.
  case didReturnFromLanding
  /// The impression: the ad was seen, by the rule of the Media Rating Council, after its main media had loaded. Once an
  /// ad.
  case didBecomeViewable
  /// Whether a person looks at the ad: half of it for a second begins it, none of it ends it.
  case didChangeUserInterest(Bool)
  /// The video, which plays in a media view that is bound to the ad, has come to a point.
  case video(VideoEvent)
  /// A click has begun that the reward is asked for; one ``didReward(_:)`` follows.
  case didRequestReward
  /// What became of it.
  case didReward(RewardResult)
  /// The person has taken part in what the ad pays for. Once an ad.
  case didParticipate
}
