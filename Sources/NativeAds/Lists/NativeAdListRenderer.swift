/// How the ads of a list look: the cells are the program's own, of any class. The list fetches, scrolls, recycles, tracks
/// impressions and clicks.
///
/// Every call is made on the main actor. A cell that is recycled is made anew by the program, as in any list: whatever
/// ``configure(cell:ad:at:)`` does not set is still that of the ad before, unless the cell is a ``NativeAdListCell``, whose
/// ``NativeAdListCell/prepareForReuse()`` the list calls.
@MainActor public protocol NativeAdListRenderer<Cell> {
  /// The class of the cells.
  associatedtype Cell: AnyObject

  /// Names the kind of cell.
  var reuseIdentifier: String { get }
  /// Says how a cell is made. Called once a list, before anything else.
  func register(with cells: CellPool<Cell>)
  /// Takes a cell for an item, one that was recycled where there is one; by default of the kind ``reuseIdentifier``. `nil`
  /// leaves the item's place empty.
  func dequeueCell(from cells: CellPool<Cell>, at index: Int) -> Cell?
  /// Makes a cell show an ad.
  func configure(cell: Cell, ad: NativeAd, at index: Int)
  /// The size of an item, in points, in a list of that size, its insets included. Across the direction of scrolling an
  /// item stands in the middle of what the insets leave.
  func itemSize(in bounds: LayoutSize) -> LayoutSize
  /// The size of the item of an ad; by default ``itemSize(in:)``. It must depend on nothing that loads.
  func itemSize(in bounds: LayoutSize, for ad: NativeAd) -> LayoutSize
  /// The space between items along the direction of scrolling, in points; 12 by default.
  var lineSpacing: Double { get }
}

extension NativeAdListRenderer {
  /// See ``NativeAdListRenderer/dequeueCell(from:at:)``.
  public func dequeueCell(from cells: CellPool<Cell>, at index: Int) -> Cell? {
    cells.dequeue(reuseIdentifier)
  }

  /// See ``NativeAdListRenderer/itemSize(in:for:)``.
  public func itemSize(in bounds: LayoutSize, for ad: NativeAd) -> LayoutSize { itemSize(in: bounds) }

  /// See ``NativeAdListRenderer/lineSpacing``.
  public var lineSpacing: Double { 12 }
}

/// What a list does for a cell that takes part, beyond what its renderer does. No cell must: of all others the list tells
/// the ad itself how much is seen.
@MainActor public protocol NativeAdListCell: AnyObject {
  /// The view of the ad that is shown: the list tells it how much of it is seen.
  var adView: NativeAdView? { get }
  /// The size in points; set before the cell is configured.
  var size: LayoutSize { get set }
  /// The cell goes back to the pool.
  func prepareForReuse()
  /// The part of the ad at a point of the cell, for clicks: its own link counts then. `nil`, the default, for none in
  /// particular.
  func role(at point: LayoutPoint) -> CardElement.Role?
}

extension NativeAdListCell {
  /// See ``NativeAdListCell/role(at:)``.
  public func role(at point: LayoutPoint) -> CardElement.Role? { nil }
}
