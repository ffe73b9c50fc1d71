import LazyMedia

/// A color, 8 bits a channel, straight alpha.
struct Color: Equatable, Sendable {
  var red: UInt8
  var green: UInt8
  var blue: UInt8
  var alpha: UInt8 = 255

  /// From `0xRRGGBB`.
  init(_ hexadecimal: UInt32, alpha: UInt8 = 255) {
    red = UInt8(truncatingIfNeeded: hexadecimal >> 16)
    green = UInt8(truncatingIfNeeded: hexadecimal >> 8)
    blue = UInt8(truncatingIfNeeded: hexadecimal)
    self.alpha = alpha
  }
}

/// A rectangle in whole pixels.
struct PixelRect: Equatable, Sendable {
  var x: Int
  var y: Int
  var width: Int
  var height: Int

  /// The rectangle moved inwards by so many pixels on each side.
  func inset(by distance: Int) -> PixelRect {
    PixelRect(x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
  }
}

/// An opaque RGBA8 picture that shapes and pictures are painted on. What lies outside is cut off.
struct Canvas {
  let size: PixelSize
  private(set) var bytes: [UInt8]

  init(size: PixelSize, background: Color) {
    self.size = size
    bytes = []
    bytes.reserveCapacity(size.width * size.height * 4)
    for _ in 0..<size.width * size.height {
      bytes += [background.red, background.green, background.blue, 255]
    }
  }

  /// The picture as the encoders take it.
  func pixels() throws(CodecError) -> PixelBuffer {
    try PixelBuffer(size: size, isOpaque: true) { $0.copyBytes(from: bytes) }
  }

  /// A rectangle, its corners those of `shape` (itself by default) with a radius, the edge smoothed.
  mutating func fill(
    _ rect: PixelRect, shape: PixelRect? = nil, radius: Double = 0, _ color: Color
  ) {
    paint(rect) { x, y in
      (color, Self.coverage(Self.distance(x, y, shape ?? rect, radius)))
    }
  }

  /// A soft shadow around a rectangle, `spread` pixels wide.
  mutating func shadow(of rect: PixelRect, radius: Double, spread: Int, _ color: Color) {
    paint(rect.inset(by: -spread)) { x, y in
      let distance = Self.distance(x, y, rect, radius)
      let strength = max(0, min(1, 1 - distance / Double(spread)))
      return (color, strength * strength)
    }
  }

  /// Stripes at 45 degrees; see ``fill(_:shape:radius:_:)``.
  mutating func stripes(
    _ rect: PixelRect, shape: PixelRect, radius: Double, width: Int, _ first: Color, _ second: Color
  ) {
    paint(rect) { x, y in
      ((x + y) / width % 2 == 0 ? first : second, Self.coverage(Self.distance(x, y, shape, radius)))
    }
  }

  /// A line with round ends.
  mutating func line(from: (x: Int, y: Int), to: (x: Int, y: Int), width: Double, _ color: Color) {
    let margin = Int(width) + 1
    let rect = PixelRect(
      x: min(from.x, to.x), y: min(from.y, to.y), width: abs(to.x - from.x), height: abs(to.y - from.y)
    ).inset(by: -margin)
    let (dx, dy) = (Double(to.x - from.x), Double(to.y - from.y))
    let length = max(1, dx * dx + dy * dy)
    paint(rect) { x, y in
      let (px, py) = (Double(x - from.x), Double(y - from.y))
      let along = max(0, min(1, (px * dx + py * dy) / length))
      let (qx, qy) = (px - along * dx, py - along * dy)
      return (color, Self.coverage((qx * qx + qy * qy).squareRoot() - width / 2))
    }
  }

  /// A picture (RGBA8, straight alpha), its middle in that of a rectangle; see ``fill(_:shape:radius:_:)``.
  mutating func draw(
    _ pixels: PixelBuffer, in rect: PixelRect, shape: PixelRect? = nil, radius: Double = 0
  ) {
    let left = rect.x + (rect.width - pixels.size.width) / 2
    let top = rect.y + (rect.height - pixels.size.height) / 2
    pixels.withUnsafeBytes { source in
      paint(rect) { x, y in
        let (column, row) = (x - left, y - top)
        guard (0..<pixels.size.width).contains(column), (0..<pixels.size.height).contains(row) else {
          return (Color(0, alpha: 0), 0)
        }
        let offset = row * pixels.bytesPerRow + column * 4
        var color = Color(0, alpha: source[offset + 3])
        (color.red, color.green, color.blue) = (source[offset], source[offset + 1], source[offset + 2])
        return (color, Self.coverage(Self.distance(x, y, shape ?? rect, radius)))
      }
    }
  }

  // MARK: Painting

  /// Blends over each pixel of a rectangle what `color` gives for it, with a coverage from 0 to 1.
  private mutating func paint(_ rect: PixelRect, _ color: (Int, Int) -> (Color, Double)) {
    let columns = max(0, rect.x)..<max(max(0, rect.x), min(size.width, rect.x + rect.width))
    let rows = max(0, rect.y)..<max(max(0, rect.y), min(size.height, rect.y + rect.height))
    bytes.withUnsafeMutableBufferPointer { bytes in
      for y in rows {
        for x in columns {
          let (color, coverage) = color(x, y)
          let weight = Int((Double(color.alpha) * coverage).rounded())
          if weight == 0 { continue }
          let offset = (y * size.width + x) * 4
          bytes[offset] = Self.blend(bytes[offset], color.red, weight)
          bytes[offset + 1] = Self.blend(bytes[offset + 1], color.green, weight)
          bytes[offset + 2] = Self.blend(bytes[offset + 2], color.blue, weight)
        }
      }
    }
  }

  private static func blend(_ below: UInt8, _ above: UInt8, _ weight: Int) -> UInt8 {
    UInt8((Int(above) * weight + Int(below) * (255 - weight) + 127) / 255)
  }

  /// How far the middle of a pixel lies outside a rectangle with round corners; negative inside.
  private static func distance(_ x: Int, _ y: Int, _ rect: PixelRect, _ radius: Double) -> Double {
    let (halfWidth, halfHeight) = (Double(rect.width) / 2, Double(rect.height) / 2)
    let radius = min(radius, halfWidth, halfHeight)
    let dx = abs(Double(x) + 0.5 - Double(rect.x) - halfWidth) - halfWidth + radius
    let dy = abs(Double(y) + 0.5 - Double(rect.y) - halfHeight) - halfHeight + radius
    let (outX, outY) = (max(0, dx), max(0, dy))
    return (outX * outX + outY * outY).squareRoot() + min(0, max(dx, dy)) - radius
  }

  private static func coverage(_ distance: Double) -> Double { max(0, min(1, 0.5 - distance)) }
}
