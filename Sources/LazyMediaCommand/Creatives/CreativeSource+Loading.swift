import LazyMedia
import NativeAds

extension CreativeSource {
  /// As a loader takes it.
  var nativeAdSource: NativeAdSource {
    switch response {
    case .url(let url): .url(url)
    case .bytes(let bytes): .data(bytes)
    case .problem: .data([])
    }
  }

  /// The ad. Throws its `Failure`, or that the Swift task was cancelled.
  @MainActor func load(options: NativeAdOptions, from pipeline: MediaPipeline) async throws -> NativeAd {
    if case .problem(let words) = response { throw Failure.invalidLine(words) }
    do {
      return try await NativeAdLoader(source: nativeAdSource, options: options, pipeline: pipeline).ad()
    } catch let error as NativeAdLoaderError {
      throw Failure(error)
    }
  }
}
