#if GTK
  import NativeAds

  /// How large a row of a list is, and where the item stands in it, in points.
  struct RowLayout: Hashable {
    /// The size that the row asks for; across the direction of scrolling it takes what there is.
    let size: LayoutSize
    /// Where the item stands in the row.
    let cellFrame: LayoutRect

    /// Lengths that are no numbers, or below 0, count as 0.
    /// - Parameters:
    ///   - item: the item's size.
    ///   - spacing: between items, before the first ones, and after the last.
    ///   - bounds: the size of the list.
    init(
      item: LayoutSize, spacing: Double, at index: Int, of count: Int, in bounds: LayoutSize,
      _ arrangement: ListArrangement
    ) {
      let (item, bounds) = (item.sanitized, bounds.sanitized)
      let spacing = LayoutSize(width: spacing, height: spacing).sanitized.width
      let isLast = index / arrangement.columns == (count - 1) / arrangement.columns
      let spaces = spacing * (isLast ? 2 : 1)
      func middle(_ length: Double, in whole: Double) -> Double { max(0, ((whole - length) / 2).rounded()) }
      if arrangement.isVertical {
        let x = middle(item.width, in: bounds.width / Double(arrangement.columns))
        size = LayoutSize(width: 0, height: item.height + spaces)
        cellFrame = LayoutRect(x: x, y: spacing, width: item.width, height: item.height)
      } else {
        let y = middle(item.height, in: bounds.height)
        size = LayoutSize(width: item.width + spaces, height: 0)
        cellFrame = LayoutRect(x: spacing, y: y, width: item.width, height: item.height)
      }
    }
  }
#endif
