#if GTK
  /// How a ``NativeAdListView`` arranges its items.
  public enum ListArrangement: Hashable, Sendable {
    /// One below the other.
    case vertical
    /// One beside the other, scrolled sideways.
    case horizontal
    /// In so many columns, scrolled vertically; at least one.
    case grid(columns: Int)

    var isVertical: Bool { self != .horizontal }

    var columns: Int {
      if case .grid(let columns) = self { max(1, columns) } else { 1 }
    }
  }
#endif
