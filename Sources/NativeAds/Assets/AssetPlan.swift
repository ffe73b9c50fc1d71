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

  init(response: OpenRTBNative, vast: VASTOutcome?, options: NativeAdOptions) {
    if let icon = response.icon {
      sources[.icon] = Planned(source: Self.source(of: icon.url, options), size: icon.size)
    }
    guard options.renderingSetting.hasMediaView else { return }
    guard let image = response.mainImage else {
      sources[.media] = Planned(source: .unavailable(.missingAsset, url: nil), size: nil)
      return
    }
    var mediaData = MediaData(mediaType: .image)
    if let size = image.size { mediaData.setSize(size, from: .response) }
    self.mediaData = mediaData
    sources[.media] = Planned(source: Self.source(of: image.url, options), size: mediaData.pixelSize)
  }

  private static func source(of url: String, _ options: NativeAdOptions) -> AdAsset.Source {
    if isAllowed(url, options) { return .image(url: url) }
    return .unavailable(.unsupportedScheme, url: TransportRequest(url: url).redactedURL)
  }

  /// Whether an ad may make the transport ask for `url`.
  static func isAllowed(_ url: String, _ options: NativeAdOptions) -> Bool {
    let scheme = url.prefix { $0 != ":" }.lowercased()
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
