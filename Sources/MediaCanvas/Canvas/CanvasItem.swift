#if Canvas
  /// What a ``MediaCanvas`` draws: an area, a card, a view, or something of the program.
  @MainActor public protocol CanvasItem: AnyObject {
    /// Draws what there is now. Called by ``MediaCanvas/render()``.
    func draw(on painter: CanvasPainter)
  }
#endif
