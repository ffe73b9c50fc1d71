import LazyMedia
import LazyMediaTesting
import MediaTransport
import NativeAds
import SampleFeed
import Testing

@testable import LazyMediaCommand

/// A program that shows the ads of a unit, served by `lazymedia serve`: the network, the decoding and the trackers are
/// real, turns and time are the test's.
@MainActor final class DeliverySession {
  let served: ServeProcess
  let scheduler = ManualMainScheduler()
  let opener = RecordingOpener()
  let media = SeenArea(pixelSize: PixelSize(width: 300, height: 157))
  let icon = SeenArea(pixelSize: PixelSize(width: 40, height: 40))
  let sender: TrackerSender
  let unit: NativeAdUnit
  let view: NativeAdView
  let binder: NativeAdViewBinder
  /// What the program was told, in order; an ad is told by the number that its server gave it.
  private(set) var log: [String] = []
  private let window = ViewContainer(isWindow: true)

  init(_ sample: SampleAdUnit) async throws {
    served = try await ServeProcess()
    var configuration = MediaPipelineConfiguration(transport: HTTPTransport())
    configuration.mainScheduler = scheduler
    configuration.now = { [scheduler] in scheduler.now }
    let pipeline = MediaPipeline(configuration: configuration)
    sender = TrackerSender(pipeline: pipeline)
    var options = NativeAdOptions()
    options.renderingSetting.useLazyMediaLoading = true
    options.linkOpener = opener
    options.trackerSender = sender
    unit = NativeAdUnit(
      unitID: sample.rawValue, chain: NativeAdSourceChain(direct: .endpoint("\(served.url)/ads")),
      options: options, pipeline: pipeline)
    view = NativeAdView(
      mediaView: MediaView(display: media, pipeline: pipeline),
      iconView: MediaView(display: icon, pipeline: pipeline))
    let texts = Texts()
    binder = try NativeAdViewBinder.Builder(view)
      .title { texts.title = $0 }.body { _ in }.callToAction { _ in }.build()
    self.texts = texts
    view.attach(to: window)
    subscribe()
  }

  @MainActor private final class Texts { var title = "" }
  private let texts: Texts

  /// What the title says.
  var title: String { texts.title }

  private func subscribe() {
    unit.subscribeRefreshEvents(
      onRequest: { [weak self] in self?.log.append("refresh") },
      onSuccess: { [weak self] ad in self?.tell("refreshed", ad) },
      onFailure: { [weak self] _ in self?.log.append("not refreshed") })
    unit.subscribeAdEvents(
      onImpressed: { [weak self] in self?.tell("impressed", $0) },
      onClicked: { [weak self] in self?.tell("clicked", $0) },
      onRewardRequested: { [weak self] in self?.tell("reward requested", $0) },
      onRewarded: { [weak self] ad, result in self?.tell("rewarded \(result)", ad) },
      onParticipated: { [weak self] in self?.tell("participated", $0) })
    unit.eventHandlers.onVideoStart = { [weak self] in self?.tell("video start", $0) }
    unit.eventHandlers.onVideoEnd = { [weak self] in self?.tell("video end", $0) }
  }

  private func tell(_ event: String, _ ad: NativeAd) { log.append("\(event) \(ad.number)") }

  /// What the program was told since the last call.
  func takeLog() -> [String] {
    defer { log = [] }
    return log
  }

  /// Asks for the first ad, whose placeholders are shown where it is still loading.
  func load() async throws {
    unit.load(
      onSuccess: { [weak self] ad in
        self?.tell("loaded", ad)
        for (type, area) in [(MediaAssetType.media, self?.view.mediaView), (.icon, self?.view.iconView)]
        where ad.loadingState(of: type) == .loading {
          area?.showPlaceholder { $0.content = ad.placeholder(of: type) ?? .bare }
        }
      }, onFailure: { [weak self] error in self?.log.append("not loaded: \(error)") })
    try await run { !self.log.isEmpty }
  }

  /// Runs turns, without time, until something holds that other threads and the server have a part in.
  func run(until condition: @MainActor () -> Bool) async throws {
    let end = ContinuousClock.now + .seconds(30)
    while !condition() {
      guard !scheduler.runTurn() else { continue }
      try #require(ContinuousClock.now < end, "waited in vain: \(log)")
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// Runs until the pictures of the ad are there.
  func runUntilShown() async throws {
    try await run {
      self.unit.ad?.mediaLoadingState == .loaded && self.unit.ad?.iconLoadingState == .loaded
    }
    scheduler.runAll()
  }

  /// Runs until each tracker is answered, and takes the server's log, sorted: event and ad of each.
  func hits() async throws -> [String] {
    try await run { self.sender.pendingCount == 0 }
    let hits = try await served.hits()
    // Whatever else there is of a hit.
    #expect(hits.allSatisfy { $0["status"] as? Int == 200 })
    #expect(hits.allSatisfy { $0["unit"] as? String == unit.unitID })
    #expect(Set(hits.compactMap { $0["key"] as? String }).count == hits.count)
    return hits.map { "\($0["event"] as? String ?? "") \($0["ad"] as? Int ?? 0)" }.sorted()
  }
}

extension NativeAd {
  /// The number that the sample ad server gave it.
  var number: Int { response.creativeID.flatMap { $0.split(separator: "-").last }.flatMap { Int($0) } ?? 0 }
}

/// Keeps the pages that are to be opened; the test plays the person at them.
@MainActor final class RecordingOpener: LinkOpener {
  private(set) var pages: [LandingPage] = []

  func open(_ page: LandingPage) {
    pages.append(page)
    page.didOpen()
  }

  /// The addresses of the pages, without that of the server.
  var targets: [String] {
    pages.map { page in page.url.split(separator: "/").dropFirst(2).joined(separator: "/") }
  }

  /// Closes all pages.
  func comeBack() {
    let open = pages
    pages = []
    for page in open { page.didClose() }
  }
}

/// An area as a person sees it.
@MainActor final class SeenArea: MediaDisplay {
  let pixelSize: PixelSize?
  private var content = MediaContent.empty
  private(set) var hasPlaceholder = false

  init(pixelSize: PixelSize) { self.pixelSize = pixelSize }

  func show(_ content: MediaContent) { self.content = content }
  func install(_ placeholder: PlaceholderView) { hasPlaceholder = true }
  func update(_ placeholder: PlaceholderView) {}
  func uninstall(_ placeholder: PlaceholderView) { hasPlaceholder = false }

  /// The number of the ad whose picture is seen, told by its colors; `nil` where none is.
  var number: Int? {
    guard case .image(let image) = content else { return nil }
    let shown = Self.corner(image.pixels)
    func difference(_ number: Int) -> Int {
      guard let pixels = try? SampleAdPicture.media(number, size: image.pixels.size) else { return .max }
      return zip(shown, Self.corner(pixels)).map { abs(Int($0) - Int($1)) }.reduce(0, +)
    }
    return (1...20).min { difference($0) < difference($1) }.flatMap { difference($0) < 12 ? $0 : nil }
  }

  var isVideo: Bool { if case .video = content { true } else { false } }
  var isEmpty: Bool { if case .empty = content { true } else { false } }

  private static func corner(_ pixels: PixelBuffer) -> [UInt8] {
    pixels.withUnsafeBytes { Array($0.prefix(3)) }
  }
}
