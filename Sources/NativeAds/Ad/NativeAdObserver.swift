/// Hears what happens to an ad after its delegate, its handlers and its readers: whoever decides what comes next.
@MainActor protocol NativeAdObserver: AnyObject {
  func nativeAd(_ ad: NativeAd, did event: NativeAdEvent)
}
