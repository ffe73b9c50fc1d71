/// Where the items of a list stand, in points: one after another along the direction of scrolling, in the middle across it.
/// Each question costs the logarithm of the number of items.
///
/// Frames are relative to the upper left corner of the content, which is at least as large as the list. Offsets count from
/// the beginning of the list: from the right side where a horizontal list runs from right to left.
public struct ListGeometry: Hashable, Sendable {
  /// The way in which the list scrolls.
  public let orientation: ListOrientation
  /// The direction of a horizontal list.
  public let direction: LayoutDirection
  /// The size of what is seen of the list at a time.
  public let bounds: LayoutSize
  /// The space between items.
  public let lineSpacing: Double
  /// The space around the items.
  public let insets: LayoutInsets

  private var sizes: [LayoutSize] = []
  /// Where items begin, along the direction of scrolling.
  private var starts: [Double] = []

  /// Creates the geometry of a list without items. Lengths that are no numbers, or below 0, count as 0.
  public init(
    orientation: ListOrientation = .horizontal, direction: LayoutDirection = .leftToRight, bounds: LayoutSize,
    lineSpacing: Double = 12, insets: LayoutInsets = LayoutInsets()
  ) {
    self.orientation = orientation
    self.direction = direction
    self.bounds = bounds.sanitized
    self.lineSpacing = CardBuilder.side(lineSpacing)
    self.insets = LayoutInsets(
      top: CardBuilder.side(insets.top), leading: CardBuilder.side(insets.leading),
      bottom: CardBuilder.side(insets.bottom), trailing: CardBuilder.side(insets.trailing))
  }

  /// Puts an item of that size at the end.
  public mutating func append(_ size: LayoutSize) {
    starts.append(itemsEnd + (sizes.isEmpty ? 0 : lineSpacing))
    sizes.append(size.sanitized)
  }

  /// How many items there are.
  public var count: Int { sizes.count }

  /// The length of the content along the direction of scrolling, insets included.
  public var contentLength: Double { itemsEnd + (isHorizontal ? insets.trailing : insets.bottom) }

  /// The largest offset: there the last item is seen.
  public var maximumOffset: Double { max(0, contentLength - viewportLength) }

  /// The size of the content; at least that of the list.
  public var contentSize: LayoutSize {
    isHorizontal
      ? LayoutSize(width: max(contentLength, bounds.width), height: bounds.height)
      : LayoutSize(width: bounds.width, height: max(contentLength, bounds.height))
  }

  /// The size of an item; zero for one that is not there.
  public func size(of index: Int) -> LayoutSize { sizes.indices.contains(index) ? sizes[index] : .zero }

  /// The frame of an item; empty for one that is not there.
  public func frame(of index: Int) -> LayoutRect {
    guard sizes.indices.contains(index) else { return LayoutRect(x: 0, y: 0, width: 0, height: 0) }
    let (size, start) = (sizes[index], starts[index])
    let frame: LayoutRect
    if isHorizontal {
      let room = bounds.height - insets.top - insets.bottom
      frame = LayoutRect(
        x: start, y: insets.top + (room - size.height) / 2, width: size.width, height: size.height)
    } else {
      let room = bounds.width - insets.leading - insets.trailing
      frame = LayoutRect(
        x: insets.leading + (room - size.width) / 2, y: start, width: size.width, height: size.height)
    }
    return direction == .rightToLeft ? frame.mirrored(in: contentSize.width) : frame
  }

  /// What is seen of the content at an offset.
  public func viewport(at offset: Double) -> LayoutRect {
    guard isHorizontal else { return LayoutRect(x: 0, y: offset, width: bounds.width, height: bounds.height) }
    let rect = LayoutRect(x: offset, y: 0, width: bounds.width, height: bounds.height)
    return direction == .rightToLeft ? rect.mirrored(in: contentSize.width) : rect
  }

  /// Items that reach into the part of the content that a rectangle takes up along the direction of scrolling.
  public func items(in rect: LayoutRect) -> Range<Int> {
    var (from, to) = (rect.y, rect.maxY)
    if isHorizontal {
      let rect = direction == .rightToLeft ? rect.mirrored(in: contentSize.width) : rect
      (from, to) = (rect.x, rect.maxX)
    }
    guard from < to else { return 0..<0 }
    let first = firstIndex { starts[$0] + length(sizes[$0]) > from }
    let end = firstIndex { starts[$0] >= to }
    return first..<max(first, end)
  }

  /// The item at a point of the content; `nil` between items.
  public func item(at point: LayoutPoint) -> Int? {
    let near = items(in: LayoutRect(x: point.x - 0.5, y: point.y - 0.5, width: 1, height: 1))
    return near.first { frame(of: $0).contains(point) }
  }

  private var isHorizontal: Bool { orientation == .horizontal }
  private var viewportLength: Double { length(bounds) }
  private func length(_ size: LayoutSize) -> Double { isHorizontal ? size.width : size.height }

  private var itemsEnd: Double {
    guard let start = starts.last, let size = sizes.last else {
      return isHorizontal ? insets.leading : insets.top
    }
    return start + length(size)
  }

  /// The first item for which a condition holds that holds for all after it.
  private func firstIndex(where holds: (Int) -> Bool) -> Int {
    var (low, high) = (0, sizes.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
