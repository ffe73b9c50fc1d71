public import MediaCodecs

/// The pictures of sample ads: colors that differ from ad to ad, two hills of light, and the ad's number in dots.
public enum SampleAdPicture {
  /// The size of main pictures, in pixels.
  public static let mediaSize = PixelSize(width: 1_200, height: 627)
  /// The size of icons, in pixels.
  public static let iconSize = PixelSize(width: 80, height: 80)

  /// A main picture.
  public static func media(_ number: Int, size: PixelSize = mediaSize) throws(CodecError) -> PixelBuffer {
    try picture(number, size) { painter, colors in
      let (width, height) = (Double(size.width), Double(size.height))
      painter.fillDisc(x: width * 0.82, y: height * 1.15, radius: height * 0.85) {
        colors($0).mixed(with: .white, 0.14)
      }
      painter.fillDisc(x: width * 0.12, y: height * 0.05, radius: height * 0.5) {
        colors($0).mixed(with: .white, 0.10)
      }
      draw(number, on: painter, height: height * 0.36)
    }
  }

  /// An icon.
  public static func icon(_ number: Int, size: PixelSize = iconSize) throws(CodecError) -> PixelBuffer {
    try picture(number, size) { painter, _ in draw(number, on: painter, height: Double(size.height) * 0.4) }
  }

  private static func picture(
    _ number: Int, _ size: PixelSize, _ draw: (SpanPainter, (Int) -> SampleColor) -> Void
  ) throws(CodecError) -> PixelBuffer {
    // Steps that are no part of the wheel: neighbours differ, and no two of the first 360 are alike.
    let hue = Double(number % 360 * 77 % 360)
    let top = SampleColor(hue: hue, saturation: 0.55, brightness: 0.92)
    let bottom = SampleColor(hue: hue + 50, saturation: 0.8, brightness: 0.55)
    let colors = { (row: Int) in top.mixed(with: bottom, Double(row) / Double(size.height)) }
    return try PixelBuffer(size: size, isOpaque: true) { rows in
      let painter = SpanPainter(rows: rows, size: size)
      for row in 0..<size.height { painter.fill(row, from: 0, to: Double(size.width), colors(row)) }
      draw(painter, colors)
    }
  }

  /// Draws a number in the middle, in dots; smaller where it would be too wide.
  private static func draw(_ number: Int, on painter: SpanPainter, height: Double) {
    let digits = String(max(0, number)).utf8.map { Int($0) - 48 }
    // Three dots and a gap each.
    let columns = Double(digits.count * 4 - 1)
    let step = min(height / 5, Double(painter.size.width) * 0.8 / columns)
    let left = (Double(painter.size.width) - columns * step) / 2
    let top = (Double(painter.size.height) - 5 * step) / 2
    for (place, digit) in digits.enumerated() {
      for dot in 0..<15 where glyphs[digit] >> (14 - dot) & 1 == 1 {
        painter.fillDisc(
          x: left + (Double(place * 4 + dot % 3) + 0.5) * step, y: top + (Double(dot / 3) + 0.5) * step,
          radius: step * 0.44
        ) { _ in .white }
      }
    }
  }

  /// The digits, three dots wide and five high, the upper left one first.
  private static let glyphs = [
    0b111_101_101_101_111, 0b010_110_010_010_111, 0b111_001_111_100_111, 0b111_001_111_001_111,
    0b101_101_111_001_001, 0b111_100_111_001_111, 0b111_100_111_101_111, 0b111_001_010_010_010,
    0b111_101_111_101_111, 0b111_101_111_001_111,
  ]
}
