/// A scrolling list of ads, as a model that a toolkit mirrors: which items are seen, where, in which recycled cells; how
/// much of each ad is seen; what a click hits.
///
/// ```swift
/// let list = NativeAdList(renderer: CoverRenderer { MyCardSurface() }, bounds: windowSize)
/// list.orientation = .vertical
/// list.onChange = { draw(list.visibleItems) }
/// list.ads = ads
/// list.contentOffset += 40
/// ```
///
/// Cells that stay in view are left alone, those whose ads have moved go with them and are configured for their new place,
/// and those that leave go back to the pool before others are taken. Callbacks, of ads
/// and displays too, may change anything of the list: it is brought up to date when they have returned.
@MainActor public final class NativeAdList<Renderer: NativeAdListRenderer> {
  /// An item that is seen, in whole or in part.
  public struct VisibleItem {
    /// Its place in ``NativeAdList/ads``.
    public let index: Int
    /// What shows it.
    public let cell: Renderer.Cell
    /// Where it stands, in points from the upper left corner of the list.
    public let frame: LayoutRect
  }

  private struct Place {
    let ad: NativeAd
    /// `nil` where the renderer gave none.
    let cell: Renderer.Cell?
    /// What is seen of a cell that tells no view of its own.
    let exposure: AdExposure?
    /// What the cell was configured for.
    var index: Int
    var size: LayoutSize
  }

  /// Makes the items visible.
  public let renderer: Renderer
  /// Where cells wait.
  public let cells = CellPool<Renderer.Cell>()
  /// What the views of visible ads hang in. While it hangs in a window ads are seen, and outstream videos of ads in view
  /// begin to load.
  public let container: ViewContainer

  /// The way in which the list scrolls; horizontal by default.
  public var orientation = ListOrientation.horizontal {
    didSet { if orientation != oldValue { measureAnew() } }
  }
  /// The direction of a horizontal list; left to right by default. The renderer has its own, for its cells.
  public var direction = LayoutDirection.leftToRight { didSet { if direction != oldValue { measureAnew() } } }
  /// The space around the items, in points; none by default.
  public var insets = LayoutInsets() { didSet { if insets != oldValue { measureAnew() } } }
  /// The size of the list, in points.
  public var bounds: LayoutSize { didSet { if bounds != oldValue { measureAnew() } } }
  /// The ads, in order. An ad may be there several times.
  public var ads: [NativeAd] {
    get { items }
    set {
      items = newValue
      measureAnew()
    }
  }
  /// Called when what is seen may have changed, and all is up to date.
  public var onChange: (@MainActor () -> Void)?
  /// Called instead of ``NativeAd/performClick(on:)`` when an item is clicked; `nil`, the default, performs the click, with
  /// the link of the part that was hit, where that has one.
  public var onClick: (@MainActor (_ ad: NativeAd, _ index: Int, _ role: CardElement.Role?) -> Void)?
  /// Called instead of ``NativeAd/openPrivacyPage()`` when the AdChoices mark is clicked, which is no click on the ad.
  public var onAdChoices: (@MainActor (_ ad: NativeAd) -> Void)?

  /// Where the items stand.
  public private(set) var geometry: ListGeometry
  private var items: [NativeAd] = []
  private var places: [Int: Place] = [:]
  /// Places whose cells are about to go back to the pool.
  private var leaving: [Place] = []
  private var offset = 0.0
  private var isStale = false
  private var isUpdating = false
  /// Hangs in the container, to hear when that comes into a window or leaves it.
  private let node = ViewNode(isWindow: false)

  /// Updates after which a callback that changes the list on each of them is not followed any further.
  private static var mostPasses: Int { 100 }

  /// Creates a list without ads.
  /// - Parameters:
  ///   - bounds: the size, in points; none by default.
  ///   - container: see ``container``; a window of its own by default.
  public init(
    renderer: Renderer, bounds: LayoutSize = .zero, container: ViewContainer = ViewContainer(isWindow: true)
  ) {
    self.renderer = renderer
    self.bounds = bounds
    self.container = container
    geometry = ListGeometry(bounds: bounds, lineSpacing: renderer.lineSpacing)
    renderer.register(with: cells)
    node.attach(to: container.node)
    node.onWindowChange = { [weak self] _ in self?.update() }
  }

  /// Puts ads at the end.
  public func append(_ ads: [NativeAd]) {
    items += ads
    update()
  }

  // MARK: Scrolling

  /// How far the list is scrolled, in points from its beginning: 0...``maximumOffset``, anything else is cut off. What is no
  /// finite number is ignored.
  public var contentOffset: Double {
    get { offset }
    set {
      guard newValue.isFinite, newValue != offset else { return }
      offset = newValue
      update()
    }
  }

  /// The offset at the end of the list.
  public var maximumOffset: Double { geometry.maximumOffset }

  /// What is seen, in order.
  public var visibleItems: [VisibleItem] {
    places.keys.sorted().compactMap { index in
      places[index]?.cell.map { VisibleItem(index: index, cell: $0, frame: frame(of: index)) }
    }
  }

