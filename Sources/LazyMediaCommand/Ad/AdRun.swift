import LazyMedia
import NativeAds

/// Loads one ad, shows it in a view without pixels, and reports what happens until its assets are settled.
@MainActor final class AdRun {
  private let settings: Settings
  private let report: AdReport
  private let transport: MeteredTransport
  private let loader: NativeAdLoader
  private let mediaDisplay: AdDisplay
  private let iconDisplay = AdDisplay()
  private let view: NativeAdView
  private let window = ViewContainer(isWindow: true)

  private var ad: NativeAd?
  private var hasFailed = false
  private var hasEnded = false
  /// Waits for the end.
  private var continuation: CheckedContinuation<Void, Never>?
  /// Whatever shall happen later.
  private var tasks: [Task<Void, Never>] = []

  init(
    source: NativeAdSource, isLocal: Bool, settings: Settings, pipeline: MediaPipeline,
    transport: MeteredTransport
  ) {
    self.settings = settings
    self.transport = transport
    report = AdReport(isJSON: settings.isJSON)
    var options = settings.adOptions(isLocal: isLocal)
    options.renderingSetting.useLazyMediaLoading = settings.isLazy
    options.probeMissingSizes = settings.probesMissingSizes
    options.videoTargetWidth = settings.size?.width
    loader = NativeAdLoader(source: source, options: options, pipeline: pipeline)
    mediaDisplay = AdDisplay(pixelSize: settings.size)
    view = NativeAdView(
      mediaView: MediaView(display: mediaDisplay, pipeline: pipeline),
      iconView: MediaView(display: iconDisplay, pipeline: pipeline))
  }

  /// Runs until both assets are settled, or the Swift task is cancelled.
  func run() async -> ExitStatus {
    loader.delegate = self
    mediaDisplay.onUninstall = { [weak self] in self?.tell(.placeholderRemoved, asset: .media) }
    iconDisplay.onUninstall = { [weak self] in self?.tell(.placeholderRemoved, asset: .icon) }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        self.continuation = continuation
        if Task.isCancelled { end() } else { loader.loadAd() }
      }
    } onCancel: {
      Task { @MainActor in self.end() }
    }
    let isLoaded = ad.map { ad in MediaAssetType.allCases.allSatisfy { ad.loadingState(of: $0) != .failed } }
    if let ad, !Task.isCancelled { report.conclude(ad, transport: transport) }
    view.unbind()
    return report.status(after: isLoaded == true ? .success : .someFailed)
  }

  private func end() {
    hasEnded = true
    for task in tasks { task.cancel() }
    loader.cancel()
    continuation.take()?.resume()
  }

  /// Ends once nothing more can come.
  private func endIfSettled() {
    guard let ad, !MediaAssetType.allCases.contains(where: { ad.loadingState(of: $0) == .loading }) else {
      return
    }
    end()
  }

  private func later(after delay: Duration?, _ body: @escaping @MainActor () -> Void) {
    guard let delay else { return body() }
    tasks.append(
      Task {
        try? await Task.sleep(for: delay)
        if !Task.isCancelled { body() }
      })
  }

  // MARK: The view

  private func bind(_ ad: NativeAd) {
    if settings.attachDelay == nil { view.attach(to: window) }
    view.nativeAd = ad
    if let placeholder = settings.placeholder {
      for (type, area) in [(MediaAssetType.media, view.mediaView), (.icon, view.iconView)]
      where ad.loadingState(of: type) == .loading {
        area?.showPlaceholder { $0.content = placeholder.content(of: type, in: ad) }
      }
    }
    if let delay = settings.attachDelay { later(after: delay) { self.view.attach(to: self.window) } }
  }

  // MARK: The timeline

  private func tell(
    _ name: AdEvent.Name, asset: MediaAssetType? = nil, state: MediaLoadingState? = nil,
    received: AdEvent.Received? = nil, media: AdEvent.Media? = nil, failure: Failure? = nil
  ) {
    guard !hasEnded else { return }
    report.print(
      AdEvent(
        time: report.now, name: name, asset: asset, state: state, received: received, media: media,
        failure: failure))
    if report.isCut { end() }
  }
}

extension AdRun: NativeAdLoaderDelegate {
  func adLoader(_ adLoader: NativeAdLoader, didReceive nativeAd: NativeAd) {
    let received = AdEvent.Received(
      title: nativeAd.title, iconLoadingState: nativeAd.iconLoadingState,
      mediaLoadingState: nativeAd.mediaLoadingState)
    tell(.didReceive, received: received, media: AdEvent.Media(nativeAd.mediaData))
    ad = nativeAd
    nativeAd.delegate = self
    later(after: settings.bindDelay) { self.bind(nativeAd) }
    // An ad that comes with its media has nothing more to tell.
    if !settings.isLazy { endIfSettled() }
  }

  func adLoader(
    _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
    responseInfo: NativeAdResponseInfo
  ) {
    tell(.didFailWithError, failure: Failure(error))
    end()
  }
}

extension AdRun: NativeAdDelegate {
  func nativeAd(
    _ nativeAd: NativeAd, didChangeMediaAssetLoadingState state: MediaLoadingState, assetType: MediaAssetType
  ) {
    tell(
      .didChangeMediaAssetLoadingState, asset: assetType, state: state,
      failure: nativeAd.error(of: assetType).map { Failure($0) })
    // After a failure the other asset's state is the last that is told.
    if hasFailed { endIfSettled() }
  }

  func nativeAdDidProbeMediaSize(_ nativeAd: NativeAd) {
    tell(.probedSize, asset: .media, media: AdEvent.Media(nativeAd.mediaData))
  }

  func nativeAdDidLoadMediaData(_ nativeAd: NativeAd) {
    tell(.didLoadMediaData)
    endIfSettled()
  }

  func nativeAdDidFail(_ nativeAd: NativeAd, toLoadMediaData error: MediaAssetError) {
    tell(.didFailToLoadMediaData, asset: error.asset, failure: Failure(error))
    hasFailed = true
    endIfSettled()
  }
}

extension Settings {
  /// What ads are asked for with, lazily.
  /// - Parameter isLocal: whether the ad may name files of this machine.
  func adOptions(isLocal: Bool) -> NativeAdOptions {
    var options = NativeAdOptions()
    options.renderingSetting.useLazyMediaLoading = true
    options.requestTimeoutInterval = timeout
    if let maximumBytes { options.maximumMediaBytes = maximumBytes }
    options.allowsLocalMedia = isLocal
    // Nobody pays for what a command looks at.
    options.firesTrackers = false
    return options
  }
}
