// An ad, from a response in a file: its texts at once, its media as it comes. A toolkit would give each MediaView a
// MediaDisplay that shows it. Local media is for ads of one's own, as here.
import Dispatch
import Glibc
import NativeAds

var transport = HTTPTransportConfiguration()
transport.allowsLocalSources = true
let pipeline = MediaPipeline(
  configuration: MediaPipelineConfiguration(transport: HTTPTransport(configuration: transport)))

final class Show: NativeAdLoaderDelegate {
  let view = NativeAdView(mediaView: MediaView(pipeline: pipeline), iconView: MediaView(pipeline: pipeline))

  func adLoader(_ adLoader: NativeAdLoader, didReceive ad: NativeAd) {
    print("\(ad.title ?? ""): media \(ad.mediaLoadingState), icon \(ad.iconLoadingState)")
    ad.didChangeMediaAssetLoadingStateHandler = { _, state, asset in print("\(asset) \(state)") }
    ad.didLoadMediaDataHandler = { _ in exit(0) }
    ad.didFailToLoadMediaDataHandler = { _, error in fail(error) }
    view.nativeAd = ad
  }

  func adLoader(
    _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
    responseInfo: NativeAdResponseInfo
  ) { fail(error) }
}

func fail(_ error: some Error) -> Never {
  print(error)
  exit(1)
}

guard CommandLine.arguments.count == 2 else {
  print("usage: Ad RESPONSE.json")
  exit(64)
}
var options = NativeAdOptions()
options.renderingSetting.useLazyMediaLoading = true
options.allowsLocalMedia = true
let show = Show()
let loader = NativeAdLoader(source: .file(CommandLine.arguments[1]), options: options, pipeline: pipeline)
loader.delegate = show
loader.loadAd()
dispatchMain()
