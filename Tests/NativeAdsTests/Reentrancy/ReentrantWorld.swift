import LazyMedia
import LazyMediaTesting
import MediaTransport
import MediaTransportTesting
import SeededRandom
import Testing

@testable import NativeAds

/// Ads, views and groups of a program that does anything inside any callback, as a seed has it. What a rule forbids
/// is written down in ``faults``.
@MainActor final class ReentrantWorld {
  /// A view and its displays.
  struct Cell {
    let view: NativeAdView
    let media = ReentrantDisplay()
    let icon = ReentrantDisplay()

    @MainActor init(pipeline: MediaPipeline) {
      view = NativeAdView(
        mediaView: MediaView(display: media, pipeline: pipeline),
        iconView: MediaView(display: icon, pipeline: pipeline))
    }
  }

  /// Something that the world made or was given, which must end with it.
  private struct Made {
    let name: String
    weak let object: AnyObject?
  }

  private static let deepestAction = 4
  private static let actionsPerStep = 12

  /// Its memory cache is small, so that pictures go and come.
  let fixture = AdFixture { $0.memoryCache = MemoryCache(byteLimit: 8 << 10) }
  /// Whether transfers may fail.
  let hasFailures: Bool
  private(set) var cells: [Cell] = []
  private(set) var ads: [NativeAd] = []
  private(set) var faults: [String] = []
  /// How many pictures and videos were shown.
  private(set) var shown = 0

  private var random: SeededGenerator
  private var loaders: [NativeAdLoader] = []
  private var groups: [NativeAdGroup] = []
  private var removals: [@MainActor () -> Void] = []
  private var made: [Made] = []
  private let window = ViewContainer(isWindow: true)
  private let list = ViewContainer()
  private var depth = 0
  private var actionsLeft = 0

  init(seed: UInt64, hasFailures: Bool) {
    self.hasFailures = hasFailures
    random = SeededGenerator(seed: seed)
    for _ in 0..<3 { addCell() }
  }

  func report(_ fault: String) { faults.append(fault) }

  // MARK: Steps

  func step() {
    actionsLeft = Self.actionsPerStep
    switch ReentrantStep.random(using: &random) {
    case .act: act()
    case .serve: serveAny()
    case .decode: fixture.executor.runNext()
    case .runTurn: fixture.scheduler.runTurn()
    case .advance: fixture.scheduler.advance(by: .milliseconds(number(below: 900)))
    }
    actionsLeft = 0
  }

  /// Serves all that is asked for, while the program only looks on.
  func settle() {
    for _ in 0..<300 {
      fixture.settle()
      guard let transfer = fixture.transport.activeTransfers.first else { return }
      serve(transfer)
    }
    report("transfers never end")
  }

  /// Lets go of all there is.
  func end() {
    groups = []
    ads = []
    loaders = []
    removals = []
    cells = []
    fixture.settle()
    for made in made where made.object != nil { report("\(made.name) leaks") }
    // Hits of trackers are delivered however early their ad goes.
    for transfer in fixture.transport.activeTransfers where transfer.request.priority > .veryLow {
      report("the transfer of \(transfer.request.url) runs on")
    }
  }

  private func serveAny() {
    guard let transfer = fixture.transport.activeTransfers.randomElement(using: &random) else { return }
    if transfer.request.url == ServedFile.progressive.url, random.happens(33) {
      servePart(of: transfer)
    } else if hasFailures, random.happens(25) {
      transfer.fail(.badStatus, phase: .headers, status: 404)
    } else {
      serve(transfer)
    }
  }

  /// Sends some more bytes, but never the last.
  private func servePart(of transfer: ScriptedTransfer) {
    let rest = ServedFile.progressive.bytes.dropFirst(transfer.bytesSent).dropLast(10)
    guard !rest.isEmpty else { return }
    if transfer.bytesSent == 0 { transfer.respond(expectedBytes: ServedFile.progressive.bytes.count) }
    transfer.send(Array(rest.prefix(1 + number(below: 400))))
  }

  private func serve(_ transfer: ScriptedTransfer) {
    let bytes = ServedFile(url: transfer.request.url)?.bytes ?? SampleVideo.mp4()
    guard transfer.bytesSent > 0 else {
      transfer.complete(bytes)
      return
    }
    transfer.send(Array(bytes.dropFirst(transfer.bytesSent)))
    transfer.finish()
  }

  // MARK: Actions

  /// Inside a callback: does something, at times.
  func react() {
    guard actionsLeft > 0, depth < Self.deepestAction, random.happens(33) else { return }
    actionsLeft -= 1
    depth += 1
    act()
    depth -= 1
  }

