import MediaCodecs

/// The checksum that `media-limit` prints too: FNV-1a over words. Equal sums show that nobody was fast by
/// doing less.
struct Checksum {
  private(set) var value: UInt64 = 14_695_981_039_346_656_037

  mutating func add(_ word: UInt64) {
    value = (value ^ word) &* 1_099_511_628_211
  }

  /// Width, height and every pixel of `pixels`, as a little-endian word, row padding left out.
  init(_ pixels: PixelBuffer) {
    add(UInt64(pixels.size.width))
    add(UInt64(pixels.size.height))
    var sum = self
    pixels.withUnsafeBytes { bytes in
      for row in 0..<pixels.size.height {
        let start = row * pixels.bytesPerRow
        for column in 0..<pixels.size.width {
          sum.add(
            UInt64(bytes.loadUnaligned(fromByteOffset: start + column * 4, as: UInt32.self).littleEndian))
        }
      }
    }
    self = sum
  }

  /// Of all pictures in their order.
  init(of pictures: some Sequence<PixelBuffer>) {
    for picture in pictures { add(Checksum(picture).value) }
  }

  /// Sixteen hexadecimal digits.
  var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
