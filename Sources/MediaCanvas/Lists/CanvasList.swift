#if Canvas
  public import NativeAds

  /// Draws the visible items of a `NativeAdList`, cut off at its edges.
  @MainActor public final class CanvasList<Renderer: NativeAdListRenderer>: CanvasItem {
    /// The list.
    public let list: NativeAdList<Renderer>
    /// Where its left edge stands on the canvas, in points; 0 by default.
    public var x = 0.0
    /// Where its upper edge stands on the canvas, in points; 0 by default.
    public var y = 0.0

    private let drawCell: @MainActor (Renderer.Cell, LayoutRect, CanvasPainter) -> Void

    /// Creates a mirror of a list whose cells are the program's own.
    /// - Parameter drawCell: draws a cell in a frame, in points of the canvas.
    public init(
      _ list: NativeAdList<Renderer>,
      drawCell: @escaping @MainActor (_ cell: Renderer.Cell, _ frame: LayoutRect, CanvasPainter) -> Void
    ) {
      self.list = list
      self.drawCell = drawCell
    }

    /// See ``CanvasItem``.
    public func draw(on painter: CanvasPainter) {
      let bounds = LayoutRect(x: x, y: y, width: list.bounds.width, height: list.bounds.height)
      guard let rect = painter.rect(bounds) else { return }
      painter.clipped(to: rect, cornerRadius: 0) {
        for item in list.visibleItems {
          let frame = item.frame.offset(x: x, y: y)
          painter.isolated { drawCell(item.cell, frame, painter) }
        }
      }
    }
  }

  extension CanvasList where Renderer.Cell == CardCell {
    /// Creates a mirror of a list of cards whose renderer makes a ``CanvasCard`` each; other surfaces are not drawn.
    public convenience init(_ list: NativeAdList<Renderer>) {
      self.init(list) { cell, frame, painter in
        (cell.surface as? CanvasCard)?.draw(on: painter, x: frame.x, y: frame.y)
      }
    }
  }
#endif
