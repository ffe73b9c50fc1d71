/// 19 to 25 bytes or so that tell a blurred form of a picture, its alpha and its rough aspect ratio, to be shown while
/// the picture comes.
///
/// Follows the specification at https://evanw.github.io/thumbhash, "Details", and the reference implementation it names.
public struct ThumbHash: Hashable, Sendable {
  /// The hash as it is stored and sent.
  public let bytes: [UInt8]
  /// Width by height of the picture, roughly: steps of sevenths (fifths where it has alpha).
  public let aspectRatio: Double
  /// The mean colour of the picture.
  public let averageColor: PixelColor

  private let head: ThumbHashHead

  /// Reads a hash. Throws for a length that is not the one its head asks for, and for a picture without any extent.
  public init(_ bytes: [UInt8]) throws(PlaceholderHashError) {
    guard let head = ThumbHashHead(bytes) else {
      let isAlphaMissing = bytes.count == 5 && bytes[2] & 0x80 != 0
      throw .wrongLength(actual: bytes.count, expected: isAlphaMissing ? 6 : 5)
    }
    guard head.storedCount > 0 else { throw .invalidValue(offset: 3) }
    guard bytes.count == head.byteCount else {
      throw .wrongLength(actual: bytes.count, expected: head.byteCount)
    }
    self.head = head
    self.bytes = bytes
    aspectRatio = head.aspectRatio
    let mean = Self.color(head.mean)
    averageColor = PixelColor(
      red: UInt8(mean.x.part * 255 + 0.5), green: UInt8(mean.y.part * 255 + 0.5),
      blue: UInt8(mean.z.part * 255 + 0.5), alpha: UInt8(mean.w.part * 255 + 0.5))
  }

  /// Reads a hash in Base64 (RFC 4648), in either alphabet; padding may be left out.
  public init(base64 text: String) throws(PlaceholderHashError) {
    let characters = Array(text.utf8.prefix(Self.longestText + 1))
    guard characters.count <= Self.longestText else {
      throw .wrongLength(actual: text.utf8.count, expected: Self.longestText)
    }
    try self.init(try Base64.decode(characters))
  }

  /// The hash in Base64 (RFC 4648, section 4), padded.
  public var base64: String { Base64.encode(bytes) }

  /// Makes the hash of a picture. One with a side over 100 pixels is made smaller first, as the format asks for.
  ///
  /// Throws ``CodecError/outOfMemory``.
  public init(encoding pixels: PixelBuffer) throws(CodecError) {
    self = try ThumbHashEncoder.hash(of: pixels)
  }

  /// Draws the blurred picture: RGBA8, straight alpha, 32 pixels along the longer side.
  ///
  /// Throws ``CodecError/outOfMemory``.
  public func pixels() throws(CodecError) -> PixelBuffer {
    let series = head.series(of: bytes)
    let size = Self.size(aspectRatio)
    return try PixelBuffer(size: size, isOpaque: !head.hasAlpha) { bytes in
      series.synthesize(size, phase: 0.5) { index, value in
        let color = Self.color(SIMD4<Double>(value))
        // Cut off, not rounded: as the reference does.
        let pixel = SIMD4(
          UInt8(color.x.part * 255), UInt8(color.y.part * 255), UInt8(color.z.part * 255),
          UInt8(color.w.part * 255))
        bytes.storeBytes(of: pixel, toByteOffset: index &* 4, as: SIMD4<UInt8>.self)
      }
    }
  }

  /// The longest are 25 bytes: 36 characters with padding. Malformed heads can ask for a few more.
  private static let longestText = 64

  private static func size(_ ratio: Double) -> PixelSize {
    let longer = 32.0
    let side = { (value: Double) in max(1, min(32, Int(value.rounded(.toNearestOrAwayFromZero)))) }
    return ratio > 1
      ? PixelSize(width: 32, height: side(longer / ratio))
      : PixelSize(width: side(longer * ratio), height: 32)
  }

  /// Red, green, blue and alpha of luminance, yellow over blue, red over green, and alpha.
  private static func color(_ value: SIMD4<Double>) -> SIMD4<Double> {
    let blue = value.x - 2.0 / 3 * value.y
    let red = (3 * value.x - blue + value.z) / 2
    return SIMD4(red, red - value.z, blue, value.w)
  }
}

extension Double {
  /// The nearest value from 0 to 1; NaN counts as 0.
  fileprivate var part: Double { self > 0 ? min(self, 1) : 0 }
}
