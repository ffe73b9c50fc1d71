/// Cards with a round thumbnail, 140 x 240 points.
@MainActor public struct CircularRenderer: NativeAdListRenderer {
  /// The kind of its cells.
  public let reuseIdentifier = "circular card"

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
    cell.show(ad, card: CardLayout.circular(style.content(ad), size: cell.size, direction: style.direction))
  }

  /// See ``NativeAdListRenderer/itemSize(in:)``.
  public func itemSize(in bounds: LayoutSize) -> LayoutSize { CardLayout.circularSize }
}
