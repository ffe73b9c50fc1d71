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

    init() {
      area.onAllocate = { [weak self] _ in self?.placeCell() }
    }

    /// - Parameter size: of the row; the cell stands within it.
    func lay(out size: LayoutSize, cell frame: LayoutRect) {
      cellFrame = frame
      area.size = size
      gtk_widget_queue_allocate(area.widget)
    }

    func put(_ cell: Cell) {
      self.cell = cell
      let parent = gtk_widget_get_parent(cell.widget)
      if parent != area.widget {
        if parent != nil { gtk_widget_unparent(cell.widget) }
        gtk_widget_set_parent(cell.widget, area.widget)
      }
      gtk_widget_set_child_visible(cell.widget, 1)
      gtk_widget_queue_allocate(area.widget)
    }

    /// The cell leaves; its widget stays until another row needs it.
    func takeCell() -> Cell? {
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
