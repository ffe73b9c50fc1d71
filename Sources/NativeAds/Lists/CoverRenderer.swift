/// Cards with a large picture, 272 points high, with a progress badge 300, 16 points from the sides of the list.
@MainActor public struct CoverRenderer: NativeAdListRenderer {
  /// The kind of its cells.
  public let reuseIdentifier = "cover card"

  private let style: CardStyle

  /// Creates a renderer.
  /// - Parameters:
  ///   - palette: the colors of placeholders; ``CardPalette/light`` by default. All other colors are the surface's choice.
  ///   - direction: of the cards; left to right by default.
  ///   - content: what of an ad is shown; all of it by default. It must depend on nothing that loads.
  ///   - makeSurface: makes what draws a cell.
  public init(
    palette: CardPalette = .light, direction: LayoutDirection = .leftToRight,
    content: @escaping @MainActor (NativeAd) -> CardContent = { CardContent($0) },
    makeSurface: @escaping @MainActor () -> any CardSurface
  ) {
    style = CardStyle(makeSurface: makeSurface, palette: palette, direction: direction, content: content)
  }

  /// See ``NativeAdListRenderer/register(with:)``.
  public func register(with cells: CellPool<CardCell>) {
    cells.register(reuseIdentifier) { [style] in style.makeCell() }
  }

  /// See ``NativeAdListRenderer/configure(cell:ad:at:)``.
  public func configure(cell: CardCell, ad: NativeAd, at index: Int) {
    cell.show(ad, card: CardLayout.cover(style.content(ad), size: cell.size, direction: style.direction))
  }

  /// The size of a card without a progress badge.
  public func itemSize(in bounds: LayoutSize) -> LayoutSize {
    CardStyle.rowSize(in: bounds, height: CardLayout.coverHeight(CardContent()))
  }

  /// The size of the card of an ad.
  public func itemSize(in bounds: LayoutSize, for ad: NativeAd) -> LayoutSize {
    CardStyle.rowSize(in: bounds, height: CardLayout.coverHeight(style.content(ad)))
  }
}
