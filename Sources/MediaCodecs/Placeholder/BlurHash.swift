internal import Glibc

/// A few characters that tell a blurred form of a picture, to be shown while the picture comes.
///
/// Follows the specification at https://github.com/woltapp/blurhash, `Algorithm.md`. The format knows neither alpha nor
/// the picture's aspect ratio.
public struct BlurHash: Hashable, Sendable {
  /// The hash as it is stored and sent: 6 to 166 characters.
  public let text: String
  /// Waves from left to right, 1 to 9.
  public let componentsX: Int
  /// Waves from top to bottom, 1 to 9.
  public let componentsY: Int
  /// The mean colour of the picture, the mean being taken in linear light.
  public let averageColor: PixelColor

  /// Most pixels along a side of ``pixels(size:)``.
  public static let maximumSide = 256

  private let digits: [UInt8]

  /// Reads a hash.
  ///
  /// Throws for a character outside the alphabet, a length that is not the one of so many components, and for values
  /// that no encoder writes.
  public init(_ text: String) throws(PlaceholderHashError) {
    let characters = Array(text.utf8.prefix(Self.longest + 1))
    guard characters.count >= 6 else { throw .wrongLength(actual: characters.count, expected: 6) }
    guard let first = Self.values[Int(characters[0])] else { throw .invalidCharacter(offset: 0) }
    guard first < 81 else { throw .invalidValue(offset: 0) }
    let (x, y) = (Int(first) % 9 + 1, Int(first) / 9 + 1)
    guard characters.count == 4 + 2 * x * y else {
      throw .wrongLength(actual: text.utf8.count, expected: 4 + 2 * x * y)
    }
    var digits: [UInt8] = []
    digits.reserveCapacity(characters.count)
    for (offset, character) in characters.enumerated() {
      guard let digit = Self.values[Int(character)] else { throw .invalidCharacter(offset: offset) }
      digits.append(digit)
    }
    guard Self.number(digits[2..<6]) <= 0xFF_FFFF else { throw .invalidValue(offset: 2) }
    for offset in stride(from: 6, to: digits.count, by: 2)
    where Self.number(digits[offset..<offset + 2]) >= 19 * 19 * 19 {
      throw .invalidValue(offset: offset)
    }
    self.init(digits: digits, componentsX: x, componentsY: y)
  }

  /// Makes the hash of a picture, with 1 to 9 waves along each side; 4 by 3 suit a picture that is wider than high.
  ///
  /// Alpha is not part of the format: a picture that has it is blended over white. The work grows with the picture's
  /// area, and a small form of it has almost the same hash. Throws ``PlaceholderHashError/invalidComponents(x:y:)``.
  public init(
    encoding pixels: PixelBuffer, componentsX: Int = 4, componentsY: Int = 3
  ) throws(PlaceholderHashError) {
    guard (1...9).contains(componentsX), (1...9).contains(componentsY) else {
      throw .invalidComponents(x: componentsX, y: componentsY)
    }
    let series = Self.series(of: pixels, columns: componentsX, rows: componentsY)
    let waves = series.terms.dropFirst().map { $0 * 2 }
    let strongest = waves.reduce(0) { max($0, abs($1.x), abs($1.y), abs($1.z)) }
    let scale = max(0, min(82, Int((strongest * 166 - 0.5).rounded(.down))))
    let mean = series.terms[0]

    var digits: [UInt8] = []
    Self.append(componentsX - 1 + (componentsY - 1) * 9, length: 1, to: &digits)
    Self.append(scale, length: 1, to: &digits)
    let colors = [mean.x, mean.y, mean.z].map { Int(SRGBTransfer.byte(Float($0))) }
    Self.append(colors[0] << 16 | colors[1] << 8 | colors[2], length: 4, to: &digits)
    for wave in waves {
      let steps = [wave.x, wave.y, wave.z].map { Self.step($0 * 166 / Double(scale + 1)) }
      Self.append((steps[0] * 19 + steps[1]) * 19 + steps[2], length: 2, to: &digits)
    }
    self.init(digits: digits, componentsX: componentsX, componentsY: componentsY)
  }

