import LazyMedia

@testable import NativeAds

extension ReentrantWorld: NativeAdLoaderDelegate {
  func adLoader(_ adLoader: NativeAdLoader, didReceive nativeAd: NativeAd) {
    take(nativeAd)
    react()
  }

  func adLoader(
    _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
    responseInfo: NativeAdResponseInfo
  ) {
    react()
  }
}

extension ReentrantWorld: NativeAdDelegate {
  func nativeAd(
    _ nativeAd: NativeAd, didChangeMediaAssetLoadingState state: MediaLoadingState, assetType: MediaAssetType
  ) {
    react()
  }

  func nativeAdDidProbeMediaSize(_ nativeAd: NativeAd) { react() }
  func nativeAdDidLoadMediaData(_ nativeAd: NativeAd) { react() }
  func nativeAdDidFail(_ nativeAd: NativeAd, toLoadMediaData error: MediaAssetError) { react() }
  func nativeAdDidFail(_ nativeAd: NativeAd, toRender error: BindingError) { react() }
  func nativeAdDidRender(_ nativeAd: NativeAd) { react() }
  func nativeAd(_ nativeAd: NativeAd, didClick link: OpenRTBNative.Link) { react() }
  func nativeAdDidBecomeViewable(_ nativeAd: NativeAd) { react() }
}
