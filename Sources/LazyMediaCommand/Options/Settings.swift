import LazyMedia
import NativeAds
import SampleFeed

/// When the progress bar is drawn.
enum ProgressMode: String, CaseIterable, Sendable {
  case auto, always, never
}

/// How a picture is written to a file.
enum OutputEncoding: String, CaseIterable, Sendable {
  case png, jpeg, ppm, rgba

  /// The end of the file's name, without the dot.
  var fileExtension: String { self == .jpeg ? "jpg" : rawValue }
}

/// What covers an asset of an ad until it is there.
enum PlaceholderKind: String, CaseIterable, Sendable {
  case bare, color, preview, hash

  /// What the library shows for it.
  @MainActor func content(of asset: MediaAssetType, in ad: NativeAd) -> Placeholder {
    switch self {
    case .bare: .bare
    case .color: .color(PixelColor(red: 224, green: 224, blue: 224))
    case .preview: .preview
    case .hash: ad.placeholder(of: asset) ?? .bare
    }
  }
}

/// How stored files are used, as it is typed.
enum CachePolicyName: String, CaseIterable, Sendable {
  case normal, reload
  case onlyIfCached = "only-if-cached"
  case cacheFirst = "cache-first"

  /// What the library calls it.
  var policy: CachePolicy {
    switch self {
    case .normal: .normal
    case .reload: .reload
    case .onlyIfCached: .onlyIfCached
    case .cacheFirst: .cacheFirst
    }
  }
}

/// All that options say. The values given here are the defaults; help and documentation print them from here.
struct Settings: Sendable {
  var wantsHelp = false
  var wantsVersion = false

  // What becomes of the picture.
  var size: PixelSize?
  var fit = ContentFit.contain
  var allowsUpscaling = false
  var appliesOrientation = true
  var allowsPartial = false
  var encoding: OutputEncoding?
  var quality = 90
  var outputPath: String?

  // What is reported.
  var isJSON = false
  var isOrdered = false
  var hashesPixels = false
  /// Waves of a BlurHash along both sides.
  var components = (x: 4, y: 3)
  var progress = ProgressMode.auto

  // How it is fetched.
  var concurrency = 16
  var timeout: Duration = .seconds(60)
  var retries = 2
  /// `nil` for what the library allows: of an asset of an ad less than of other files.
  var maximumBytes: Int?
  var maximumPixels = 64_000_000
  var userAgent = "lazymedia/\(lazyMediaVersion)"
  var headers: [HTTPField] = []
  var caBundlePath: String?
  var proxy: String?

  // Where files are kept between runs.
  var cachePath: String?
  /// The address of a Redis server.
  var sharedCache: String?
  var cachePolicy: CachePolicyName?
  var showsMetrics = false

  // What becomes of a cache.
  var removesBad = false
  /// Bytes to which a cache is trimmed.
  var trimmedBytes: Int?

  // The demonstration, and samples.
  var imagesPath = "TestImages"
  /// `nil` for that of the command.
  var latency: Duration?

  // The sample ad server.
  var port: Int = 0
  var faults = SampleSwitches()
  /// The file that hits of trackers are appended to.
  var logPath: String?

  // How an ad is shown.
  var isLazy = true
  var probesMissingSizes = false
  var bindDelay: Duration?
  var attachDelay: Duration?
  var placeholder: PlaceholderKind?

  // What is drawn. `nil` for what fits the command.
  var moments: [Moment]?
  var renderer: FeedRendererName?
  var orientation: FeedOrientation?
  /// In points.
  var canvasWidth = 390
  var canvasHeight: Int?
  /// Of a vertical feed, where nothing else is asked for.
  static let feedHeight = 844
  /// Pixels a point.
  var scale = 2
  var isDark = false
  var isRightToLeft = false
  var fonts = FontsName.bundled
  /// The folder of a film strip.
  var framesPath: String?
  /// The page about many ads.
  var reportPath: String?

  // How a video file is found.
  var hopTimeout: Duration = .seconds(5)
  var targetWidth: Int?
}
