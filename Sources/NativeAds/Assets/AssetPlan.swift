import LazyMedia

/// Which assets an ad has, where they come from, and how large its main media is going to be. Pure.
struct AssetPlan {
  /// One asset: where it comes from, and its size in pixels where the response tells it.
  struct Planned {
    var source: AdAsset.Source
    var size: PixelSize?
  }

  private(set) var sources: [MediaAssetType: Planned] = [:]
  private(set) var mediaData: MediaData?
  /// Why there is no video, of an ad with a VAST document.
  private(set) var videoError: VASTError?

  /// - Parameter vast: what the VAST document of the response led to. A video that can be played is the main media; where
  ///   there is none, the main image is.
  init(response: OpenRTBNative, vast: VASTResolver.Outcome?, options: NativeAdOptions) {
    if let icon = response.icon {
      sources[.icon] = Planned(source: Self.source(of: icon.url, options), size: icon.size)
    }
    guard options.renderingSetting.hasMediaView else { return }
    let (video, failure) = Self.video(of: vast, options)
    videoError = failure
    if let video, let url = video.file?.url {
      var mediaData = MediaData(mediaType: .video)
      mediaData.setSize(
        PixelSize(width: video.width, height: video.height), from: video.isEstimated ? .vastEstimate : .vast)
      self.mediaData = mediaData
      sources[.media] = Planned(source: .video(url: url), size: nil)
    } else if let image = response.mainImage {
      var mediaData = MediaData(mediaType: .image)
      if let size = image.size { mediaData.setSize(size, from: .response) }
      self.mediaData = mediaData
      sources[.media] = Planned(source: Self.source(of: image.url, options), size: mediaData.pixelSize)
    } else {
      if failure != nil { mediaData = MediaData(mediaType: .video) }
      sources[.media] = Planned(
        source: .unavailable(failure.map(MediaAssetError.Reason.vast) ?? .missingAsset, url: nil), size: nil)
    }
  }

  private static func video(
    of vast: VASTResolver.Outcome?, _ options: NativeAdOptions
  ) -> (choice: VAST.MediaFileChoice?, failure: VASTError?) {
    switch vast {
    case nil: return (nil, nil)
    case .failure(let failure): return (nil, failure.error)
    case .success(let resolved):
      let choice = VAST.MediaFileChoice.choose(
        from: resolved.linear.mediaFiles, duration: resolved.linear.duration,
        targetWidth: options.videoTargetWidth)
      return choice.file == nil ? (nil, .noSupportedMediaFile) : (choice, nil)
    }
  }

  private static func source(of url: String, _ options: NativeAdOptions) -> AdAsset.Source {
    if isAllowed(url, options) { return .image(url: url) }
    return .unavailable(.unsupportedScheme, url: TransportRequest(url: url).redactedURL)
  }

  /// Whether an ad may make the transport ask for `url`.
  static func isAllowed(_ url: String, _ options: NativeAdOptions) -> Bool {
    guard let colon = url.firstIndex(of: ":") else { return false }
    let scheme = url[..<colon].lowercased()
    return ["http", "https"].contains(scheme)
      || options.allowsLocalMedia && ["file", "data"].contains(scheme)
  }
}

extension OpenRTBNative.Image {
  /// The size, where both sides are told.
  var size: PixelSize? {
    let size = PixelSize(width: width, height: height)
    return size.isValid ? size : nil
  }
}

extension MediaData {
  /// The preferred size in whole pixels.
  var pixelSize: PixelSize? {
    hasPreferredSize ? PixelSize(width: Int(preferredMediaWidth), height: Int(preferredMediaHeight)) : nil
  }
}
