import JSON
import NativeAds

/// A line of the timeline that `ad` prints.
struct AdEvent: Equatable, Sendable {
  /// What has happened, named as in the library.
  enum Name: String, CaseIterable, Sendable {
    case didReceive, didFailWithError, didChangeMediaAssetLoadingState, placeholderRemoved, probedSize
    case didLoadMediaData, didFailToLoadMediaData
  }

  /// What is known of the ad when it comes.
  struct Received: Equatable, Sendable {
    var title: String?
    var iconLoadingState: MediaLoadingState
    var mediaLoadingState: MediaLoadingState
  }

  /// What is known of the main media.
  struct Media: Equatable, Sendable {
    var type: MediaData.MediaType?
    /// In pixels; 0 while unknown.
    var width: Int
    var height: Int

    init(_ data: MediaData?) {
      type = data?.mediaType
      width = data.map { Int(clampingPixels: $0.preferredMediaWidth) } ?? 0
      height = data.map { Int(clampingPixels: $0.preferredMediaHeight) } ?? 0
    }
  }

  /// Since the ad was asked for.
  var time: Duration
  var name: Name
  var asset: MediaAssetType?
  var state: MediaLoadingState?
  var received: Received?
  var media: Media?
  var failure: Failure?

  /// The fields that the help of `ad` lists: those that apply.
  var json: [UInt8] {
    var object = JSONWriter()
    object.add("t", milliseconds: time)
    object.add("event", name.rawValue)
    if let asset { object.add("asset", asset.rawValue) }
    if let state { object.add("state", state.rawValue) }
    if let received {
      object.add("title", received.title)
      object.add("iconLoadingState", received.iconLoadingState.rawValue)
      object.add("mediaLoadingState", received.mediaLoadingState.rawValue)
    }
    if let media {
      object.add("preferredMediaWidth", media.width)
      object.add("preferredMediaHeight", media.height)
      object.add("mediaType", media.type?.rawValue)
    }
    if failure != nil { object.add(failure) }
    return object.finished()
  }

  /// Aligned: time, event, then what applies.
  var line: String {
    var words: [String] = []
    if let state { words.append(state.rawValue) }
    if let media { words.append(media.text) }
    if let received {
      words.append("media \(received.mediaLoadingState.rawValue), icon \(received.iconLoadingState.rawValue)")
    }
    if let failure { words.append(failure.text) }
    if let asset {
      words.insert(words.isEmpty ? asset.rawValue : Text.rightPadded(asset.rawValue, to: 5), at: 0)
    }
    let name = words.isEmpty ? name.rawValue : Text.rightPadded(name.rawValue, to: Self.nameWidth)
    return ([Text.leftPadded(Text.tenths(time), to: 8) + " ms", name] + words).joined(separator: "  ")
  }

  private static let nameWidth = Name.allCases.map(\.rawValue.count).max() ?? 0
}

extension AdEvent.Media {
  /// For example `image 1200x627`.
  var text: String {
    guard let type else { return "no main media" }
    return "\(type.rawValue) " + (width > 0 && height > 0 ? "\(width)x\(height)" : "of unknown size")
  }
}

extension Int {
  /// A number of pixels that the library has checked, or 0 for what is no such number.
  fileprivate init(clampingPixels value: Double) {
    self = value.isFinite ? Int(Swift.min(Swift.max(value.rounded(), 0), 1_000_000)) : 0
  }
}
