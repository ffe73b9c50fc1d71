/// The paging of a carousel: a horizontal list of a few ads that never ends. A value; offsets and widths are in points.
///
/// Offsets are those of a scroll view whose first page rests at -2 x spacing where neighbors peek in, as its content is
/// inset by so much; a ``NativeAdList`` with these insets counts from 0, which is ``contentInset`` more.
public struct Carousel: Hashable, Sendable {
  /// How pages stand.
  public enum Paging: Hashable, Sendable {
    /// Each page as wide as the carousel.
    case fullWidth
    /// Narrower pages, so that the neighbors of the current one peek in; the space between pages, usually 8.
    case peeking(spacing: Double = 8)
  }

  /// Where an endless carousel begins.
  public enum Middle: Hashable, Sendable {
    /// In the middle of its items, so that it can be turned both ways: at `count * 500`.
    case middle
    /// As a well-known sample computes it, `(count * 1000 / 2) % count`, which is always 0.
    case literal
  }

  /// The ads that there are.
  public let count: Int
  /// The width of the carousel.
  public let width: Double
  /// How pages stand.
  public let paging: Paging

  /// Each ad stands so many times in the list.
  public static let repetitions = 1_000

  /// Creates the paging; a count below 0 and a width that is no number, or below 0, are 0. Of counts so large that offsets
  /// could not tell the pages apart, the largest that can be told is taken.
  public init(count: Int, width: Double, paging: Paging = .fullWidth) {
    // Offsets tell pages apart up to 2^53.
    self.count = min(max(0, count), (1 << 53) / Self.repetitions)
    self.width = CardBuilder.side(width)
    self.paging = paging
  }

  // MARK: Items

  /// Items of the list, and pages of a page control: `count * 1000`.
  public var itemCount: Int { count * Self.repetitions }

  /// The ad that an item shows; `nil` where there are no ads. Items before the first count on backwards.
  public func adIndex(of item: Int) -> Int? {
    guard count > 0 else { return nil }
    let rest = item % count
    return rest < 0 ? rest + count : rest
  }

  /// The item with which the carousel begins.
  public func firstItem(_ middle: Middle = .middle) -> Int {
    guard count > 0 else { return 0 }
    return switch middle {
    case .middle: count * (Self.repetitions / 2)
    case .literal: itemCount / 2 % count
    }
  }

  // MARK: Geometry

  /// The space between pages; also the least between items of the list.
  public var spacing: Double {
    switch paging {
    case .fullWidth: 0
    case .peeking(let spacing): CardBuilder.side(spacing)
    }
  }

  /// The insets of the list at both sides.
  public var contentInset: Double { 2 * spacing }

  /// The width of a page.
  public var pageWidth: Double { max(0, width - 4 * spacing) }

  /// The size of a page; by default it is 0.8 times as high as the carousel is wide.
  public func pageSize(height: Double? = nil) -> LayoutSize {
    LayoutSize(width: pageWidth, height: height ?? 0.8 * width)
  }

  /// From one page to the next.
  public var stride: Double { pageWidth + spacing }

  /// The offset at which a page rests; pages that are not there rest where the nearest does.
  public func offset(of page: Int) -> Double { Double(clamped(page)) * stride - contentInset }

  // MARK: Pages

  /// The page that takes up the middle of the carousel, where pages are as wide as it; `nil` where there is none, or no
  /// width.
  public func currentPage(at offset: Double) -> Int? {
    page((offset + width / 2) / width, .towardZero)
  }

  /// The page to come to rest on when a person lets go: forwards the next one, backwards the one before, without velocity
  /// the nearest, halves away from zero. `nil` where there is none, or no width.
  /// - Parameter velocity: of the offset; only its sign counts.
  public func targetPage(at offset: Double, velocity: Double) -> Int? {
    let rule: FloatingPointRoundingRule =
      velocity > 0 ? .up : velocity < 0 ? .down : .toNearestOrAwayFromZero
    return page(offset / stride, rule)
  }

  /// The offset to come to rest at when a person lets go; `nil` where there is no page.
  public func targetOffset(at offset: Double, velocity: Double) -> Double? {
    targetPage(at: offset, velocity: velocity).map(self.offset)
  }

  /// A place among the pages as one of them. Division by a width of 0 gives no number.
  private func page(_ place: Double, _ rule: FloatingPointRoundingRule) -> Int? {
    guard count > 0, pageWidth > 0, place.isFinite else { return nil }
    return Int(min(max(0, place.rounded(rule)), Double(itemCount - 1)))
  }

  private func clamped(_ page: Int) -> Int { min(max(0, page), max(0, itemCount - 1)) }
}
