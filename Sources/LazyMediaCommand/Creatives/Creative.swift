import LazyMedia
import NativeAds

/// What became of one ad, measured. Times are since the ad was asked for.
struct Creative: Equatable, Sendable {
  /// How it went, worst first.
  enum Verdict: String, CaseIterable, Sendable {
    /// There is no ad, or an asset is missing.
    case failed
    /// All is there, and something about it is to be looked at.
    case warned
    case loaded
  }

  /// A file on its way.
  struct Transfer: Equatable, Sendable {
    /// Bytes of the body received.
    var bytes = 0
    /// When it was asked for.
    var began: Duration?
    var firstByte: Duration?
    /// When it ended, well or not.
    var ended: Duration?
  }

  /// Icon or main media.
  struct Asset: Equatable, Sendable {
    var state = MediaLoadingState.none
    /// What was asked for; `nil` where the ad names nothing.
    var url: String?
    /// In pixels, as the response says.
    var saidSize: PixelSize?
    /// In pixels, as the file says.
    var actualSize: PixelSize?
    var transfer = Transfer()
    /// When it was loaded or had failed.
    var settled: Duration?
    var failure: Failure?
    var warnings: [String] = []
  }

  /// The place among all, from 0.
  var index: Int
  var source: String
  var title: String?
  var advertiser: String?
  var mediaType: MediaData.MediaType?
  var response = Transfer()
  /// When the ad was there.
  var received: Duration?
  var assets: [MediaAssetType: Asset] = [:]
  /// Why there is no ad.
  var failure: Failure?
  /// A small JPEG file of the main media.
  var thumbnail: [UInt8]?
  /// The whole.
  var duration = Duration.zero

  init(index: Int, source: String) {
    self.index = index
    self.source = source
  }

  subscript(type: MediaAssetType) -> Asset { assets[type] ?? Asset() }

  /// Failures, each with what it concerns.
  var failures: [(about: String, Failure)] {
    var failures: [(String, Failure)] = []
    if let failure { failures.append(("Ad", failure)) }
    for type in MediaAssetType.allCases {
      if let failure = self[type].failure { failures.append((type.heading, failure)) }
    }
    return failures
  }

  /// What is to be looked at though it loaded.
  var warnings: [String] {
    var warnings: [String] = []
    for type in MediaAssetType.allCases {
      let asset = self[type]
      let name = type.heading
      if asset.state == .loaded, let actual = asset.actualSize {
        if let said = asset.saidSize, said != actual {
          warnings.append("\(name): the response says \(said), the file is \(actual)")
        } else if asset.saidSize == nil, type == .media {
          warnings.append("\(name): the response tells no size, so its place cannot be kept free")
        }
      }
      warnings += asset.warnings.map { "\(name): \($0)" }
    }
    return warnings
  }

  var verdict: Verdict { !failures.isEmpty ? .failed : warnings.isEmpty ? .loaded : .warned }

  /// Bytes of response and assets.
  var bytes: Int { assets.values.reduce(response.bytes) { $0 + $1.transfer.bytes } }

  /// The end of the last thing that happened.
  var end: Duration {
    let moments = [response.ended, received] + assets.values.flatMap { [$0.transfer.ended, $0.settled] }
    return moments.compactMap(\.self).max() ?? duration
  }
}
