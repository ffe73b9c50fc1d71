import Testing

@testable import MediaCodecs

@Suite struct ResamplingTests {
  /// The definition, in double precision: what the fast form must give.
  private static func reference(
    _ source: PixelBuffer, region: DecodePlan.Region, to size: PixelSize, hasAlpha: Bool
  ) -> [[Double]] {
    func weights(_ index: Int, _ origin: Double, _ length: Double, _ count: Int, _ most: Int) -> [(
      Int, Double
    )] {
      let scale = length / Double(count)
      let support = max(1, scale)
      let center = origin + (Double(index) + 0.5) * scale
      var all: [(Int, Double)] = []
      for position in 0..<most {
        let weight = 1 - abs(Double(position) + 0.5 - center) / support
        if weight > 0 { all.append((position, weight)) }
      }
      let sum = all.reduce(0.0) { $0 + $1.1 }
      return all.map { ($0.0, $0.1 / sum) }
    }
    var result: [[Double]] = []
    for y in 0..<size.height {
      let rows = weights(y, region.y, region.height, size.height, source.size.height)
      for x in 0..<size.width {
        let columns = weights(x, region.x, region.width, size.width, source.size.width)
        var sum = [Double](repeating: 0, count: 4)
        for (row, vertical) in rows {
          for (column, horizontal) in columns {
            let pixel = source.pixel(column, row).map(Double.init)
            let weight = vertical * horizontal
            for channel in 0..<3 { sum[channel] += weight * pixel[channel] * (hasAlpha ? pixel[3] / 255 : 1) }
            sum[3] += weight * pixel[3]
          }
        }
        if hasAlpha { for channel in 0..<3 { sum[channel] *= sum[3] > 0 ? 255 / sum[3] : 0 } }
        result.append(sum)
      }
    }
    return result
  }

  private static func resampled(
    _ source: PixelBuffer, region: DecodePlan.Region, to size: PixelSize, hasAlpha: Bool
  ) throws -> [UInt8] {
    let resampler = try RowResampler(
      sourceSize: source.size, region: region, outputSize: size, hasAlpha: hasAlpha, alphaMode: .straight,
      pool: .shared)
    var output = [UInt8](repeating: 0, count: size.width * size.height * 4)
    output.withUnsafeMutableBufferPointer { output in
      source.withUnsafeBytes { rows in
        for y in 0..<source.size.height {
          guard let row = rows.baseAddress, let first = output.baseAddress else { return }
          resampler.push((row + y * source.bytesPerRow).assumingMemoryBound(to: UInt8.self)) {
            first + $0 * size.width * 4
          }
        }
      }
    }
    #expect(resampler.outputRows == size.height)
    return output
  }

  @Test(arguments: [
    (37, 23, 20, 11), (37, 23, 36, 22), (64, 64, 5, 3), (9, 200, 9, 7), (3, 2, 2, 1), (1, 1, 1, 1),
    (50, 40, 1, 1),
    (7, 5, 20, 31), (3, 40, 17, 9), (40, 3, 9, 17), (1, 1, 9, 4), (2, 2, 64, 64), (5, 5, 6, 5),
  ])
  func fastFormEqualsTheDefinition(width: Int, height: Int, toWidth: Int, toHeight: Int) throws {
    for hasAlpha in [false, true] {
      let source = try Pictures.photo(width, height, hasAlpha: hasAlpha)
      let whole = DecodePlan.Region(x: 0, y: 0, width: Double(width), height: Double(height))
      let part = DecodePlan.Region(
        x: Double(width) * 0.2, y: Double(height) * 0.3, width: Double(width) * 0.7,
        height: Double(height) * 0.5)
      for region in [whole, part] {
        let size = PixelSize(width: toWidth, height: toHeight)
        let expected = Self.reference(source, region: region, to: size, hasAlpha: hasAlpha)
        let actual = try Self.resampled(source, region: region, to: size, hasAlpha: hasAlpha)
        var worst = 0.0
        for (index, pixel) in expected.enumerated() {
          for channel in 0..<4 {
            // Colors of nearly transparent pixels are quotients of small numbers.
            guard channel == 3 || pixel[3] > 4 else { continue }
            worst = max(worst, abs(pixel[channel] - Double(actual[index * 4 + channel])))
          }
        }
        #expect(worst <= 0.51, "\(region)")
      }
    }
  }

