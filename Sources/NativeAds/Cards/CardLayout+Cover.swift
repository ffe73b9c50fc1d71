extension CardLayout {
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
}
