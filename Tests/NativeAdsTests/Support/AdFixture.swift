import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import Testing

@testable import NativeAds

/// Ads whose network, decoding, turns and time the test plays by hand.
@MainActor final class AdFixture {
  let scheduler = ManualMainScheduler()
  let transport = ScriptedTransport()
  let executor = ManualExecutor()
  let pipeline: MediaPipeline
  /// What happened, in order: the loader's and the ad's events, and what the displays were told.
  let log = EventLog()
  /// Opens the pages of ads whose options name nobody else: no test starts a program.
  let opener = RecordingLinkOpener()
  /// Called after each line of an ad's delegate.
  var onEvent: @MainActor (NativeAd, String) -> Void = { _, _ in }
  private(set) var loaders: [NativeAdLoader] = []

  init(_ change: (inout MediaPipelineConfiguration) -> Void = { _ in }) {
    var configuration = MediaPipelineConfiguration(transport: transport)
    configuration.decodeExecutor = executor
    configuration.memoryCache = MemoryCache(byteLimit: 1 << 20)
    configuration.mainScheduler = scheduler
    configuration.now = { [scheduler] in scheduler.now }
    change(&configuration)
    pipeline = MediaPipeline(configuration: configuration)
  }

  static func lazyOptions(_ change: (inout NativeAdOptions) -> Void = { _ in }) -> NativeAdOptions {
    var options = NativeAdOptions()
    options.renderingSetting.useLazyMediaLoading = true
    // Of ads that are not made through ``request(_:_:onReceive:)``.
    options.linkOpener = RecordingLinkOpener.others
    change(&options)
    return options
  }

  /// Asks for an ad; its events go to the log from `didReceive` on, in which `onReceive` is called.
  @discardableResult
  func request(
    _ source: NativeAdSource, _ options: NativeAdOptions = AdFixture.lazyOptions(),
    onReceive: @escaping @MainActor (NativeAd) -> Void = { _ in }
  ) -> NativeAdLoader {
    var options = options
    if options.linkOpener == nil || options.linkOpener === RecordingLinkOpener.others {
      options.linkOpener = opener
    }
    let loader = NativeAdLoader(source: source, options: options, pipeline: pipeline)
    let listener = LoaderListener(log: log, onReceive: onReceive)
    loader.delegate = listener
    listener.listener.onEvent = { [weak self] in self?.onEvent($0, $1) }
    listeners.append(listener)
    loaders.append(loader)
    loader.loadAd()
    return loader
  }

  /// Loads an ad from `response`, lazily, up to the end of the turn in which it was handed over.
  func ad(
    _ response: [UInt8], _ options: NativeAdOptions = AdFixture.lazyOptions(),
    onReceive: @escaping @MainActor (NativeAd) -> Void = { _ in }
  ) -> NativeAd? {
    var received: NativeAd?
    request(.data(response), options) { ad in
      received = ad
      onReceive(ad)
    }
    while received == nil, scheduler.runTurn() {}
    return received
  }

  /// A view whose displays write to the log.
  func view(hasMedia: Bool = true, hasIcon: Bool = true) -> NativeAdView {
    func area(_ name: String) -> MediaView {
      let display = RecordingDisplay(name, log: log)
      displays.append(display)
      return MediaView(display: display, pipeline: pipeline)
    }
    return NativeAdView(mediaView: hasMedia ? area("media") : nil, iconView: hasIcon ? area("icon") : nil)
  }

  /// Serves the newest transfer of `url` that runs, decodes it, and runs the turns that follow.
  func serve(_ url: String, _ bytes: [UInt8]) {
    transport.transfer(for: url)?.complete(bytes)
    settle()
  }

  /// Lets the newest transfer of `url` fail, and runs the turns that follow.
  func fail(_ url: String, status: Int = 404) {
    transport.transfer(for: url)?.fail(.badStatus, phase: .headers, status: status)
    settle()
  }

  /// Serves the icon and the main image of ``SampleAd``, in this order.
  func serveAll() {
    serveIcon()
    serveMedia()
  }

  func serveIcon() { serve(SampleAd.iconURL, SampleFile.png4x2) }
  func serveMedia() { serve(SampleAd.mediaURL, SampleFile.jpeg32x16) }

  /// How many transfers of `url` were begun.
  func transferCount(_ url: String) -> Int { transport.transfers.count { $0.request.url == url } }

  /// The URLs of the transfers that run.
  var activeURLs: [String] { transport.activeTransfers.map(\.request.url) }

  /// A lazy ad, and a view that it is bound to and that the fixture keeps, up to the turn in which its assets begin to
  /// load. The log begins anew.
  func boundAd(
    _ response: [UInt8] = SampleAd.openRTB(), _ options: NativeAdOptions = AdFixture.lazyOptions(),
    to given: NativeAdView? = nil
  ) throws -> (ad: NativeAd, view: NativeAdView) {
    let view = given ?? view()
    views.append(view)
    let ad = try #require(self.ad(response, options))
    view.nativeAd = ad
    settle()
    _ = log.take()
    return (ad, view)
  }

