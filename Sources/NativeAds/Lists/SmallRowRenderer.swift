/// Rows with a thumbnail at the side, 92 points high, 16 points from the sides of the list.
@MainActor public struct SmallRowRenderer: NativeAdListRenderer {
  /// The kind of its cells.
  public let reuseIdentifier = "small row"
  /// 24 points.
  public let lineSpacing = 24.0

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
    cell.show(ad, card: CardLayout.smallRow(style.content(ad), size: cell.size, direction: style.direction))
  }

  /// See ``NativeAdListRenderer/itemSize(in:)``.
  public func itemSize(in bounds: LayoutSize) -> LayoutSize {
    CardStyle.rowSize(in: bounds, height: CardLayout.smallRowHeight)
  }
}
