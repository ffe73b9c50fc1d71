/// Shows the cells of another renderer as the pages of a ``Carousel``: as large, and as far apart.
///
/// ```swift
/// let carousel = Carousel(count: ads.count, width: 360, paging: .peeking())
/// let renderer = CarouselRenderer(CoverRenderer { MyCardSurface() }, paging: carousel.paging)
/// let list = NativeAdList(renderer: renderer, bounds: LayoutSize(width: 360, height: 288))
/// list.insets = LayoutInsets(leading: carousel.contentInset, trailing: carousel.contentInset)
/// list.ads = (0..<carousel.itemCount).compactMap { carousel.adIndex(of: $0).map { ads[$0] } }
/// list.contentOffset = carousel.offset(of: carousel.firstItem()) + carousel.contentInset
/// ```
@MainActor public struct CarouselRenderer<Base: NativeAdListRenderer>: NativeAdListRenderer {
  private let base: Base
  private let paging: Carousel.Paging
  private let height: Double?

  /// Creates a renderer.
  /// - Parameters:
  ///   - base: makes the cells, and makes them show ads.
  ///   - paging: how pages stand, as in the carousel.
  ///   - height: of a page, in points; `nil`, the default, for 0.8 times the width of the list.
  public init(_ base: Base, paging: Carousel.Paging = .fullWidth, height: Double? = nil) {
    self.base = base
    self.paging = paging
    self.height = height
  }

  /// The kind of the other renderer's cells.
  public var reuseIdentifier: String { base.reuseIdentifier }

  /// See ``NativeAdListRenderer/register(with:)``.
  public func register(with cells: CellPool<Base.Cell>) { base.register(with: cells) }

  /// See ``NativeAdListRenderer/dequeueCell(from:at:)``.
  public func dequeueCell(from cells: CellPool<Base.Cell>, at index: Int) -> Base.Cell? {
    base.dequeueCell(from: cells, at: index)
  }

  /// See ``NativeAdListRenderer/configure(cell:ad:at:)``.
  public func configure(cell: Base.Cell, ad: NativeAd, at index: Int) {
    base.configure(cell: cell, ad: ad, at: index)
  }

  /// The size of a page, whatever the ad.
  public func itemSize(in bounds: LayoutSize) -> LayoutSize {
    pages(in: bounds.width).pageSize(height: height)
  }

  /// The space between pages.
  public var lineSpacing: Double { pages(in: 0).spacing }

  private func pages(in width: Double) -> Carousel { Carousel(count: 1, width: width, paging: paging) }
}
