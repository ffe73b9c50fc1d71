extension CardLayout {
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
