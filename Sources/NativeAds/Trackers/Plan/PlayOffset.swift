/// A point of a video, as the trackers of its progress give it (VAST 4.3, section 3.14.1).
enum PlayOffset: Hashable {
  case time(Duration)
  /// 0 to 1.
  case share(Double)

  /// `00:00:05` or `25%`; `nil` for anything else.
  init?(_ text: String) {
    let text = VASTValues.trimmed(text)
    if text.hasSuffix("%") {
      guard let percent = Double(text.dropLast()), (0...100).contains(percent) else { return nil }
      self = .share(percent / 100)
    } else {
      guard let time = VASTValues.duration(text) else { return nil }
      self = .time(time)
    }
  }

  /// Whether it is reached once so much has been played. Of a video of unknown duration no share is.
  func isReached(at played: Duration, of duration: Duration?) -> Bool {
    switch self {
    case .time(let time): return played >= time
    case .share(let share):
      guard let duration, duration > .zero else { return false }
      return played / duration >= share
    }
  }
}
