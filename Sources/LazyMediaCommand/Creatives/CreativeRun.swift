import LazyMedia
import NativeAds

/// Loads one ad until its assets are settled, in a view without pixels, and measures that. Nothing of it stays.
@MainActor final class CreativeRun {
  private let source: CreativeSource
  private let limit: Duration
  private let transport: MeteredTransport
  private let loader: NativeAdLoader
  private let mediaDisplay = AdDisplay(pixelSize: CreativeThumbnail.box)
  private let view: NativeAdView
  private let window = ViewContainer(isWindow: true)
  private let start = ContinuousClock.now

  private var creative: Creative
  private var ad: NativeAd?
  private var hasEnded = false
  private var continuation: CheckedContinuation<Void, Never>?

  /// - Parameters:
  ///   - limit: the time for all of it; those of the settings are longer.
  ///   - transport: this ad's own, so that it counts for no other.
  ///   - pipeline: over that transport.
  init(
    _ source: CreativeSource, index: Int, settings: Settings, limit: Duration, pipeline: MediaPipeline,
    transport: MeteredTransport
  ) {
    self.source = source
    self.transport = transport
    self.limit = limit
    creative = Creative(index: index, source: source.text)
    loader = NativeAdLoader(
      source: source.nativeAdSource, options: settings.adOptions(isLocal: source.isLocal), pipeline: pipeline)
    view = NativeAdView(
      mediaView: MediaView(display: mediaDisplay, pipeline: pipeline),
      iconView: MediaView(
        display: AdDisplay(pixelSize: PixelSize(width: 40, height: 40)), pipeline: pipeline))
  }

  /// Runs until both assets are settled, or the time is over; `nil` once the Swift task is cancelled.
  func run() async -> Creative? {
    if case .problem(let words) = source.response {
      creative.failure = .invalidLine(words)
      return creative
    }
    loader.delegate = self
    let deadline = Task { [limit] in
      try await Task.sleep(for: limit)
      self.timeOut()
    }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        self.continuation = continuation
        if Task.isCancelled { end() } else { loader.loadAd() }
      }
    } onCancel: {
      Task { @MainActor in self.end() }
    }
    deadline.cancel()
    guard !Task.isCancelled else { return nil }
    measure()
    view.unbind()
    return creative
  }

  private var now: Duration { ContinuousClock.now - start }

  private func end() {
    hasEnded = true
    loader.cancel()
    continuation.take()?.resume()
  }

  private func endIfSettled() {
    guard let ad, !MediaAssetType.allCases.contains(where: { ad.loadingState(of: $0) == .loading }) else {
      return
    }
    end()
  }

  private func timeOut() {
    guard !hasEnded else { return }
    func failure(_ what: String, _ url: String?, _ transfer: Creative.Transfer) -> Failure {
      let came = transfer.bytes > 0 ? "\(Text.bytes(transfer.bytes)) had come" : "nothing had come"
      return Failure(
        phase: transfer.bytes > 0 ? "body" : "headers", code: "timedOut",
        message: "\(what) was not there within \(Text.time(limit)): \(came)"
          + (url.map { " (\(Text.source($0)))" } ?? ""))
    }
    if let ad {
      let urls = AdMediaURLs(of: ad)
      for type in MediaAssetType.allCases where ad.loadingState(of: type) == .loading {
        creative.assets[type, default: .init()].failure =
          failure("it", urls[type], transfer(of: urls[type]))
      }
    } else {
      creative.failure = failure("the response", responseURL, responseTransfer)
    }
    end()
  }

  // MARK: Measuring

  private func measure() {
    creative.duration = now
    creative.response = responseTransfer
    guard let ad else { return }
    let urls = AdMediaURLs(of: ad)
    for type in MediaAssetType.allCases where ad.loadingState(of: type) != .none {
      var asset = creative[type]
      // What was given up when the time was over is no longer on its way.
      asset.state = asset.failure == nil ? ad.loadingState(of: type) : .failed
      asset.failure = asset.failure ?? ad.error(of: type).map { Failure($0) }
      asset.url = urls[type]
      asset.transfer = transfer(of: asset.url)
      if let image = ad.image(of: type) {
        asset.actualSize = image.info.displaySize
        asset.warnings = image.warnings
        if type == .media { creative.thumbnail = CreativeThumbnail.file(image.pixels) }
      } else if type == .media, asset.state == .loaded, let data = ad.mediaData {
        asset.actualSize = data.size
      }
      asset.settled = asset.settled ?? now
      creative.assets[type] = asset
    }
  }

  private var responseURL: String? { if case .url(let url) = source.response { url } else { nil } }

  private var responseTransfer: Creative.Transfer { transfer(of: responseURL) }

  private func transfer(of url: String?) -> Creative.Transfer {
    let count = url.map(transport.count) ?? .init()
    return Creative.Transfer(
      bytes: count.bytes, began: count.began.map { $0 - start },
      firstByte: count.firstByte.map { $0 - start },
      ended: count.ended.map { $0 - start })
  }
}

extension CreativeRun: NativeAdLoaderDelegate {
  func adLoader(_ adLoader: NativeAdLoader, didReceive nativeAd: NativeAd) {
    creative.received = now
    creative.title = nativeAd.title
    creative.advertiser = nativeAd.advertiser
    creative.mediaType = nativeAd.mediaData?.mediaType
    let said: [MediaAssetType: PixelSize?] = [
      .media: nativeAd.mediaData?.size, .icon: nativeAd.response.icon.flatMap(\.saidSize),
    ]
    for type in MediaAssetType.allCases {
      creative.assets[type] = .init(saidSize: said[type].flatMap(\.self))
    }
    ad = nativeAd
    nativeAd.delegate = self
    view.attach(to: window)
    view.nativeAd = nativeAd
  }

  func adLoader(
    _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
    responseInfo: NativeAdResponseInfo
  ) {
    creative.failure = Failure(error)
    end()
  }
}

extension CreativeRun: NativeAdDelegate {
  func nativeAd(
    _ nativeAd: NativeAd, didChangeMediaAssetLoadingState state: MediaLoadingState, assetType: MediaAssetType
  ) {
    guard !hasEnded else { return }
    creative.assets[assetType, default: .init()].settled = state == .loading ? nil : now
    endIfSettled()
  }

  // An ad without assets has this alone to tell.
  func nativeAdDidLoadMediaData(_ nativeAd: NativeAd) { endIfSettled() }

  func nativeAdDidFail(_ nativeAd: NativeAd, toLoadMediaData error: MediaAssetError) { endIfSettled() }
}

extension MediaData {
  /// The preferred size in whole pixels; `nil` while unknown.
  fileprivate var size: PixelSize? {
    guard hasPreferredSize else { return nil }
    return PixelSize(width: Int(preferredMediaWidth), height: Int(preferredMediaHeight))
  }
}

extension OpenRTBNative.Image {
  /// The size that the response tells; `nil` where it tells none.
  fileprivate var saidSize: PixelSize? {
    width > 0 && height > 0 ? PixelSize(width: width, height: height) : nil
  }
}