  /// Draws the blurred picture: RGBA8, opaque. The size is free; a small one (32 pixels along the longer side) is
  /// enough, to be enlarged when it is shown.
  ///
  /// Throws ``CodecError/invalidTarget(_:)`` for a side that is not 1 to ``maximumSide``, and
  /// ``CodecError/outOfMemory``.
  public func pixels(size: PixelSize) throws(CodecError) -> PixelBuffer {
    guard size.isValid, size.width <= Self.maximumSide, size.height <= Self.maximumSide else {
      throw .invalidTarget(size)
    }
    var series = CosineSeries(columns: componentsX, rows: componentsY)
    let mean = [averageColor.red, averageColor.green, averageColor.blue].map { SRGBTransfer.linear[Int($0)] }
    series.terms[0] = SIMD4(mean[0], mean[1], mean[2], 0)
    let scale = Double(digits[1] + 1) / 166
    for index in 1..<max(1, series.terms.count) {
      let value = Self.number(digits[(4 + 2 * index)..<(6 + 2 * index)])
      series.terms[index] =
        SIMD4(Self.value(value / 361), Self.value(value / 19 % 19), Self.value(value % 19), 0) * scale
    }
    return try PixelBuffer(size: size, isOpaque: true) { bytes in
      series.synthesize(size, phase: 0) { index, light in
        let color = SIMD4(
          SRGBTransfer.byte(light.x), SRGBTransfer.byte(light.y), SRGBTransfer.byte(light.z), 255)
        bytes.storeBytes(of: color, toByteOffset: index &* 4, as: SIMD4<UInt8>.self)
      }
    }
  }

  private init(digits: [UInt8], componentsX: Int, componentsY: Int) {
    self.digits = digits
    self.componentsX = componentsX
    self.componentsY = componentsY
    text = String(decoding: digits.map { Self.alphabet[Int($0)] }, as: UTF8.self)
    let color = Self.number(digits[2..<6])
    averageColor = PixelColor(
      red: UInt8(truncatingIfNeeded: color >> 16), green: UInt8(truncatingIfNeeded: color >> 8),
      blue: UInt8(truncatingIfNeeded: color))
  }

  private static func series(of pixels: PixelBuffer, columns: Int, rows: Int) -> CosineSeries {
    let width = pixels.size.width
    var line = [UInt8](repeating: 0, count: pixels.bytesPerRow)
    let light = SRGBTransfer.linear
    return pixels.withUnsafeBytes { bytes in
      CosineSeries(columns: columns, rows: rows, analyzing: pixels.size, phase: 0) { y, values in
        line.withUnsafeMutableBytes { line in
          line.copyMemory(
            from: UnsafeRawBufferPointer(rebasing: bytes[(y * line.count)..<((y + 1) * line.count)]))
          guard let row = line.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return }
          if !pixels.isOpaque { PixelRows.blendOverWhite(row, count: width, alphaMode: pixels.alphaMode) }
          if pixels.format == .bgra8 { PixelRows.swapRedAndBlue(row, count: width) }
          light.withUnsafeBufferPointer { light in
            for x in 0..<width {
              let pixel = row + x &* 4
              values[x] = SIMD4(light[Int(pixel[0])], light[Int(pixel[1])], light[Int(pixel[2])], 0)
            }
          }
        }
      }
    }
  }

  // MARK: Values of waves: 0 to 18, squared away from the middle

  private static func value(_ step: Int) -> Double {
    let part = Double(step - 9) / 9
    return part * abs(part)
  }

  private static func step(_ value: Double) -> Int {
    let root = value < 0 ? -(-value).squareRoot() : value.squareRoot()
    return max(0, min(18, Int((root * 9 + 9.5).rounded(.down))))
  }

  // MARK: Base 83

  private static let alphabet = Array(
    "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)

  /// The value of each byte, where it is a digit.
  private static let values: [UInt8?] = {
    var values = [UInt8?](repeating: nil, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt8(value) }
    return values
  }()

  private static let longest = 4 + 2 * 81

  /// At most four digits.
  private static func number(_ digits: ArraySlice<UInt8>) -> Int { digits.reduce(0) { $0 * 83 + Int($1) } }

  private static func append(_ number: Int, length: Int, to digits: inout [UInt8]) {
    var rest = number
    let start = digits.count
    for _ in 0..<length {
      digits.insert(UInt8(rest % 83), at: start)
      rest /= 83
    }
  }
}
