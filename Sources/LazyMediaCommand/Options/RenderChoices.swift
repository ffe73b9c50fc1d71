/// What `lazymedia render` draws.
enum RenderAction: String, CaseIterable, Sendable {
  case ad, feed
}

/// How the ads of a feed look.
enum FeedRendererName: String, CaseIterable, Sendable {
  case cover, small, circular
}

/// Along which axis a feed runs.
enum FeedOrientation: String, CaseIterable, Sendable {
  case vertical, horizontal
}

/// What texts are drawn with.
enum FontsName: String, CaseIterable, Sendable {
  case bundled, system
}

/// A moment at which an ad is drawn.
enum Moment: Hashable, Sendable {
  /// So long after the ad was shown.
  case after(Duration)
  /// When icon and main media are settled.
  case loaded

  /// As it stands in the name of a file.
  var name: String {
    switch self {
    case .after(.zero): "0"
    case .after(let time): "\(Text.decimal(time / .milliseconds(1)))ms"
    case .loaded: "loaded"
    }
  }

  /// The file for it among several: `ad.png` becomes `ad-100ms.png`.
  func path(beside path: String) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[start...].lastIndex(of: "."), dot != start else { return "\(path)-\(name)" }
    return "\(path[..<dot])-\(name)\(path[dot...])"
  }
}
