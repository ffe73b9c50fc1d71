#if GTK
  import CGTK
  import NativeAds

  /// A widget of a fixed size that places its children and draws by itself: a class of GTK's type system, whose functions
  /// are those of the Swift object that owns it. Nothing that it draws or places asks its surroundings for a new layout.
  @MainActor final class AreaWidget {
    /// The widget, which lives as long as this object, and longer where its parent does.
    let widget: UnsafeMutablePointer<GtkWidget>
    /// The size that it asks for, in points, as a minimum; no less than a whole point is left out.
    var size = LayoutSize.zero {
      didSet { if size != oldValue { gtk_widget_queue_resize(widget) } }
    }
    /// Draws.
    var onSnapshot: (@MainActor (_ snapshot: OpaquePointer, _ size: LayoutSize) -> Void)?
    /// Whether ``onSnapshot`` draws the children too; if not, the default, they are drawn over it, in their order.
    var drawsChildren = false
    /// Draws over the children.
    var onOverlay: (@MainActor (_ snapshot: OpaquePointer) -> Void)?
    /// Places the children.
    var onAllocate: (@MainActor (_ size: LayoutSize) -> Void)?

    init(role: GtkAccessibleRole = GTK_ACCESSIBLE_ROLE_GENERIC) {
      widget = makeWidget(AreaWidgetClass.type, role: role)
      g_object_set_qdata(widget.object, AreaWidgetClass.owner, Unmanaged.passUnretained(self).toOpaque())
      gtk_widget_set_overflow(widget, GTK_OVERFLOW_HIDDEN)
    }

    isolated deinit {
      g_object_set_qdata(widget.object, AreaWidgetClass.owner, nil)
      g_object_unref(widget)
    }

    func redraw() { gtk_widget_queue_draw(widget) }

    /// Puts a child at a place, whatever it asks for.
    func place(_ child: UnsafeMutablePointer<GtkWidget>, in frame: LayoutRect) {
      var allocation = frame.allocation
      // Measured first, as GTK demands of who allocates.
      gtk_widget_measure(child, GTK_ORIENTATION_HORIZONTAL, -1, nil, nil, nil, nil)
      gtk_widget_size_allocate(child, &allocation, -1)
    }
  }

  /// The class of GTK's type system behind ``AreaWidget``.
  private enum AreaWidgetClass {
    /// The key of the Swift object.
    static let owner = g_quark_from_string("lazymedia-owner")

    static let type: GType = {
      var info = GTypeInfo()
      info.class_size = UInt16(MemoryLayout<GtkWidgetClass>.size)
      info.instance_size = UInt16(MemoryLayout<GtkWidget>.size)
      info.class_init = { pointer, _ in
        guard let pointer else { return }
        let functions = pointer.assumingMemoryBound(to: GtkWidgetClass.self)
        functions.pointee.measure = { widget, orientation, _, minimum, natural, _, _ in
          let size = AreaWidgetClass.with(widget) { $0.size } ?? .zero
          let points = size.wholePoints
          let length = orientation == GTK_ORIENTATION_HORIZONTAL ? points.width : points.height
          minimum?.pointee = length
          natural?.pointee = length
        }
        functions.pointee.size_allocate = { widget, width, height, _ in
          _ = AreaWidgetClass.with(widget) {
            $0.onAllocate?(LayoutSize(width: Double(width), height: Double(height)))
          }
        }
        functions.pointee.snapshot = { widget, snapshot in
          guard let widget, let snapshot else { return }
          let number = UInt(bitPattern: snapshot)
          _ = AreaWidgetClass.with(widget) { area in
            guard let snapshot = OpaquePointer(bitPattern: number) else { return }
            let size = LayoutSize(
              width: Double(gtk_widget_get_width(area.widget)),
              height: Double(gtk_widget_get_height(area.widget)))
            area.onSnapshot?(snapshot, size)
            var child = gtk_widget_get_first_child(area.widget)
            while !area.drawsChildren, let current = child {
              gtk_widget_snapshot_child(area.widget, current, snapshot)
              child = gtk_widget_get_next_sibling(current)
            }
            area.onOverlay?(snapshot)
          }
        }
        functions.pointee.parent_class.dispose = { object in
          guard let object else { return }
          let widget = UnsafeMutableRawPointer(object).assumingMemoryBound(to: GtkWidget.self)
          while let child = gtk_widget_get_first_child(widget) { gtk_widget_unparent(child) }
          let parent = g_type_class_peek(gtk_widget_get_type())?.assumingMemoryBound(to: GObjectClass.self)
          parent?.pointee.dispose?(object)
        }
      }
      return g_type_register_static(gtk_widget_get_type(), "LazyMediaArea", &info, GTypeFlags(0))
    }()

    /// GTK asks on the main thread only.
    static func with<Result: Sendable>(
      _ widget: UnsafeMutablePointer<GtkWidget>?, _ body: @MainActor (AreaWidget) -> Result
    ) -> Result? {
      guard let widget, let pointer = g_object_get_qdata(widget.object, owner) else { return nil }
      let area = Unmanaged<AreaWidget>.fromOpaque(pointer).takeUnretainedValue()
      return MainActor.assumeIsolated { body(area) }
    }
  }

  extension LayoutSize {
    /// No less than the size, as GTK takes it.
    var wholePoints: (width: Int32, height: Int32) {
      let size = sanitized
      return (Int32(size.width.rounded(.up)), Int32(size.height.rounded(.up)))
    }
  }

  extension LayoutRect {
    /// Whole points, as GTK takes them.
    var allocation: GtkAllocation {
      let (left, top) = (Self.point(x), Self.point(y))
      return GtkAllocation(
        x: left, y: top, width: max(0, Self.point(maxX) - left), height: max(0, Self.point(maxY) - top))
    }

    private static func point(_ place: Double) -> Int32 {
      place.isNaN ? 0 : Int32(min(max(-1e6, place), 1e6).rounded())
    }
  }
#endif
