import Testing

@testable import MediaCodecs

@Suite struct EncoderTests {
  @Test func pngKeepsEveryPixel() throws {
    for format in PixelFormat.allCases {
      for hasAlpha in [false, true] {
        let pixels = try Pictures.photo(43, 21, format: format, hasAlpha: hasAlpha)
        let options = DecodeOptions(pixelFormat: format)
        let outcome = decode(try PNGEncoder().encode(pixels), options: options)
        #expect(outcome.bytes == pixels.bytes)
        #expect(outcome.info?.hasAlpha == hasAlpha)
      }
    }
  }

  @Test func pngOfPremultipliedPixelsIsStraight() throws {
    let premultiplied = try Pictures.photo(43, 21, hasAlpha: true, alphaMode: .premultiplied)
    let straight = try premultiplied.converted(to: .rgba8, alphaMode: .straight)
    #expect(decode(try PNGEncoder().encode(premultiplied)).bytes == straight.bytes)
  }

  @Test func pngWithoutTransparentPixelsIsRGB() throws {
    let pixels = try PixelBuffer(size: PixelSize(width: 3, height: 2)) {
      $0.initializeMemory(as: UInt8.self, repeating: 255)
    }
    #expect(probe(try PNGEncoder().encode(pixels)).info?.hasAlpha == false)
  }

  @Test func jpegLooksLikeItsPicture() throws {
    for format in PixelFormat.allCases {
      for isProgressive in [false, true] {
        var encoder = JPEGEncoder()
        encoder.quality = 100
        encoder.subsampling = .none
        encoder.isProgressive = isProgressive
        let pixels = try Pictures.photo(43, 21, format: format)
        let outcome = decode(try encoder.encode(pixels), options: DecodeOptions(pixelFormat: format))
        #expect(outcome.info?.isProgressive == isProgressive)
        let worst = zip(outcome.bytes, pixels.bytes).map { abs(Int($0) - Int($1)) }.max()
        #expect(try #require(worst) <= 6)
      }
    }
  }

  @Test func jpegBlendsAlphaOverWhite() throws {
    for alphaMode in AlphaMode.allCases {
      let pixels = try PixelBuffer(size: PixelSize(width: 16, height: 16), alphaMode: alphaMode) { bytes in
        for index in 0..<256 {
          bytes[index * 4] = alphaMode == .straight ? 200 : 100
          bytes[index * 4 + 3] = 128
        }
      }
      let result = try #require(decode(try JPEGEncoder().encode(pixels)).image).pixels.pixel(8, 8)
      for (channel, expected) in [227, 127, 127, 255].enumerated() {
        #expect(abs(Int(result[channel]) - expected) <= 3, "\(alphaMode) \(result)")
      }
    }
  }

  @Test func qualityChangesTheSizeAndIsClamped() throws {
    let pixels = try Pictures.photo(80, 80)
    var sizes: [Int] = []
    for quality in [-5, 1, 50, 90, 100, 5000] {
      var encoder = JPEGEncoder()
      encoder.quality = quality
      sizes.append(try encoder.encode(pixels).count)
    }
    #expect(sizes[0] == sizes[1] && sizes[4] == sizes[5])
    #expect(sizes[1] < sizes[2] && sizes[2] < sizes[3] && sizes[3] < sizes[4])
  }

  @Test func profilesTravelAndRefusedOnesAreErrors() throws {
    let pixels = try Pictures.photo(8, 8)
    let profile = Pictures.profile(byteCount: 70_000)
    #expect(decode(try JPEGEncoder().encode(pixels, iccProfile: profile)).image?.iccProfile == profile)
    #expect(decode(try PNGEncoder().encode(pixels, iccProfile: profile)).image?.iccProfile == profile)
    // libpng refuses a profile of one byte by leaving it out or by failing: neither may crash.
    let tiny = try? PNGEncoder().encode(pixels, iccProfile: [1])
    if let tiny { #expect(decode(tiny).image?.iccProfile == nil) }
  }

  @Test func conversionsAreThoseOfTheDefinition() throws {
    let pixels = try Pictures.photo(64, 64, hasAlpha: true)
    let same = try pixels.converted(to: .rgba8, alphaMode: .straight)
    #expect(same === pixels)
    let swapped = try pixels.converted(to: .bgra8, alphaMode: .straight)
    #expect(swapped.pixel(5, 9) == { [$0[2], $0[1], $0[0], $0[3]] }(pixels.pixel(5, 9)))
    let premultiplied = try pixels.converted(to: .rgba8, alphaMode: .premultiplied)
    let back = try premultiplied.converted(to: .rgba8, alphaMode: .straight)
    for y in 0..<64 {
      for x in 0..<64 {
        let original = pixels.pixel(x, y)
        let restored = back.pixel(x, y)
        #expect(original[3] == restored[3])
        guard original[3] > 0 else { continue }
        for channel in 0..<3 {
          let error = abs(Int(original[channel]) - Int(restored[channel]))
          #expect(error <= 128 / Int(original[3]) + 1)
        }
      }
    }
    let hash = try pixels.withTightRows { $0.count }
    #expect(hash == 64 * 64 * 4)
  }
}
