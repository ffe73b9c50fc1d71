/// Lays ads out as cards: pure functions of content, size and direction. Texts are not measured: each has room for its
/// lines, and what does not fit is cut off with an ellipsis.
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

  /// A round picture, the icon or else the main media, above a title of two lines, the reward or else the advertiser, and
  /// the button.
  /// - Parameter size: in points; ``circularSize`` by default, for which it is made.
  public static func circular(
    _ content: CardContent, size: LayoutSize = circularSize, direction: LayoutDirection = .leftToRight
  ) -> Card {
    var builder = CardBuilder(content, size: size, direction: direction)
    let width = builder.size.width
    let inner = width - 2 * padding
    let side = min(92, inner)
    let left = (width - side) / 2
    builder.picture(
      content.thumbnail, LayoutRect(x: left, y: 16, width: side, height: side), .cover, cornerRadius: side / 2
    )
    let promo = badge(content.promo)
    let promoWidth = promo?.badgeWidth(atMost: inner) ?? 0
    builder.text(
      .promoBadge, promo,
      LayoutRect(
        x: builder.isMarkLeading ? width - 8 - promoWidth : 8, y: 12, width: promoWidth, height: badgeHeight),
      ground: .promo)
    let progress = badge(content.progress)
    let progressWidth = progress?.badgeWidth(atMost: inner) ?? 0
    builder.text(
      .progressBadge, progress,
      LayoutRect(x: (width - progressWidth) / 2, y: 96, width: progressWidth, height: badgeHeight),
      ground: .progress)
    builder.text(
      .title, text(content.title, 14, isBold: true, .text, .center, lines: 2),
      LayoutRect(x: padding, y: 120, width: inner, height: 40))
    let line = LayoutRect(x: padding, y: 166, width: inner, height: 18)
    if content.reward != nil {
      builder.text(.reward, text(content.reward, 13, isBold: true, .accent, .center), line)
    } else {
      builder.text(.advertiser, text(content.advertiser, 12, .secondaryText, .center), line)
    }
    builder.text(
      .callToAction, button(content.callToAction), LayoutRect(x: padding, y: 196, width: inner, height: 32),
      ground: .accent)
    return builder.card
  }

  /// A rounded picture, the icon or else the main media, title and body beside it, at the end the reward or else the
  /// button. Badges stand below the body, which then has one line.
  /// - Parameter size: in points; made for a height of ``smallRowHeight``.
  public static func smallRow(
    _ content: CardContent, size: LayoutSize, direction: LayoutDirection = .leftToRight
  ) -> Card {
    var builder = CardBuilder(content, size: size, direction: direction)
    let width = builder.size.width
    let side = min(68, max(0, width - 2 * padding))
    builder.picture(
      content.thumbnail, LayoutRect(x: padding, y: 12, width: side, height: side), .cover,
      cornerRadius: pictureRadius)
    let left = padding + side + padding
    let pill = button(content.reward ?? content.callToAction)
    let pillWidth = pill?.badgeWidth(atMost: min(110, width * 0.3)) ?? 0
    let pillFrame = LayoutRect(x: width - padding - pillWidth, y: 30, width: pillWidth, height: 32)
    let textWidth = (pill == nil ? width - padding : pillFrame.x - padding) - left
    let hasBadges = content.promo != nil || content.progress != nil
    builder.text(
      .title, text(content.title, 15, isBold: true, .text),
      LayoutRect(x: left, y: hasBadges ? 10 : 16, width: textWidth, height: 20))
    let body = LayoutRect(x: left, y: hasBadges ? 32 : 38, width: textWidth, height: hasBadges ? 18 : 36)
    let lines = hasBadges ? 1 : 2
    if content.body != nil {
      builder.text(.body, text(content.body, 13, .secondaryText, lines: lines), body)
    } else {
      builder.text(.advertiser, text(content.advertiser, 13, .secondaryText, lines: lines), body)
    }
    badges(content, LayoutRect(x: left, y: 58, width: textWidth, height: badgeHeight), in: &builder)
    builder.text(content.reward == nil ? .callToAction : .reward, pill, pillFrame, ground: .accent)
    return builder.card
  }

  /// The main media, or else the icon, above the icon, title and body, then the advertiser and the button. A progress badge
  /// has a line of its own.
  /// - Parameter size: in points; made for a height of ``coverHeight(_:)``. What is more or less is the picture's.
  public static func cover(
    _ content: CardContent, size: LayoutSize, direction: LayoutDirection = .leftToRight
  ) -> Card {
    var builder = CardBuilder(content, size: size, direction: direction, topInset: padding + 6)
    let inner = builder.size.width - 2 * padding
    let below = coverHeight(content) - 160
    let media = LayoutRect(
      x: padding, y: padding, width: inner, height: max(0, builder.size.height - padding - below))
    builder.picture(content.cover, media, .cover, cornerRadius: pictureRadius)
    promo(content, over: media, in: &builder)
    var y = media.maxY + padding
    let progress = badge(content.progress)
    if let progress {
      let frame = LayoutRect(
        x: padding, y: y, width: progress.badgeWidth(atMost: inner), height: badgeHeight)
      builder.text(.progressBadge, progress, frame, ground: .progress)
      y += badgeRow
    }
    let hasIcon = content.hasIcon && content.cover == .media
    header(content, y: y, iconSide: hasIcon ? 44 : 0, second: .body, in: &builder)
    footer(content, y: y + 56, in: &builder)
    return builder.card
  }

  /// One ad of a given width: icon, title and advertiser, the main media at the height that it asks for, the body, the
  /// reward and the button. The height is that of what there is, before anything has loaded.
  /// - Parameter width: in points.
  public static func single(
    _ content: CardContent, width: Double, direction: LayoutDirection = .leftToRight
  ) -> Card {
    // The height comes out of the layout, and the lower corners need it.
    let height = single(content, LayoutSize(width: width, height: CardBuilder.largestSide), direction).height
    return single(content, LayoutSize(width: width, height: height), direction).builder.card
  }

  private static func single(
    _ content: CardContent, _ size: LayoutSize, _ direction: LayoutDirection
  ) -> (builder: CardBuilder, height: Double) {
    var builder = CardBuilder(content, size: size, direction: direction)
    let inner = builder.size.width - 2 * padding
    var y = padding
    if content.hasIcon || content.title != nil || content.advertiser != nil {
      header(content, y: y, iconSide: content.hasIcon ? 44 : 0, second: .advertiser, in: &builder)
      y += 44 + padding
    }
    if content.hasMedia {
      let media = LayoutRect(x: padding, y: y, width: inner, height: content.mediaHeight(fixedWidth: inner))
      builder.picture(.media, media, .contain, cornerRadius: pictureRadius)
      if media.height > 0 { y += media.height + padding }
    }
    if content.promo != nil || content.progress != nil {
      badges(content, LayoutRect(x: padding, y: y, width: inner, height: badgeHeight), in: &builder)
      y += badgeRow
    }
    if content.body != nil {
      let body = LayoutRect(x: padding, y: y, width: inner, height: 40)
      builder.text(.body, text(content.body, 14, .secondaryText, lines: 2), body)
      y += 40 + padding
    }
    if content.reward != nil {
      let reward = LayoutRect(x: padding, y: y, width: inner, height: 20)
      builder.text(.reward, text(content.reward, 15, isBold: true, .accent), reward)
      y += 20 + padding
    }
    if content.callToAction != nil {
      let action = LayoutRect(x: padding, y: y, width: inner, height: 40)
      builder.text(.callToAction, button(content.callToAction), action, ground: .accent)
      y += 40 + padding
    }
    return (builder, max(y, 2 * padding + CardBuilder.markSide))
  }
}
