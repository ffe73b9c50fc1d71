import NativeAds

/// Where the files of an ad's assets are.
@MainActor struct AdMediaURLs {
  private let ad: NativeAd

  init(of ad: NativeAd) { self.ad = ad }

  /// What the transport is asked for; `nil` where the ad has no such asset.
  subscript(type: MediaAssetType) -> String? {
    switch type {
    case .icon: ad.response.icon?.url
    case .media: videoURL ?? ad.response.mainImage?.url
    }
  }

  private var videoURL: String? {
    guard case .success(let resolved)? = ad.vast else { return nil }
    return VAST.MediaFileChoice.choose(
      from: resolved.linear.mediaFiles, duration: resolved.linear.duration,
      targetWidth: ad.options.videoTargetWidth
    ).file?.url
  }
}
