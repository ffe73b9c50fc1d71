extension CardLayout {
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
}