  private func act() {
    guard let view = cells.randomElement(using: &random)?.view else { return }
    let ad = ads.randomElement(using: &random)
    switch ReentrantAction.random(using: &random) {
    case .bind: view.nativeAd = ad
    case .unbind: view.unbind()
    case .attach: view.attach(to: random.happens(50) ? window : list)
    case .detach:
      view.detach()
      if random.happens(50) { list.attach(to: window) } else { list.detach() }
    case .changeVisibleFraction:
      view.visibleFraction = [0, 0.5, 1, .nan, .infinity, -1].randomElement(using: &random) ?? 0
    case .replaceView: replaceCell()
    case .showMediaPlaceholder:
      view.mediaView?.showPlaceholder { [weak self] placeholder in
        placeholder.content = .preview
        self?.react()
      }
    case .showIconPlaceholder: view.showIconPlaceholder { [weak self] _ in self?.react() }
    case .removePlaceholders: view.removePlaceholders()
    case .changeRemovalHandler: changeRemovalHandler(of: view)
    case .endRemoval: removals.randomElement(using: &random)?()
    case .retry: ad?.retryFailedAssets()
    case .warnOfMemory: ad?.didReceiveMemoryWarning()
    case .click: ad?.performClick()
    case .playOrPause:
      let controller = ad?.mediaData?.videoController
      if random.happens(50) { controller?.play() } else { controller?.pause() }
    case .forgetAd: ads.removeAll { $0 === ad }
    case .load: load()
    case .forgetLoader: forgetLoader()
    case .loadGroup: loadGroup()
    }
  }

  private func addCell() {
    let cell = Cell(pipeline: fixture.pipeline)
    for (display, asset) in [(cell.media, MediaAssetType.media), (cell.icon, .icon)] {
      if random.happens(50) {
        display.pixelSize = PixelSize(width: number(below: 41), height: number(below: 41))
      }
      display.onShow = { [weak self, weak view = cell.view] content in
        guard let self else { return }
        switch content {
        case .image, .video: shown += 1
        case .empty, .preview: break
        }
        checkContent(content, of: asset, for: view?.nativeAd)
      }
      display.onCall = { [weak self, weak display] in
        if let count = display?.placeholders.count, count > 1 { self?.report("\(count) placeholders") }
        self?.react()
      }
    }
    cells.append(cell)
    made.append(Made(name: "a view", object: cell.view))
  }

  private func replaceCell() {
    // It is let go at the end, when the list may be used again.
    let old = cells.remove(at: number(below: cells.count))
    addCell()
    withExtendedLifetime(old) {}
  }

  private func changeRemovalHandler(of view: NativeAdView) {
    guard random.happens(50) else {
      view.placeholderWillRemoveHandler = nil
      return
    }
    view.placeholderWillRemoveHandler = { [weak self] _, remove in
      guard let self else { return }
      removals.append(remove)
      react()
      if random.happens(50) { remove() }
    }
  }

  private func load() {
    let options = AdFixture.lazyOptions {
      $0.bindsExclusively = random.happens(25)
      $0.loadsUnboundAssets = random.happens(67)
      $0.probeMissingSizes = random.happens(33)
      $0.renderingSetting.useLazyMediaLoading = random.happens(80)
    }
    let loader = NativeAdLoader(source: .data(response()), options: options, pipeline: fixture.pipeline)
    loader.delegate = self
    loaders.append(loader)
    made.append(Made(name: "a loader", object: loader))
    loader.loadAd()
  }

  private func forgetLoader() {
    guard let loader = loaders.randomElement(using: &random) else { return }
    if random.happens(50) { loader.cancel() }
    loaders.removeAll { $0 === loader }
  }

  private func loadGroup() {
    let group = NativeAdGroup(options: AdFixture.lazyOptions(), pipeline: fixture.pipeline) {
      [weak self] index in
      self?.react()
      return .data(index == 0 ? [] : self?.response() ?? [])
    }
    groups.append(group)
    made.append(Made(name: "a group", object: group))
    let completion: NativeAdGroup.Completion = { [weak self] result in
      for ad in (try? result.get()) ?? [] { self?.take(ad) }
      self?.react()
    }
    let count = number(below: 4)
    if random.happens(50) {
      group.load(count: count, completion: completion)
    } else {
      group.loadBatch(count: count, completion: completion)
    }
    if groups.count > 3 {
      let old = groups.removeFirst()
      withExtendedLifetime(old) {}
    }
  }

  /// Keeps an ad, and reacts to what happens to it.
  func take(_ ad: NativeAd) {
    ads.append(ad)
    made.append(Made(name: "an ad", object: ad))
    ad.delegate = self
    ad.didLoadMediaDataHandler = { [weak self] _ in self?.react() }
  }

  private func response() -> [UInt8] {
    let icon = SampleAd.Image(url: ServedFile.icons.randomElement(using: &random)?.url, type: 1)
    #if VAST
      if random.happens(25) {
        let document = VASTDocuments.vast(VASTDocuments.inLine())
        return SampleAd.openRTB(icon: icon, media: nil, vastTag: String(decoding: document, as: UTF8.self))
      }
    #endif
    let picture = ServedFile.mainPictures.randomElement(using: &random)
    return SampleAd.openRTB(icon: icon, media: SampleAd.Image(url: picture?.url, type: 3))
  }

  private func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
}
