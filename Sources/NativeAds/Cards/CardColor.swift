public import LazyMedia

/// A color by its purpose; a ``CardPalette`` says what it is.
public enum CardColor: String, Hashable, Sendable, CaseIterable {
  /// What is behind the cards.
  case background
  /// The ground of a card.
  case surface
  /// The ground of an area while its picture is on its way, or has failed.
  case placeholder
  /// Titles.
  case text
  /// All other text.
  case secondaryText
  /// The button.
  case accent
  /// Text on the button and on badges.
  case onAccent
  /// The badge of a raised reward.
  case promo
  /// The badge of a campaign that is under way.
  case progress
}

/// The colors of cards, light or dark.
public struct CardPalette: Hashable, Sendable {
  private let colors: [CardColor: PixelColor]

  /// Creates a palette; a color that is missing is that of ``light``.
  public init(_ colors: [CardColor: PixelColor]) { self.colors = colors }

  /// The color for a purpose.
  public subscript(color: CardColor) -> PixelColor {
    colors[color] ?? Self.lightColors[color] ?? PixelColor(red: 0, green: 0, blue: 0)
  }

  /// Dark on light.
  public static let light = CardPalette(lightColors)
  /// Light on dark.
  public static let dark = CardPalette([
    .background: PixelColor(red: 0x12, green: 0x16, blue: 0x1C),
    .surface: PixelColor(red: 0x1E, green: 0x24, blue: 0x2C),
    .placeholder: PixelColor(red: 0x2C, green: 0x34, blue: 0x3F),
    .text: PixelColor(red: 0xF2, green: 0xF5, blue: 0xF8),
    .secondaryText: PixelColor(red: 0xA9, green: 0xB4, blue: 0xC2),
    .accent: PixelColor(red: 0x5B, green: 0x9B, blue: 0xFF),
    .onAccent: PixelColor(red: 0x08, green: 0x10, blue: 0x1C),
    .promo: PixelColor(red: 0xFF, green: 0xB0, blue: 0x3A),
    .progress: PixelColor(red: 0x4C, green: 0xC9, blue: 0x8A),
  ])

  private static let lightColors: [CardColor: PixelColor] = [
    .background: PixelColor(red: 0xEE, green: 0xF1, blue: 0xF5),
    .surface: PixelColor(red: 0xFF, green: 0xFF, blue: 0xFF),
    .placeholder: PixelColor(red: 0xE1, green: 0xE6, blue: 0xEC),
    .text: PixelColor(red: 0x16, green: 0x1D, blue: 0x27),
    .secondaryText: PixelColor(red: 0x5A, green: 0x67, blue: 0x78),
    .accent: PixelColor(red: 0x1F, green: 0x6F, blue: 0xEB),
    .onAccent: PixelColor(red: 0xFF, green: 0xFF, blue: 0xFF),
    .promo: PixelColor(red: 0xC2, green: 0x41, blue: 0x0C),
    .progress: PixelColor(red: 0x15, green: 0x80, blue: 0x4A),
  ]
}
