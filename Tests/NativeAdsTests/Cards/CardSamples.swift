import NativeAds
import SeededRandom

/// Contents of cards.
enum CardSamples {
  /// All that a card can show.
  static var full: CardContent {
    var content = CardContent(
      title: "Fresh coffee, every morning", body: "Beans roasted yesterday, at your door today.",
      advertiser: "Bean & Co.", callToAction: "Order")
    content.reward = "1,200 coins"
    content.promo = "1.5×"
    content.progress = "In progress"
    content.hasIcon = true
    content.hasMedia = true
    content.preferredMediaSize = LayoutSize(width: 1_200, height: 627)
    content.hasAdChoices = true
    return content
  }

  /// The same, changed.
  static func full(_ change: (inout CardContent) -> Void) -> CardContent {
    var content = full
    change(&content)
    return content
  }

  private static let texts: [String?] = [
    nil, "", "A", "Two words", "A title that is by far too long for any card that anybody has ever seen",
    "매일 아침 신선한 커피", "قهوة طازجة كل صباح",
  ]

  /// Anything that an ad may be.
  static func random(using random: inout SeededGenerator) -> CardContent {
    func text() -> String? { texts.randomElement(using: &random) ?? nil }
    var content = CardContent(title: text(), body: text(), advertiser: text(), callToAction: text())
    content.reward = text()
    content.promo = random.happens(50) ? "12.34×" : nil
    content.progress = random.happens(50) ? text() : nil
    content.hasIcon = random.happens(70)
    content.hasMedia = random.happens(70)
    content.preferredMediaSize = LayoutSize(
      width: Double.random(in: -1...2_000, using: &random), height: .random(in: -1...2_000, using: &random))
    content.adChoicesPosition = AdChoicesViewPosition.allCases.randomElement(using: &random) ?? .topRight
    content.hasAdChoices = random.happens(70)
    return content
  }
}
