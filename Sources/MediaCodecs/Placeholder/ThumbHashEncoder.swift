/// Makes a ``ThumbHash`` of pixels.
internal enum ThumbHashEncoder {
  /// Most pixels along a side that the format is made of.
  private static let maximumSide = 100

  static func hash(of pixels: PixelBuffer) throws(CodecError) -> ThumbHash {
    let small = try pixels.reduced(toFit: PixelSize(width: maximumSide, height: maximumSide))
    let bytes = try small.withTightRows { (bytes) throws(CodecError) in encode(bytes, size: small.size) }
    do throws(PlaceholderHashError) {
      return try ThumbHash(bytes)
    } catch {
      // Not reached: the bytes are laid out by the head that checks them.
      throw .corrupt(error.description)
    }
  }

  /// Takes RGBA8 with straight alpha, without padding.
  private static func encode(_ bytes: UnsafeRawBufferPointer, size: PixelSize) -> [UInt8] {
    // Colour counts as much as it is seen.
    var sum = SIMD4<Double>.zero
    for offset in stride(from: 0, to: bytes.count, by: 4) { sum += weighted(bytes, offset) }
    var average = sum.w > 0 ? sum / sum.w : .zero
    average.w = 0
    let hasAlpha = sum.w < Double(size.width * size.height)

    let (longer, shorter) = (max(size.width, size.height), min(size.width, size.height))
    let longerCount = ThumbHashHead.longerCount(hasAlpha: hasAlpha)
    let count = (Double(longerCount * shorter) / Double(longer)).rounded(.toNearestOrAwayFromZero)
    var head = ThumbHashHead(
      mean: .zero, scale: .one, hasAlpha: hasAlpha, isLandscape: size.width > size.height,
      storedCount: max(1, Int(count)))

    let shape = head.series
    let series = CosineSeries(columns: shape.columns, rows: shape.rows, analyzing: size, phase: 0.5) {
      y, row in
      for x in 0..<size.width {
        // Over the average colour, so that what is transparent adds no waves.
        let pixel = weighted(bytes, (y &* size.width &+ x) &* 4)
        let color = average * (1 - pixel.w) + pixel
        row[x] = SIMD4(
          (color.x + color.y + color.z) / 3, (color.x + color.y) / 2 - color.z, color.x - color.y, pixel.w)
      }
    }
    head.mean = series.terms[0]
    let stored = head.stored
    // A wave that is not there lies on the border between two steps: noise must not choose between them.
    let waves = stored.map { series.terms[$0.x + $0.y * series.columns][$0.channel] }.map {
      abs($0) < 1e-12 ? 0 : $0
    }
    head.scale = .zero
    for (wave, value) in zip(stored, waves) {
      head.scale[wave.channel] = max(head.scale[wave.channel], abs(value))
    }
    var nibbles: [UInt8] = []
    for (wave, value) in zip(stored, waves) {
      let scale = head.scale[wave.channel]
      nibbles.append(UInt8(ThumbHashHead.quantized(scale > 0 ? 0.5 + 0.5 / scale * value : 0, 15)))
    }
    if nibbles.count % 2 != 0 { nibbles.append(0) }
    return head.bytes
      + stride(from: 0, to: nibbles.count, by: 2).map { nibbles[$0] | nibbles[$0 + 1] << 4 }
  }

  /// A pixel's colour times its alpha, and its alpha, from 0 to 1.
  @inline(__always)
  private static func weighted(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> SIMD4<Double> {
    let alpha = Double(bytes[offset &+ 3]) / 255
    return SIMD4(Double(bytes[offset]), Double(bytes[offset &+ 1]), Double(bytes[offset &+ 2]), 255)
      * (alpha / 255)
  }
}
