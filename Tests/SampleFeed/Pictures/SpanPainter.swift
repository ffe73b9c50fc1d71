import MediaCodecs

/// A color of three channels, 0 to 255.
struct SampleColor {
  var red: Double
  var green: Double
  var blue: Double

  /// A color of the wheel.
  init(hue: Double, saturation: Double, brightness: Double) {
    func channel(_ shift: Double) -> Double {
      let distance = abs((hue + shift).truncatingRemainder(dividingBy: 360) - 180) / 180
      return 255 * brightness * (1 - saturation * (1 - distance))
    }
    (red, green, blue) = (channel(0), channel(120), channel(240))
  }

  init(red: Double, green: Double, blue: Double) { (self.red, self.green, self.blue) = (red, green, blue) }

  /// This color with some of another over it.
  func mixed(with other: SampleColor, _ share: Double) -> SampleColor {
    SampleColor(
      red: red + (other.red - red) * share, green: green + (other.green - green) * share,
      blue: blue + (other.blue - blue) * share)
  }

  static let white = SampleColor(red: 255, green: 255, blue: 255)
}

/// Fills a picture with stretches of one color each: few steps for many pixels, so that a debug build draws fast, too.
struct SpanPainter {
  let rows: UnsafeMutableRawBufferPointer
  let size: PixelSize

  /// Fills a row from `start` to `end`, whose parts of a pixel are mixed with what is there.
  func fill(_ y: Int, from start: Double, to end: Double, _ color: SampleColor) {
    guard y >= 0, y < size.height else { return }
    let (start, end) = (max(0, start), min(Double(size.width), end))
    guard end > start else { return }
    let (first, last) = (Int(start.rounded(.up)), Int(end.rounded(.down)))
    if first > last { return mix(first - 1, y, color, end - start) }
    if Double(first) > start { mix(first - 1, y, color, Double(first) - start) }
    if end > Double(last) { mix(last, y, color, end - Double(last)) }
    guard last > first, let base = rows.baseAddress else { return }
    let place = base + (y * size.width + first) * 4
    set(place, color)
    // What is done is copied: twice as much each time.
    let wanted = (last - first) * 4
    var done = 4
    while done < wanted {
      (place + done).copyMemory(from: place, byteCount: min(done, wanted - done))
      done *= 2
    }
  }

  /// Fills a disc; `color` says which color a row has.
  func fillDisc(x: Double, y: Double, radius: Double, _ color: (Int) -> SampleColor) {
    for row in Int(y - radius)...Int(y + radius) {
      let distance = Double(row) + 0.5 - y
      let half = max(0, radius * radius - distance * distance).squareRoot()
      if half > 0 { fill(row, from: x - half, to: x + half, color(row)) }
    }
  }

  private func mix(_ x: Int, _ y: Int, _ color: SampleColor, _ share: Double) {
    guard x < size.width, let base = rows.baseAddress else { return }
    let place = base + (y * size.width + x) * 4
    let under = SampleColor(
      red: Double(place.load(as: UInt8.self)), green: Double(place.load(fromByteOffset: 1, as: UInt8.self)),
      blue: Double(place.load(fromByteOffset: 2, as: UInt8.self)))
    set(place, under.mixed(with: color, share))
  }

  private func set(_ place: UnsafeMutableRawPointer, _ color: SampleColor) {
    place.storeBytes(of: UInt8(color.red), as: UInt8.self)
    place.storeBytes(of: UInt8(color.green), toByteOffset: 1, as: UInt8.self)
    place.storeBytes(of: UInt8(color.blue), toByteOffset: 2, as: UInt8.self)
    place.storeBytes(of: 255, toByteOffset: 3, as: UInt8.self)
  }
}
