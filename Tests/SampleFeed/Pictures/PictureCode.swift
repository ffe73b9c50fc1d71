public import MediaCodecs

/// A number drawn into a picture so that it can be read again, from the picture alone, at any size and after any codec: 24
/// large blocks, black or white, 16 for the number and 8 to check it.
public enum PictureCode {
  /// Numbers that can be drawn.
  public static let numbers = 0..<1 << 16

  static let columns = 8
  static let rows = 3

  /// A picture with a number: a gradient that differs from number to number, and the blocks in its middle.
  public static func picture(of number: Int, size: PixelSize) throws(CodecError) -> PixelBuffer {
    let blocks = blocks(of: number)
    let (first, second) = colors(of: number)
    return try PixelBuffer(size: size, isOpaque: true) { bytes in
      for y in 0..<size.height {
        for x in 0..<size.width {
          let offset = (y * size.width + x) * 4
          let (u, v) = (Double(x) / Double(size.width), Double(y) / Double(size.height))
          let color: (Double, Double, Double)
          if let block = block(at: u, v) {
            color = blocks[block] ? (255, 255, 255) : (0, 0, 0)
          } else {
            let part = (u + v) / 2
            color = (
              first.0 + (second.0 - first.0) * part, first.1 + (second.1 - first.1) * part,
              first.2 + (second.2 - first.2) * part
            )
          }
          bytes[offset] = UInt8(color.0)
          bytes[offset + 1] = UInt8(color.1)
          bytes[offset + 2] = UInt8(color.2)
          bytes[offset + 3] = 255
        }
      }
    }
  }

  /// The number in a picture that shows the whole of what ``picture(of:size:)`` drew; `nil` where none can be read.
  public static func number(in pixels: PixelBuffer) -> Int? {
    pixels.withUnsafeBytes { bytes in
      number { u, v in
        let x = min(pixels.size.width - 1, Int(u * Double(pixels.size.width)))
        let y = min(pixels.size.height - 1, Int(v * Double(pixels.size.height)))
        let offset = y * pixels.bytesPerRow + x * 4
        return Int(bytes[offset]) + Int(bytes[offset + 1]) + Int(bytes[offset + 2])
      }
    }
  }

  /// The number in a picture of which `brightness` tells the sum of the three channels at a place, 0 to 1 in both
  /// directions.
  public static func number(_ brightness: (Double, Double) -> Int) -> Int? {
    var number = 0
    var check = 0
    for index in 0..<columns * rows {
      let u = left + (Double(index % columns) + 0.5) * width / Double(columns)
      let v = top + (Double(index / columns) + 0.5) * height / Double(rows)
      let brightness = brightness(u, v)
      // Neither black nor white: no code.
      guard brightness < 200 || brightness > 565 else { return nil }
      let bit = brightness > 382 ? 1 : 0
      if index < 16 { number |= bit << index } else { check |= bit << (index - 16) }
    }
    return check == checksum(of: number) ? number : nil
  }

  private static let (left, top, width, height) = (0.2, 0.2, 0.6, 0.6)

  private static func block(at u: Double, _ v: Double) -> Int? {
    let column = Int(((u - left) / width * Double(columns)).rounded(.down))
    let row = Int(((v - top) / height * Double(rows)).rounded(.down))
    guard (0..<columns).contains(column), (0..<rows).contains(row) else { return nil }
    return row * columns + column
  }

  private static func blocks(of number: Int) -> [Bool] {
    let number = number & 0xFFFF
    let all = number | checksum(of: number) << 16
    return (0..<columns * rows).map { all >> $0 & 1 == 1 }
  }

  /// Not 0 for 0, so that an evenly colored picture is no code.
  private static func checksum(of number: Int) -> Int {
    (number & 0xFF ^ number >> 8 ^ 0xA5) & 0xFF
  }

  private static func colors(of number: Int) -> ((Double, Double, Double), (Double, Double, Double)) {
    let hue = Double(number * 47 % 360)
    return (color(hue: hue), color(hue: (hue + 60).truncatingRemainder(dividingBy: 360)))
  }

  /// A color of the wheel, half saturated.
  private static func color(hue: Double) -> (Double, Double, Double) {
    func channel(_ shift: Double) -> Double {
      let distance = abs((hue + shift).truncatingRemainder(dividingBy: 360) - 180) / 180
      return 70 + 150 * distance
    }
    return (channel(0), channel(120), channel(240))
  }
}
