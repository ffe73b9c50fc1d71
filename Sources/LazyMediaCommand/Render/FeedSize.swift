/// How large feeds are drawn where nothing else is asked for.
enum FeedSize {
  /// The height of a vertical feed, in points.
  static let verticalHeight = 844
}