  /// Where an item stands, in points from the upper left corner of the list, seen or not.
  public func frame(of index: Int) -> LayoutRect {
    let viewport = geometry.viewport(at: offset)
    return geometry.frame(of: index).offset(x: -viewport.x, y: -viewport.y)
  }

  // MARK: Clicks

  /// The item at a point of the list; `nil` beside items.
  public func item(at point: LayoutPoint) -> Int? {
    guard LayoutRect(x: 0, y: 0, width: bounds.width, height: bounds.height).contains(point) else {
      return nil
    }
    let viewport = geometry.viewport(at: offset)
    let item = geometry.item(at: LayoutPoint(x: viewport.x + point.x, y: viewport.y + point.y))
    return item.flatMap { items.indices.contains($0) ? $0 : nil }
  }

  /// A person has clicked at a point of the list. Returns whether there was an item.
  @discardableResult public func click(at point: LayoutPoint) -> Bool {
    guard let index = item(at: point) else { return false }
    let frame = frame(of: index)
    let cell = places[index]?.cell as? any NativeAdListCell
    click(index, cell?.role(at: LayoutPoint(x: point.x - frame.x, y: point.y - frame.y)))
    return true
  }

  /// A person has chosen an item in another way, such as by the keyboard; one that is not there is ignored.
  public func click(itemAt index: Int) {
    if items.indices.contains(index) { click(index, nil) }
  }

  private func click(_ index: Int, _ role: CardElement.Role?) {
    items[index].itemWasClicked(at: index, role, onClick: onClick, onAdChoices: onAdChoices)
  }

  // MARK: Updates

  private func measureAnew() {
    geometry = ListGeometry(
      orientation: orientation, direction: direction, bounds: bounds, lineSpacing: renderer.lineSpacing,
      insets: insets)
    update()
  }

  /// Whatever is called here may change the list, and so make another pass due; each pass begins with what there is then.
  private func update() {
    isStale = true
    guard !isUpdating else { return }
    isUpdating = true
    defer { isUpdating = false }
    for _ in 0..<Self.mostPasses where isStale {
      isStale = false
      pass()
      if !isStale { onChange?() }
    }
  }

  private func pass() {
    measure()
    guard !isStale else { return }
    offset = min(max(0, offset), geometry.maximumOffset)
    let seen = geometry.items(in: geometry.viewport(at: offset))
    sort(into: seen)
    while let place = leaving.popLast() {
      release(place)
      if isStale { return }
    }
    for index in seen {
      fill(index)
      if isStale { return }
    }
    for index in seen {
      expose(index)
      if isStale { return }
    }
  }

  private func measure() {
    while geometry.count < items.count {
      let size = renderer.itemSize(in: bounds, for: items[geometry.count])
      if isStale { return }
      geometry.append(size)
    }
  }

  /// Cells whose ads have moved go with them; all that are not needed leave.
  private func sort(into seen: Range<Int>) {
    var strays: [Place] = []
    for index in places.keys.sorted() where !seen.contains(index) || places[index]?.ad !== items[index] {
      if let place = places.removeValue(forKey: index) { strays.append(place) }
    }
    guard !strays.isEmpty else { return }
    for index in seen where places[index] == nil {
      if let stray = strays.firstIndex(where: { $0.ad === items[index] }) {
        places[index] = strays.remove(at: stray)
      }
    }
    leaving += strays
  }

  private func release(_ place: Place) {
    place.exposure?.visibleFraction = 0
    if let cell = place.cell { release(cell) }
  }

  private func release(_ cell: Renderer.Cell) {
    let view = (cell as? any NativeAdListCell)?.adView
    view?.visibleFraction = 0
    cells.recycle(cell)
    view?.detach()
  }

  private func fill(_ index: Int) {
    let size = geometry.size(of: index)
    if let place = places[index] {
      guard place.size != size || place.index != index else { return }
      places[index]?.size = size
      places[index]?.index = index
    } else {
      let cell = renderer.dequeueCell(from: cells, at: index)
      guard !isStale else {
        if let cell { release(cell) }
        return
      }
      let ad = items[index]
      let exposure = cell == nil || cell is any NativeAdListCell ? nil : AdExposure(of: ad)
      places[index] = Place(ad: ad, cell: cell, exposure: exposure, index: index, size: size)
    }
    guard let cell = places[index]?.cell else { return }
    (cell as? any NativeAdListCell)?.size = size
    renderer.configure(cell: cell, ad: items[index], at: index)
  }

  private func expose(_ index: Int) {
    guard let place = places[index] else { return }
    let view = (place.cell as? any NativeAdListCell)?.adView
    view?.attach(to: container)
    // What hangs in no window is not seen.
    let fraction =
      container.isInWindow ? geometry.frame(of: index).fraction(in: geometry.viewport(at: offset)) : 0
    place.exposure?.visibleFraction = fraction
    view?.visibleFraction = fraction
  }
}
