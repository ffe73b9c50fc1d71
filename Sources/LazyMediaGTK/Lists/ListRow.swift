#if GTK
  import CGTK
  import NativeAds

  /// A place of a GTK list, which GTK moves from item to item. It has the size of its item; a cell stands in it only while
  /// it is seen, since GTK keeps some two hundred places, far more than are.
  @MainActor final class ListRow<Cell: GTKListCell> {
    let area = AreaWidget()
    /// The item; `nil` while there is none.
    var index: Int?
    /// The cell that shows the item.
    private(set) var cell: Cell?
    /// Where the cell stands in the row.
    private(set) var cellFrame = LayoutRect(x: 0, y: 0, width: 0, height: 0)
    /// The size for which the cell was configured; `nil` if it has to be, whatever the size.
    var configuredSize: LayoutSize?
    /// What is seen of a cell that tells no view of its own.
    private var exposure: AdExposure?

    /// Whether the list's own widget around the row tells of its focus.
    private var isWatchingFocus = false

    init() {
      area.onAllocate = { [weak self] _ in self?.placeCell() }
      area.onOverlay = { [weak self] in self?.drawFocus(on: $0) }
    }

    /// Draws the focus by itself: GTK 4.8 leaves cells that move from row to row with the style of a row before.
    func watchFocus() {
      guard !isWatchingFocus, let item = gtk_widget_get_parent(area.widget) else { return }
      isWatchingFocus = true
      item.raw.onNumberSignal("state-flags-changed") { [weak self] _ in self?.area.redraw() }
    }

    private func drawFocus(on snapshot: OpaquePointer) {
      guard cell != nil, let item = gtk_widget_get_parent(area.widget),
        gtk_widget_get_state_flags(item).rawValue & GTK_STATE_FLAG_FOCUS_VISIBLE.rawValue != 0
      else { return }
      snapshot.outline(cellFrame, radius: 12, width: 3, with: area.color(.accent))
    }

    func lay(out layout: RowLayout) {
      cellFrame = layout.cellFrame
      area.size = layout.size
      gtk_widget_queue_allocate(area.widget)
    }

    /// Puts a cell there that is going to show an ad.
    func put(_ cell: Cell, for ad: NativeAd) {
      self.cell = cell
      configuredSize = nil
      exposure = cell is any NativeAdListCell ? nil : AdExposure(of: ad)
      let parent = gtk_widget_get_parent(cell.widget)
      if parent != area.widget {
        if parent != nil { gtk_widget_unparent(cell.widget) }
        gtk_widget_set_parent(cell.widget, area.widget)
      }
      gtk_widget_set_child_visible(cell.widget, 1)
      gtk_widget_queue_allocate(area.widget)
    }

    /// How much of the cell is on the screen, 0 to 1.
    func expose(_ fraction: Double) {
      exposure?.visibleFraction = fraction
      (cell as? any NativeAdListCell)?.adView?.visibleFraction = fraction
    }

    /// The cell leaves, and is seen no more; its widget stays until another row needs it.
    func takeCell() -> Cell? {
      expose(0)
      exposure = nil
      guard let cell = cell.take() else { return nil }
      gtk_widget_set_child_visible(cell.widget, 0)
      return cell
    }

    /// Calls `body` with where the row was clicked, unless something in it took the click.
    func onClick(_ body: @escaping @MainActor @Sendable (LayoutPoint) -> Void) {
      guard let gesture = gtk_gesture_click_new() else { return }
      UnsafeMutableRawPointer(gesture).onPressSignal("released") { x, y in
        // Else GTK's own row would take it for an activation as well.
        gtk_gesture_set_state(gesture, GTK_EVENT_SEQUENCE_CLAIMED)
        body(LayoutPoint(x: x, y: y))
      }
      gtk_widget_add_controller(area.widget, gesture)
    }

    private func placeCell() {
      if let cell { area.place(cell.widget, in: cellFrame) }
    }
  }
#endif
