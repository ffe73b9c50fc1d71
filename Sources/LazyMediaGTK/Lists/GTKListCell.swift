#if GTK
  public import CGTK
  public import NativeAds

  /// A cell of a ``NativeAdListView``: anything that has a widget.
  @MainActor public protocol GTKListCell: AnyObject {
    /// The widget, always the same. Its size is the list's matter.
    var widget: UnsafeMutablePointer<GtkWidget> { get }
    /// To be called when the cell's button was clicked; the list sets it. A cell without a button ignores it: its row can
    /// be clicked all the same.
    var clickHandler: (@MainActor () -> Void)? { get set }
  }

  /// The cell of the ready renderers, whose surface must be a ``GTKCardSurface``.
  extension CardCell: GTKListCell {
    private var gtkSurface: GTKCardSurface {
      guard let surface = surface as? GTKCardSurface else {
        preconditionFailure("a cell of a GTK list is made with a GTKCardSurface")
      }
      return surface
    }

    /// See ``GTKListCell/widget``.
    public var widget: UnsafeMutablePointer<GtkWidget> { gtkSurface.widget }

    /// See ``GTKListCell/clickHandler``.
    public var clickHandler: (@MainActor () -> Void)? {
      get { gtkSurface.clickHandler }
      set { gtkSurface.clickHandler = newValue }
    }
  }
#endif