  @Test func evenColorStaysAsItIs() throws {
    let size = PixelSize(width: 333, height: 77)
    let gray = try PixelBuffer(size: size, isOpaque: true) { bytes in
      for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : 200 }
    }
    let file = try PNGEncoder().encode(gray)
    for target in [(332, 76), (100, 50), (3, 3), (1, 1)] {
      let options = DecodeOptions(
        target: DecodeTarget(size: PixelSize(width: target.0, height: target.1), fit: .fill))
      let bytes = decode(file, options: options).bytes
      #expect(bytes.count == target.0 * target.1 * 4)
      #expect(bytes.enumerated().allSatisfy { $0.element == ($0.offset % 4 == 3 ? 255 : 200) })
    }
  }

  @Test func colorOfTransparentPixelsDoesNotShow() throws {
    let size = PixelSize(width: 64, height: 64)
    let picture = try PixelBuffer(size: size) { bytes in
      for index in 0..<64 * 64 {
        // Opaque red beside invisible green.
        let isRed = (index / 64 + index % 64) % 2 == 0
        let color: [UInt8] = isRed ? [255, 0, 0, 255] : [0, 255, 0, 0]
        for channel in 0..<4 { bytes[index * 4 + channel] = color[channel] }
      }
    }
    let file = try PNGEncoder().encode(picture)
    let target = DecodeTarget(size: PixelSize(width: 16, height: 16))
    let straight = try #require(decode(file, options: DecodeOptions(target: target)).image).pixels
    #expect(straight.pixel(8, 8) == [255, 0, 0, 128])
    let options = DecodeOptions(target: target, alphaMode: .premultiplied)
    let premultiplied = try #require(decode(file, options: options).image).pixels
    #expect(premultiplied.pixel(8, 8) == [128, 0, 0, 128])
  }

  @Test func scaledPicturesLookLikeTheirOriginal() throws {
    let files = [
      try Pictures.jpeg(400, 300, subsampling: .none), try Pictures.jpeg(400, 300, isProgressive: true),
      try Pictures.png(400, 300), try Pictures.png(400, 300, isInterlaced: true),
    ]
    for file in files {
      for (width, height) in [(200, 150), (199, 149), (120, 90), (50, 38), (33, 33), (390, 290)] {
        for fit in [ContentFit.contain, .cover, .fill] {
          let target = DecodeTarget(size: PixelSize(width: width, height: height), fit: fit)
          let pixels = try #require(decode(file, options: DecodeOptions(target: target)).image).pixels
          #expect(pixels.size == PixelSize(width: width, height: height) || fit == .contain)
          // Red grows across and green grows down; the middle lies in the middle.
          let middle = pixels.pixel(pixels.size.width / 2, pixels.size.height / 2)
          #expect((108...148).contains(middle[0]) && (108...148).contains(middle[1]))
          let corner = pixels.pixel(0, 0)
          #expect(corner[0] < middle[0] && corner[1] < middle[1])
        }
      }
    }
  }

  @Test func centerCutsEvenlyAndScalesNothing() throws {
    let files = [
      try Pictures.jpeg(400, 300, subsampling: .none), try Pictures.jpeg(400, 300, isProgressive: true),
      try Pictures.png(400, 300), try Pictures.png(400, 300, isInterlaced: true),
    ]
    for file in files {
      let whole = try #require(decode(file).image).pixels
      for (width, height) in [(200, 150), (33, 299), (400, 10), (1, 1), (390, 290), (900, 100), (800, 700)] {
        let target = DecodeTarget(size: PixelSize(width: width, height: height), fit: .center)
        let pixels = try #require(decode(file, options: DecodeOptions(target: target)).image).pixels
        #expect(pixels.size == PixelSize(width: min(400, width), height: min(300, height)))
        let (left, top) = ((400 - pixels.size.width) / 2, (300 - pixels.size.height) / 2)
        var differences = 0
        for y in 0..<pixels.size.height {
          for x in 0..<pixels.size.width where pixels.pixel(x, y) != whole.pixel(left + x, top + y) {
            differences += 1
          }
        }
        #expect(differences == 0)
      }
    }
  }

  @Test func coverCutsEvenlyOnBothSides() throws {
    let file = try Pictures.png(300, 100)
    for side in [100, 50, 31] {
      let target = DecodeTarget(size: PixelSize(width: side, height: side), fit: .cover)
      let pixels = try #require(decode(file, options: DecodeOptions(target: target)).image).pixels
      #expect(pixels.size == target.size)
      let left = Int(pixels.pixel(0, side / 2)[0])
      let right = Int(pixels.pixel(side - 1, side / 2)[0])
      #expect(abs(left - 85) <= 6 && abs(right - 170) <= 6)
    }
  }

  @Test func smallPictureIsEnlargedWhenAsked() throws {
    let file = try Pictures.png(10, 10)
    let target = DecodeTarget(size: PixelSize(width: 95, height: 95), allowsUpscaling: true)
    let pixels = try #require(decode(file, options: DecodeOptions(target: target)).image).pixels
    #expect(pixels.size == PixelSize(width: 95, height: 95))
    for x in 1..<95 { #expect(pixels.pixel(x, 50)[0] >= pixels.pixel(x - 1, 50)[0]) }
  }

  // FAULTS: memory (scaled decode): the full-size picture never exists.
  @Test func reducedPictureNeverExistsAtFullSize() throws {
    let file = try Pictures.png(2000, 2000)
    let pool = PixelBufferPool(byteLimit: 1 << 30)
    let target = DecodeTarget(size: PixelSize(width: 100, height: 100))
    #expect(decode(file, options: DecodeOptions(target: target), pool: pool).image != nil)
    // All that was taken has come back: rows of sums and the result, of 16 MB for the picture.
    #expect(pool.cachedBytes < 200_000)
    let jpeg = try Pictures.jpeg(2000, 2000)
    pool.trim()
    #expect(decode(jpeg, options: DecodeOptions(target: target), pool: pool).image != nil)
    #expect(pool.cachedBytes < 200_000)
  }
}
