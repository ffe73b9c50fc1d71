#if GTK
  public import CGTK
  public import NativeAds

  /// A list of native ads in a GTK program: GTK scrolls it and moves its rows, a renderer says how the ads look.
  ///
  /// ```swift
  /// let list = NativeAdListView(renderer: CoverRenderer { GTKCardSurface() })
  /// gtk_window_set_child(window, list.widget)
  /// list.ads = ads
  /// ```
  ///
  /// Of the rows that GTK keeps those have a cell that are seen. Rows have their sizes before anything is loaded, and keep
  /// them. Arrow and page keys move, Enter clicks.
  @MainActor public final class NativeAdListView<Renderer: NativeAdListRenderer>
  where Renderer.Cell: GTKListCell {
    /// Says how the ads look. A change counts from ``reconfigure()`` on.
    public var renderer: Renderer
    /// How the items are arranged.
    public let arrangement: ListArrangement
    /// The ads. Rows whose ad stays the same keep what they show.
    public var ads: [NativeAd] = [] { didSet { adsChanged(from: oldValue) } }
    /// Called instead of ``NativeAd/performClick(on:)`` when an item is clicked, or chosen by the keyboard; `nil`, the
    /// default, performs the click, with the link of the part that was hit, where that has one.
    public var onClick: (@MainActor (_ ad: NativeAd, _ index: Int, _ role: CardElement.Role?) -> Void)?
    /// Called instead of ``NativeAd/openPrivacyPage()`` when the AdChoices mark is clicked, which is no click on the ad.
    public var onAdChoices: (@MainActor (_ ad: NativeAd) -> Void)?
    /// Lets the placeholders of the ready cells fade out.
    public let fade: PlaceholderFade
    /// Loads pictures before their rows are seen. Its ``FeedModel/prefetchAhead`` may be changed.
    public let feed: FeedModel
    /// The widget, to be put into the program's own: a `GtkScrolledWindow`.
    public let widget: UnsafeMutablePointer<GtkWidget>
    /// Cells made so far: as many as were ever seen at a time.
    public var cellCount: Int { cells.madeCount }

    typealias Row = ListRow<Renderer.Cell>

    private let cells = CellPool<Renderer.Cell>()
    private let view: UnsafeMutablePointer<GtkWidget>
    private let items = gtk_string_list_new(nil)
    private let window = ViewContainer(isWindow: true)
    private let container = ViewContainer()
    /// The rows, by the address of their `GtkListItem`.
    private var rows: [UInt: Row] = [:]
    /// Those that have an item, in order.
    private var boundRows: [Row] = []
    private var bounds = LayoutSize.zero
    private var isMoved = true
    private let prefetch: PrefetchSource
    private let wheel: WheelSteps?
    private var layoutSignal: (clock: OpaquePointer, identifier: UInt)?

    /// Creates an empty list.
    /// - Parameter pipeline: that of the ads, through which the list prefetches.
    public init(
      renderer: Renderer, arrangement: ListArrangement = .vertical, pipeline: MediaPipeline = .shared
    ) {
      self.renderer = renderer
      self.arrangement = arrangement
      let factory = gtk_signal_list_item_factory_new()
      let selection = gtk_no_selection_new(items)
      if case .grid = arrangement {
        view = gtk_grid_view_new(selection, factory)
        gtk_grid_view_set_min_columns(OpaquePointer(view), guint(arrangement.columns))
        gtk_grid_view_set_max_columns(OpaquePointer(view), guint(arrangement.columns))
        gtk_grid_view_set_single_click_activate(OpaquePointer(view), 1)
      } else {
        view = gtk_list_view_new(selection, factory)
        gtk_list_view_set_single_click_activate(OpaquePointer(view), 1)
      }
      widget = gtk_scrolled_window_new()
      g_object_ref_sink(widget)
      fade = PlaceholderFade(clock: widget)
      wheel = WheelSteps(widget: widget, isVertical: arrangement.isVertical)
      let source = PrefetchSource()
      prefetch = source
      feed = FeedModel(pipeline: pipeline) { source.requests(of: $0) }
      build()
      if let factory { connect(UnsafeMutableRawPointer(factory)) }
      renderer.register(with: cells)
    }

    isolated deinit {
      disconnectLayout()
      for row in rows.values { hide(row) }
      wheel?.end()
      g_object_unref(widget)
    }

    private func build() {
      _ = CardTheme.shared
      gtk_widget_add_css_class(view, "lazymedia-list")
      let window = OpaquePointer(widget)
      gtk_scrolled_window_set_child(window, view)
      if !arrangement.isVertical {
        gtk_orientable_set_orientation(OpaquePointer(view), GTK_ORIENTATION_HORIZONTAL)
      }
      gtk_scrolled_window_set_policy(
        window, arrangement.isVertical ? GTK_POLICY_NEVER : GTK_POLICY_AUTOMATIC,
        arrangement.isVertical ? GTK_POLICY_AUTOMATIC : GTK_POLICY_NEVER)
    }

    // MARK: Signals

    private func connect(_ factory: UnsafeMutableRawPointer) {
      factory.onObjectSignal("setup") { [weak self] in self?.setUp($0) }
      factory.onObjectSignal("bind") { [weak self] in self?.bind($0) }
      factory.onObjectSignal("unbind") { [weak self] in self?.unbind($0) }
      factory.onObjectSignal("teardown") { [weak self] in self?.tearDown($0) }
      view.raw.onNumberSignal("activate") { [weak self] in self?.click(Int($0), nil) }
      for adjustment in [
        gtk_scrolled_window_get_vadjustment(OpaquePointer(widget)),
        gtk_scrolled_window_get_hadjustment(OpaquePointer(widget)),
      ] {
        guard let adjustment else { continue }
        UnsafeMutableRawPointer(adjustment).onSignal("value-changed") { [weak self] in self?.isMoved = true }
        UnsafeMutableRawPointer(adjustment).onSignal("changed") { [weak self] in self?.isMoved = true }
      }
      view.raw.onSignal("realize", after: true) { [weak self] in self?.connectLayout() }
      view.raw.onSignal("unrealize") { [weak self] in self?.disconnectLayout() }
      view.raw.onSignal("map", after: true) { [weak self] in
        guard let self else { return }
        container.attach(to: window)
        isMoved = true
        gtk_widget_queue_allocate(view)
      }
      view.raw.onSignal("unmap") { [weak self] in
        guard let self else { return }
        container.detach()
        for row in boundRows { row.expose(0) }
      }
    }

    /// What is seen is looked at when GTK has laid out a frame: what a cell then changes is laid out and drawn in that same
    /// frame.
    private func connectLayout() {
      guard layoutSignal == nil, let clock = gtk_widget_get_frame_clock(view) else { return }
      let identifier = UnsafeMutableRawPointer(clock).onSignal("layout", after: true) { [weak self] in
        self?.frameWasLaidOut()
      }
      layoutSignal = (clock, identifier)
    }

    private func disconnectLayout() {
      guard let signal = layoutSignal.take() else { return }
      g_signal_handler_disconnect(UnsafeMutableRawPointer(signal.clock), gulong(signal.identifier))
    }

    // MARK: Rows

    private func setUp(_ address: UInt) {
      guard let item = OpaquePointer(bitPattern: address) else { return }
      let row = Row()
      rows[address] = row
      row.onClick { [weak self, weak row] in self?.click(row, at: $0) }
      gtk_list_item_set_child(item, row.area.widget)
    }

    private func bind(_ address: UInt) {
      guard let item = OpaquePointer(bitPattern: address), let row = rows[address] else { return }
      let index = Int(gtk_list_item_get_position(item))
      row.index = index
      boundRows.insert(row, at: place(of: index))
      row.watchFocus()
      name(row)
      lay(out: row)
      isMoved = true
    }

    private func unbind(_ address: UInt) {
      guard let row = rows[address], let index = row.index else { return }
      hide(row)
      var place = place(of: index)
      // GTK may give an item to another row before it takes it from this one.
      while place < boundRows.count, boundRows[place] !== row { place += 1 }
      if place < boundRows.count { boundRows.remove(at: place) }
      row.index = nil
    }

    /// Where the first row of an item stands among those that have one, or would.
    private func place(of index: Int) -> Int {
      var (low, high) = (0, boundRows.count)
      while low < high {
        let middle = (low + high) / 2
        if (boundRows[middle].index ?? 0) < index { low = middle + 1 } else { high = middle }
      }
      return low
    }

    private func tearDown(_ address: UInt) {
      unbind(address)
      rows[address] = nil
      if let item = OpaquePointer(bitPattern: address) { gtk_list_item_set_child(item, nil) }
    }

    private func ad(at index: Int) -> NativeAd? { ads.indices.contains(index) ? ads[index] : nil }

    private func adsChanged(from former: [NativeAd]) {
      for row in boundRows {
        guard let index = row.index, former.indices.contains(index), former[index] !== ad(at: index) else {
          continue
        }
        hide(row)
        name(row)
      }
      let count = Int(g_list_model_get_n_items(items))
      if ads.count > count {
        append(ads.count - count)
      } else if ads.count < count {
        gtk_string_list_splice(items, guint(ads.count), guint(count - ads.count), nil)
      }
      prefetch.ads = ads
      feed.reload(itemCount: ads.count)
      layOut()
    }

    /// GTK knows the items by their places alone.
    private func append(_ count: Int) {
      "".withCString { name in
        var names = [UnsafePointer<CChar>?](repeating: name, count: count)
        names.append(nil)
        gtk_string_list_splice(items, g_list_model_get_n_items(items), 0, names)
      }
    }

    /// Makes all cells that are seen show their ads anew, as when the renderer or the theme has changed. They are the same
    /// cells, and what they load goes on.
    public func reconfigure() {
      for row in boundRows { row.configuredSize = nil }
      layOut()
    }

    /// Gives all rows their sizes, those that are not seen too: GTK scrolls by them.
    private func layOut() {
      for row in boundRows { lay(out: row) }
      isMoved = true
      gtk_widget_queue_allocate(view)
    }

    /// For screen readers, seen or not.
    private func name(_ row: Row) {
      guard let index = row.index, let ad = ad(at: index) else { return }
      gtk_widget_get_parent(row.area.widget)?.setAccessibleName(
        ["Advertisement", ad.title, ad.advertiser].compactMap(\.self).joined(separator: ", "))
    }

    /// Before the list has a size, rows have none either.
    private func lay(out row: Row) {
      guard bounds != .zero, let index = row.index, let ad = ad(at: index) else { return }
      let width = bounds.width / Double(arrangement.columns)
      let item = renderer.itemSize(in: LayoutSize(width: width, height: bounds.height), for: ad)
      row.lay(
        out: RowLayout(
          item: item, spacing: renderer.lineSpacing, at: index, of: ads.count, in: bounds, arrangement))
    }

    // MARK: What is seen

    private func frameWasLaidOut() {
      guard isMoved else { return }
      isMoved = false
      let size = LayoutSize(
        width: Double(gtk_widget_get_width(view)), height: Double(gtk_widget_get_height(view)))
      if size != bounds {
        bounds = size
        // Looked at again when the rows have their places, in the same frame.
        return layOut()
      }
      let screen = LayoutRect(x: 0, y: 0, width: size.width, height: size.height)
      let bound = boundRows
      // Who leaves first, so that its cell serves who comes.
      for row in bound where row.cell != nil { update(row, on: screen) }
      for row in bound where row.cell == nil { update(row, on: screen) }
      let first = boundRows.first { $0.cell != nil }?.index
      let last = boundRows.last { $0.cell != nil }?.index
      feed.visibleRange = (first ?? 0)..<(last.map { $0 + 1 } ?? 0)
    }

    private func update(_ row: Row, on screen: LayoutRect) {
      guard let index = row.index, let fraction = frame(of: row)?.fraction(in: screen), fraction > 0 else {
        return hide(row)
      }
      if row.cell == nil { fill(row, at: index) }
      configure(row, at: index)
      row.expose(fraction)
    }

    /// Where the cell of a row is or would be, on the screen of the list.
    private func frame(of row: Row) -> LayoutRect? {
      var bounds = graphene_rect_t()
      // GTK gives no place to a row that is new or out of sight.
      guard gtk_widget_get_mapped(row.area.widget) != 0, gtk_widget_get_height(row.area.widget) > 0,
        gtk_widget_compute_bounds(row.area.widget, view, &bounds) != 0
      else { return nil }
      return row.cellFrame.offset(x: Double(bounds.origin.x), y: Double(bounds.origin.y))
    }

    private func fill(_ row: Row, at index: Int) {
      guard let ad = ad(at: index), let cell = renderer.dequeueCell(from: cells, at: index) else { return }
      row.put(cell, for: ad)
      cell.clickHandler = { [weak self] in self?.click(index, .callToAction) }
    }

    /// A cell whose size has changed is configured for it; what it loads goes on.
    private func configure(_ row: Row, at index: Int) {
      let size = row.cellFrame.size
      guard let cell = row.cell, row.configuredSize != size, let ad = ad(at: index) else { return }
      row.configuredSize = size
      (cell as? any NativeAdListCell)?.size = size
      (cell as? CardCell)?.follow(fade)
      renderer.configure(cell: cell, ad: ad, at: index)
      if let view = (cell as? any NativeAdListCell)?.adView {
        view.attach(to: container)
        prefetch.learn(from: view)
      }
    }

    private func hide(_ row: Row) {
      let view = (row.cell as? any NativeAdListCell)?.adView
      guard let cell = row.takeCell() else { return }
      cell.clickHandler = nil
      cells.recycle(cell)
      view?.detach()
    }

    // MARK: Clicks

    private func click(_ row: Row?, at point: LayoutPoint) {
      guard let row, let index = row.index else { return }
      let cell = row.cell as? any NativeAdListCell
      click(index, cell?.role(at: LayoutPoint(x: point.x - row.cellFrame.x, y: point.y - row.cellFrame.y)))
    }

    private func click(_ index: Int, _ role: CardElement.Role?) {
      ad(at: index)?.itemWasClicked(at: index, role, onClick: onClick, onAdChoices: onAdChoices)
    }

    /// The cells that are seen, with the indices of their ads.
    public var visibleCells: [(index: Int, cell: Renderer.Cell)] {
      boundRows.compactMap { row in
        guard let index = row.index, let cell = row.cell else { return nil }
        return (index, cell)
      }
    }

    /// Rows that GTK keeps now, seen or not.
    public var rowCount: Int { rows.count }
  }
#endif
