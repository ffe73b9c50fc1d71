// An ad, from a response in a file: its texts at once, its media as it comes. A toolkit would give each MediaView a
// MediaDisplay that shows it. Local sources and local media are for ads of one's own, as here:
//
//     swift run --package-path Examples/Minimal Ad TestImages/ads/embedded.json
import Glibc
import NativeAds

guard CommandLine.arguments.count == 2 else {
  print("usage: Ad FILE")
  exit(64)
}

var transport = HTTPTransportConfiguration()
transport.allowsLocalSources = true
let pipeline = MediaPipeline(configuration: .init(transport: HTTPTransport(configuration: transport)))
var options = NativeAdOptions()
options.renderingSetting.useLazyMediaLoading = true
options.allowsLocalMedia = true
let loader = NativeAdLoader(source: .file(CommandLine.arguments[1]), options: options, pipeline: pipeline)
do {
  let ad = try await loader.ad()
  let view = NativeAdView(mediaView: MediaView(pipeline: pipeline), iconView: MediaView(pipeline: pipeline))
  view.nativeAd = ad
  print("\(ad.title ?? ""): media \(ad.mediaLoadingState), icon \(ad.iconLoadingState)")
  for await event in ad.events {
    print(event)
    if case .didLoadMediaData = event { break }
    if case .didFailToLoadMediaData = event { exit(1) }
  }
} catch {
  print(error)
  exit(1)
}
