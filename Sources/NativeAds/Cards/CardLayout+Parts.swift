/// What several cards have in common.
extension CardLayout {
  static func text(
    _ string: String?, _ fontSize: Double, isBold: Bool = false, _ color: CardColor,
    _ alignment: CardText.Alignment = .leading, lines: Int = 1
  ) -> CardText? {
    string.map {
      CardText(
        $0, fontSize: fontSize, isBold: isBold, color: color, alignment: alignment, maximumLines: lines)
    }
  }

  static func button(_ string: String?, _ fontSize: Double = 14) -> CardText? {
    text(string, fontSize, isBold: true, .onAccent, .center)
  }

  static func badge(_ string: String?) -> CardText? { text(string, 12, isBold: true, .onAccent, .center) }

  /// Both badges in a line, the promo badge first.
  static func badges(_ content: CardContent, _ line: LayoutRect, in builder: inout CardBuilder) {
    var x = line.x
    let badges = [
      (CardElement.Role.promoBadge, badge(content.promo), CardColor.promo),
      (.progressBadge, badge(content.progress), .progress),
    ]
    for (role, text, ground) in badges {
      guard let text else { continue }
      let width = text.badgeWidth(atMost: line.maxX - x)
      builder.text(
        role, text, LayoutRect(x: x, y: line.y, width: width, height: line.height), ground: ground)
      x += width + 6
    }
  }

  /// The promo badge over a picture, across from the mark.
  static func promo(_ content: CardContent, over picture: LayoutRect, in builder: inout CardBuilder) {
    guard let text = badge(content.promo), picture.height >= badgeHeight + 16 else { return }
    let width = text.badgeWidth(atMost: picture.width - 16)
    let x = builder.isMarkLeading ? picture.maxX - 8 - width : picture.x + 8
    builder.text(
      .promoBadge, text, LayoutRect(x: x, y: picture.y + 8, width: width, height: badgeHeight), ground: .promo
    )
  }

  /// The icon, and beside it the title above a second line, 44 points high.
  static func header(
    _ content: CardContent, y: Double, iconSide: Double, second: CardElement.Role,
    in builder: inout CardBuilder
  ) {
    if iconSide > 0 {
      let icon = LayoutRect(x: padding, y: y, width: iconSide, height: iconSide)
      builder.picture(.icon, icon, .cover, cornerRadius: pictureRadius)
    }
    let left = padding + (iconSide > 0 ? iconSide + padding : 0)
    let width = builder.size.width - padding - left
    let string = second == .body ? content.body : content.advertiser
    builder.text(
      .title, text(content.title, 16, isBold: true, .text),
      LayoutRect(x: left, y: y + (string == nil ? 11 : 0), width: width, height: 22))
    builder.text(
      second, text(string, 13, .secondaryText), LayoutRect(x: left, y: y + 25, width: width, height: 18))
  }

  /// The reward, or else the advertiser, and at the end the button, 32 points high.
  static func footer(_ content: CardContent, y: Double, in builder: inout CardBuilder) {
    let inner = builder.size.width - 2 * padding
    let action = button(content.callToAction)
    let width = action.map { max(96, $0.badgeWidth(atMost: inner / 2)) }.map { min($0, inner) } ?? 0
    let line = LayoutRect(
      x: padding, y: y + 7, width: inner - (width > 0 ? width + padding : 0), height: 18)
    if content.reward != nil {
      builder.text(.reward, text(content.reward, 14, isBold: true, .accent), line)
    } else {
      builder.text(.advertiser, text(content.advertiser, 13, .secondaryText), line)
    }
    builder.text(
      .callToAction, action,
      LayoutRect(x: padding + inner - width, y: y, width: width, height: 32), ground: .accent)
  }
}

extension CardText {
  /// The width of a badge or button with this text in one line: a guess, a little too wide rather than too narrow, as only
  /// toolkits measure texts.
  func badgeWidth(atMost limit: Double) -> Double {
    let letters = string.unicodeScalars.prefix(64)
    // East Asian letters fill the em.
    let ems = letters.reduce(0.0) { $0 + ($1.value < 0x2E80 ? 0.62 : 1.0) }
    return min((ems * fontSize + 18).rounded(.up), max(0, limit))
  }
}
