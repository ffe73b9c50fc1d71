import LazyMediaGTK

/// The looks of the ready renderers, and on demand a strip of blocks above the picture that tells the row's number: drawn
/// by the row itself, not from the network.
@MainActor struct FeedRenderer: NativeAdListRenderer {
  let reuseIdentifier = "feed"
  let look: FeedOptions.Look
  let hasStrips: Bool

  var lineSpacing: Double { 12 }

  func register(with cells: CellPool<CardCell>) {
    cells.register(reuseIdentifier) { CardCell(surface: GTKCardSurface()) }
  }

  func itemSize(in bounds: LayoutSize) -> LayoutSize { itemSize(in: bounds, of: CardContent()) }

  func itemSize(in bounds: LayoutSize, for ad: NativeAd) -> LayoutSize {
    itemSize(in: bounds, of: CardContent(ad))
  }

  private func itemSize(in bounds: LayoutSize, of content: CardContent) -> LayoutSize {
    switch look {
    case .cover: LayoutSize(width: max(0, bounds.width - 32), height: CardLayout.coverHeight(content))
    case .small: LayoutSize(width: max(0, bounds.width - 32), height: CardLayout.smallRowHeight)
    case .circular: CardLayout.circularSize
    }
  }

  func configure(cell: CardCell, ad: NativeAd, at index: Int) {
    let content = CardContent(ad)
    var card =
      switch look {
      case .cover: CardLayout.cover(content, size: cell.size)
      case .small: CardLayout.smallRow(content, size: cell.size)
      case .circular: CardLayout.circular(content, size: cell.size)
      }
    if hasStrips { card.elements += Self.strip(of: index, width: card.size.width) }
    cell.show(ad, card: card)
  }

  /// 24 blocks, dark for 0, bright for 1, the least bit first: 16 of the number, 8 that check it.
  private static func strip(of number: Int, width: Double) -> [CardElement] {
    let check = (number & 0xFF ^ number >> 8 ^ 0xA5) & 0xFF
    let bits = number & 0xFFFF | check << 16
    let block = (width - 24) / 24
    return (0..<24).map { index in
      CardElement(
        role: .background,
        frame: LayoutRect(x: 12 + Double(index) * block, y: 3, width: block, height: 6),
        content: .fill(bits >> index & 1 == 1 ? .surface : .text))
    }
  }
}
