extension CardLayout {
  /// A rounded picture, the icon or else the main media, the title beside it, below that the body, and at the end the
  /// reward or else the button. The progress badge stands below the body, which then has one line.
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
    let promo = badge(content.promo)
    let promoWidth = promo?.badgeWidth(atMost: side) ?? 0
    let promoX = builder.isMarkLeading ? side - promoWidth : (side - promoWidth) / 2
    builder.text(
      .promoBadge, promo,
      LayoutRect(x: padding + promoX, y: 64, width: promoWidth, height: badgeHeight), ground: .promo)
    let left = padding + side + padding
    let titleWidth = max(0, width - padding - left)
    let pill = button(content.reward ?? content.callToAction, 13)
    let pillWidth = pill?.badgeWidth(atMost: min(116, width * 0.34, titleWidth)) ?? 0
    let pillFrame = LayoutRect(x: width - padding - pillWidth, y: 46, width: pillWidth, height: 32)
    let textWidth = pill == nil ? titleWidth : pillFrame.x - padding - left
    let progress = badge(content.progress)
    let hasBadge = progress != nil
    builder.text(
      .title, text(content.title, 15, isBold: true, .text),
      LayoutRect(x: left, y: hasBadge ? 11 : 15, width: titleWidth, height: 20))
    let body = LayoutRect(x: left, y: hasBadge ? 33 : 38, width: textWidth, height: hasBadge ? 18 : 36)
    let lines = hasBadge ? 1 : 2
    if content.body != nil {
      builder.text(.body, text(content.body, 13, .secondaryText, lines: lines), body)
    } else {
      builder.text(.advertiser, text(content.advertiser, 13, .secondaryText, lines: lines), body)
    }
    builder.text(
      .progressBadge, progress,
      LayoutRect(
        x: left, y: 58, width: progress?.badgeWidth(atMost: textWidth) ?? 0, height: badgeHeight),
      ground: .progress)
    builder.text(content.reward == nil ? .callToAction : .reward, pill, pillFrame, ground: .accent)
    return builder.card
  }
}
