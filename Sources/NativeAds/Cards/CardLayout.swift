/// Lays ads out as cards: pure functions of content, size and direction. Texts are not measured: each has room for its
/// lines, and what does not fit is cut off with an ellipsis. What is longer than 2,000 Unicode scalars is cut off there.
///
/// The corner that the content names for the AdChoices mark, as it is seen, whatever the direction, is left free of texts
/// and badges whether there is a mark or not, so that cards of one feed are alike.
public enum CardLayout {
  /// The size of a ``circular(_:size:direction:)`` card, in points: 140 x 240.
  public static let circularSize = LayoutSize(width: 140, height: 240)
  /// The height of a ``smallRow(_:size:direction:)``, in points: 92.
  public static let smallRowHeight = 92.0
  /// The height of a ``cover(_:size:direction:)`` card, in points: 272, with a progress badge 300.
  public static func coverHeight(_ content: CardContent) -> Double {
    content.progress == nil ? 272 : 272 + badgeRow
  }

  /// The radius of a card's corners, in points.
  static let cornerRadius = 12.0
  /// The radius of the corners of pictures and buttons.
  static let pictureRadius = 8.0
  /// From the edges of a card to what it shows.
  static let padding = 12.0
  static let badgeHeight = 20.0
  /// A badge and the space below it.
  static let badgeRow = 28.0
}
