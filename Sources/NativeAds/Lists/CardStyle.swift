/// What the ready renderers have in common: where their cards are drawn, in which colors and direction, and what of an ad
/// they show.
@MainActor struct CardStyle {
  var makeSurface: @MainActor () -> any CardSurface
  var palette: CardPalette
  var direction: LayoutDirection
  var content: @MainActor (NativeAd) -> CardContent

  func makeCell() -> CardCell {
    let cell = CardCell(surface: makeSurface())
    cell.defaultPlaceholder = .color(palette[.placeholder])
    return cell
  }

  /// The size of cards as wide as a list, 16 points from its sides.
  nonisolated static func rowSize(in bounds: LayoutSize, height: Double) -> LayoutSize {
    LayoutSize(width: max(0, bounds.width - 32), height: height)
  }
}
