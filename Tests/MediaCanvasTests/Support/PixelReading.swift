#if Canvas
  import MediaCanvas

  extension PixelBuffer {
    /// Red, green, blue and alpha of a BGRA8 picture.
    func pixel(_ x: Int, _ y: Int) -> SIMD4<Int> {
      withUnsafeBytes { bytes in
        let offset = y * bytesPerRow + x * 4
        return SIMD4(
          Int(bytes[offset + 2]), Int(bytes[offset + 1]), Int(bytes[offset]), Int(bytes[offset + 3]))
      }
    }

    /// The smallest rectangle outside of which no pixel satisfies `isInk`; `nil` where none does.
    func bounds(where isInk: (SIMD4<Int>) -> Bool) -> (x: Range<Int>, y: Range<Int>)? {
      var (left, right, top, bottom) = (Int.max, Int.min, Int.max, Int.min)
      for y in 0..<size.height {
        for x in 0..<size.width where isInk(pixel(x, y)) {
          (left, right) = (min(left, x), max(right, x))
          (top, bottom) = (min(top, y), max(bottom, y))
        }
      }
      return left > right ? nil : (left..<right + 1, top..<bottom + 1)
    }
  }

  /// Draws one thing on a canvas.
  @MainActor func render(
    _ size: LayoutSize, scale: Double = 1, background: PixelColor? = nil, fonts: CanvasFonts = .bundled,
    _ draw: @escaping @MainActor (CanvasPainter) -> Void
  ) throws -> PixelBuffer {
    let canvas = try MediaCanvas(size: size, scale: scale, background: background, fonts: fonts)
    canvas.add(Drawing(draw))
    return try canvas.render()
  }

  /// What a closure draws.
  @MainActor final class Drawing: CanvasItem {
    private let body: @MainActor (CanvasPainter) -> Void

    init(_ body: @escaping @MainActor (CanvasPainter) -> Void) { self.body = body }

    func draw(on painter: CanvasPainter) { body(painter) }
  }
#endif