  /// Runs decodes and turns until nothing is left to do without bytes or time.
  func settle() {
    repeat { executor.runAll() } while scheduler.runTurn() || executor.runNext()
  }

  /// Lets go of the loaders and of the ads that they handed over.
  func forgetAds() {
    listeners = []
    loaders = []
  }

  private var views: [NativeAdView] = []
  private var listeners: [LoaderListener] = []
  private var displays: [RecordingDisplay] = []
}

/// Lines of what happened.
@MainActor final class EventLog {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }

  /// The lines since the last call.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

/// Writes down what becomes of a request, and of its ad.
@MainActor private final class LoaderListener: NativeAdLoaderDelegate {
  private let log: EventLog
  private let onReceive: @MainActor (NativeAd) -> Void
  let listener: AdListener

  init(log: EventLog, onReceive: @escaping @MainActor (NativeAd) -> Void) {
    self.log = log
    self.onReceive = onReceive
    listener = AdListener(log: log)
  }

  func adLoader(_ adLoader: NativeAdLoader, didReceive nativeAd: NativeAd) {
    log.add("didReceive")
    nativeAd.delegate = listener
    onReceive(nativeAd)
  }

  func adLoader(
    _ adLoader: NativeAdLoader, didFailWithError error: NativeAdLoaderError,
    responseInfo: NativeAdResponseInfo
  ) {
    log.add("didFailWithError \(error.code)")
  }
}

/// Writes down what happens to an ad. Each line of a state also shows that the property tells it already.
@MainActor final class AdListener: NativeAdDelegate {
  private let log: EventLog
  /// Called after each line.
  var onEvent: @MainActor (NativeAd, String) -> Void = { _, _ in }

  init(log: EventLog) { self.log = log }

  private func add(_ line: String, _ ad: NativeAd) {
    log.add(line)
    onEvent(ad, line)
  }

  func nativeAd(
    _ nativeAd: NativeAd, didChangeMediaAssetLoadingState state: MediaLoadingState, assetType: MediaAssetType
  ) {
    let isTold = nativeAd.loadingState(of: assetType) == state
    add("\(assetType) \(state)\(isTold ? "" : ", but the property differs")", nativeAd)
  }

  func nativeAdDidProbeMediaSize(_ nativeAd: NativeAd) {
    add("size \(nativeAd.mediaData?.pixelSize?.description ?? "unknown")", nativeAd)
  }
  func nativeAdDidLoadMediaData(_ nativeAd: NativeAd) { add("didLoad", nativeAd) }
  func nativeAdDidFail(_ nativeAd: NativeAd, toLoadMediaData error: MediaAssetError) {
    add("didFail \(error.asset) \(error.code)", nativeAd)
  }
  func nativeAdDidFail(_ nativeAd: NativeAd, toRender error: BindingError) { add("\(error)", nativeAd) }
  func nativeAdDidRender(_ nativeAd: NativeAd) { add("didRender", nativeAd) }
  func nativeAd(_ nativeAd: NativeAd, didClick link: OpenRTBNative.Link) {
    add("didClick \(link.url)", nativeAd)
  }
  func nativeAdDidBecomeViewable(_ nativeAd: NativeAd) { add("viewable", nativeAd) }
  func nativeAd(_ nativeAd: NativeAd, didReceiveCustomClick component: NativeAdComponent?) {
    add("customClick \(component?.rawValue ?? "beside")", nativeAd)
  }
  func nativeAd(_ nativeAd: NativeAd, didFailToOpen error: LinkError) {
    add("didFailToOpen \(error)", nativeAd)
  }
  func nativeAdDidReturnFromLanding(_ nativeAd: NativeAd) { add("didReturn", nativeAd) }
  func nativeAdDidRequestReward(_ nativeAd: NativeAd) { add("didRequestReward", nativeAd) }
  func nativeAd(_ nativeAd: NativeAd, didReward result: RewardResult) {
    add("didReward \(result)", nativeAd)
  }
  func nativeAdDidParticipate(_ nativeAd: NativeAd) { add("didParticipate", nativeAd) }
}

/// Writes down what an area is told.
@MainActor final class RecordingDisplay: MediaDisplay {
  var pixelSize: PixelSize?
  /// Called after each content that is shown.
  var onShow: @MainActor (MediaContent) -> Void = { _ in }
  private let name: String
  private let log: EventLog

  init(_ name: String, log: EventLog) {
    self.name = name
    self.log = log
  }

  func show(_ content: MediaContent) {
    switch content {
    case .empty: log.add("\(name) empty")
    case .preview(let preview): log.add("\(name) preview \(preview.pixels.size)")
    case .image(let image): log.add("\(name) image \(image.size)")
    case .video(let file): log.add("\(name) video \(file.info.size)")
    }
    onShow(content)
  }

  func install(_ placeholder: PlaceholderView) { log.add("\(name) placeholder") }
  func update(_ placeholder: PlaceholderView) {}
  func uninstall(_ placeholder: PlaceholderView) { log.add("\(name) placeholder gone") }
}
