#if Canvas
  import MediaCanvas

  /// A picture that must stay as it is, pixel by pixel.
  struct Golden: CustomStringConvertible, Sendable {
    /// The name of its file: `group-what@scale`.
    let name: String
    let draw: @MainActor @Sendable () throws -> PixelBuffer

    init(_ name: String, _ draw: @escaping @MainActor @Sendable () throws -> PixelBuffer) {
      self.name = name
      self.draw = draw
    }

    var description: String { name }

    static let all = contentModes + placeholders + areas + adChoices + overlays + cards + texts + lists

    /// Draws an area of 96x72 points with a margin of 12, on a pale ground.
    @MainActor static func area(
      scale: Double = 2, _ configure: @MainActor (CanvasMediaArea, MediaSlot) throws -> Void
    ) throws -> PixelBuffer {
      let canvas = try MediaCanvas(
        size: LayoutSize(width: 120, height: 96), scale: scale,
        background: PixelColor(red: 238, green: 241, blue: 245))
      let area = CanvasMediaArea(frame: LayoutRect(x: 12, y: 12, width: 96, height: 72), scale: scale)
      // Where the area is.
      canvas.add(Ground(area.frame, PixelColor(red: 255, green: 255, blue: 255)))
      canvas.add(area)
      let slot = MediaSlot(display: area, pipeline: CanvasFixture().pipeline)
      try configure(area, slot)
      return try canvas.render()
    }
  }

  /// A filled rectangle.
  @MainActor final class Ground: CanvasItem {
    private let frame: LayoutRect
    private let color: PixelColor

    init(_ frame: LayoutRect, _ color: PixelColor) {
      self.frame = frame
      self.color = color
    }

    func draw(on painter: CanvasPainter) { painter.fill(frame, color) }
  }
#endif
