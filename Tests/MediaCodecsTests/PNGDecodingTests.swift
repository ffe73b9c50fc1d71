import Testing

@testable import MediaCodecs

@Suite struct PNGDecodingTests {
  @Test(arguments: [false, true])
  func pixelsComeBackAsTheyWere(isInterlaced: Bool) throws {
    let photo = try Pictures.photo(61, 47, hasAlpha: true)
    let file = try Pictures.png(61, 47, hasAlpha: true, isInterlaced: isInterlaced)
    for chunk in [0, 1, 3, 100, 1000] {
      let outcome = decode(file, chunk: chunk)
      #expect(outcome.bytes == photo.bytes)
      #expect(outcome.info?.hasAlpha == true)
      #expect(outcome.info?.isProgressive == isInterlaced)
    }
    let opaque = decode(try Pictures.png(61, 47, isInterlaced: isInterlaced))
    #expect(opaque.bytes == (try Pictures.photo(61, 47)).bytes)
    #expect(opaque.info?.hasAlpha == false)
    #expect(opaque.image?.pixels.isOpaque == true)
  }

  @Test(arguments: [false, true])
  func channelOrderAndAlphaModeAreAsAsked(isInterlaced: Bool) throws {
    let file = try Pictures.png(31, 17, hasAlpha: true, isInterlaced: isInterlaced)
    let straight = try #require(decode(file).image).pixels
    for format in PixelFormat.allCases {
      for alphaMode in AlphaMode.allCases {
        let options = DecodeOptions(pixelFormat: format, alphaMode: alphaMode)
        let pixels = try #require(decode(file, options: options).image).pixels
        #expect(pixels.format == format && pixels.alphaMode == alphaMode)
        for y in 0..<17 {
          for x in 0..<31 {
            var expected = straight.pixel(x, y).map(Int.init)
            if alphaMode == .premultiplied {
              for channel in 0..<3 { expected[channel] = (expected[channel] * expected[3] * 2 + 255) / 510 }
            }
            if format == .bgra8 { expected.swapAt(0, 2) }
            #expect(pixels.pixel(x, y).map(Int.init) == expected)
          }
        }
      }
    }
  }

  // FAULTS 50
  @Test func sixteenBitSamplesAreScaledNotCut() throws {
    let values = [0x00FF, 0x0180, 0x7F7F, 0x8080, 0xFEFF, 0xFFFF]
    var row: [UInt8] = [0]
    for value in values { row += [UInt8(value >> 8), UInt8(value & 255)] }
    let file = Pictures.png(header: Pictures.header(6, 1, depth: 16, colorType: 0), rows: row)
    let pixels = try #require(decode(file).image).pixels
    for (x, value) in values.enumerated() {
      let expected = UInt8((value * 255 + 32_895) >> 16)
      #expect(pixels.pixel(x, 0) == [expected, expected, expected, 255])
    }
  }

  // FAULTS 50
  @Test func transparencyChunksBecomeAlpha() throws {
    let gray = Pictures.png(
      header: Pictures.header(3, 1, colorType: 0), before: [Pictures.chunk("tRNS", [0, 77])],
      rows: [0, 76, 77, 78])
    let pixels = try #require(decode(gray).image).pixels
    #expect((0..<3).map { pixels.pixel($0, 0)[3] } == [255, 0, 255])
    #expect(decode(gray).info?.hasAlpha == true)
    #expect(probe(gray).info?.hasAlpha == true)
    let palette = Pictures.png(
      header: Pictures.header(2, 1, colorType: 3),
      before: [Pictures.chunk("PLTE", [1, 2, 3, 4, 5, 6]), Pictures.chunk("tRNS", [9])], rows: [0, 0, 1])
    let colors = try #require(decode(palette).image).pixels
    #expect(colors.pixel(0, 0) == [1, 2, 3, 9])
    #expect(colors.pixel(1, 0) == [4, 5, 6, 255])
    let color = Pictures.png(
      header: Pictures.header(2, 1, colorType: 2), before: [Pictures.chunk("tRNS", [0, 1, 0, 2, 0, 3])],
      rows: [0, 1, 2, 3, 1, 2, 4])
    let keyed = try #require(decode(color).image).pixels
    #expect(keyed.pixel(0, 0)[3] == 0)
    #expect(keyed.pixel(1, 0)[3] == 255)
  }

  // FAULTS 50
  @Test func smallDepthsFillTheWholeRange() throws {
    for depth in [1, 2, 4] as [UInt8] {
      let most = (1 << depth) - 1
      let row: [UInt8] = [0, UInt8(most << (8 - Int(depth)) & 255)]
      let file = Pictures.png(header: Pictures.header(2, 1, depth: depth, colorType: 0), rows: row)
      let pixels = try #require(decode(file).image).pixels
      #expect(pixels.pixel(0, 0) == [255, 255, 255, 255])
      #expect(pixels.pixel(1, 0) == [0, 0, 0, 255])
    }
  }

  // FAULTS 50
  @Test func gammaIsNotApplied() throws {
    let gamma = Pictures.chunk("gAMA", Pictures.bigEndian(100_000))
    let file = try Pictures.png(20, 20)
    #expect(decode(Pictures.inserting(gamma, intoPNG: file)).bytes == decode(file).bytes)
  }

  // FAULTS 50
  @Test func interlacedPictureIsWholeAndItsPreviewsCoverTheFrame() throws {
    let file = try Pictures.png(64, 64, isInterlaced: true)
    for target in [nil, DecodeTarget(size: PixelSize(width: 30, height: 30))] {
      let options = DecodeOptions(target: target, makesPreviews: true)
      let outcome = decode(file, chunk: 40, options: options)
      let final = try #require(outcome.image).pixels
      #expect((2...DecodeContext.maximumPreviews).contains(outcome.previews.count))
      for preview in outcome.previews {
        #expect(preview.size == final.size)
        let side = preview.size.width - 1
        #expect(preview.pixel(0, side)[3] == 255 && preview.pixel(side, side)[3] == 255)
        #expect(preview.pixel(0, 0)[0] < preview.pixel(side, 0)[0])
      }
      #expect(final.bytes == decode(file, options: DecodeOptions(target: target)).bytes)
    }
  }

  // FAULTS 47
  @Test func dataLongerThanThePictureEndWithIt() throws {
    let row: [UInt8] = [0] + [UInt8](repeating: 9, count: 4)
    let rows = row + [UInt8](repeating: 0, count: 3_000_000)
    let file = Pictures.png(header: Pictures.header(1, 1), rows: rows)
    for chunk in [0, 1000] {
      let outcome = decode(file, chunk: chunk)
      #expect(outcome.bytes == [9, 9, 9, 9])
      #expect(outcome.image?.warnings.isEmpty == false)
    }
  }

  // FAULTS 47
  @Test func sizesOverTheLimitsAreRefusedBeforeMemoryIsTaken() throws {
    for (width, height) in [
      (16_385, 1), (1, 16_385), (8001, 8001), (65_536, 65_536), (0x7FFF_FFFF, 0x7FFF_FFFF),
    ] as [(UInt32, UInt32)] {
      let pool = PixelBufferPool(byteLimit: 1 << 30)
      let file = Pictures.png(header: Pictures.header(width, height), rows: [0])
      let outcome = decode(file, pool: pool)
      guard case .limitExceeded = outcome.error else {
        Issue.record("\(width)x\(height): \(outcome.summary)")
        continue
      }
      #expect(pool.cachedBytes == 0)
      #expect(probe(file).error == outcome.error)
    }
    for (width, height) in [(0, 3), (3, 0), (0x8000_0000, 1)] as [(UInt32, UInt32)] {
      guard case .corrupt = decode(Pictures.png(header: Pictures.header(width, height), rows: [0])).error
      else {
        Issue.record("\(width)x\(height) is not refused")
        continue
      }
    }
  }

  // FAULTS 47
  @Test func hugeAncillaryChunksCostNoMemory() throws {
    let file = try Pictures.png(16, 16)
    let text = Pictures.chunk("zTXt", Array("Comment\0\0".utf8) + [UInt8](repeating: 0x55, count: 9_000_000))
    let unknown = Pictures.chunk("juNk", [UInt8](repeating: 0, count: 5_000_000))
    let outcome = decode(Pictures.inserting(text, unknown, intoPNG: file), chunk: 65_536)
    #expect(outcome.bytes == decode(file).bytes)
    #expect(outcome.image?.warnings.isEmpty == true)
    let profile = Pictures.chunk("iCCP", Array("x\0\0".utf8) + [UInt8](repeating: 0, count: 9_000_000))
    guard case .limitExceeded = decode(Pictures.inserting(profile, intoPNG: file)).error else {
      Issue.record("the profile is kept")
      return
    }
  }

  @Test func wrongChecksumIsFatalInDataAndCosmeticElsewhere() throws {
    let file = try Pictures.png(40, 40)
    let comment = Pictures.chunk("tEXt", Array("Comment\0hello".utf8), checksum: 0x1234_5678)
    let outcome = decode(Pictures.inserting(comment, intoPNG: file))
    #expect(outcome.bytes == decode(file).bytes)
    #expect(outcome.image?.warnings == ["tEXt: CRC error"])
    var damaged = file
    damaged[damaged.count - 14] ^= 1
    guard case .corrupt = decode(damaged).error else {
      Issue.record("the data's checksum is not checked")
      return
    }
    var head = file
    head[30] ^= 1
    #expect(decode(head).error == .corrupt("IHDR: CRC error"))
  }

  // FAULTS 44
  @Test(arguments: [false, true])
  func truncatedFileIsAnErrorWhereverItEnds(isInterlaced: Bool) throws {
    let file = try Pictures.png(40, 40, hasAlpha: true, isInterlaced: isInterlaced)
    for count in stride(from: 9, to: file.count, by: 3) + [file.count - 12, file.count - 1] {
      guard case .truncated = decode(Array(file[..<count])).error else {
        Issue.record("\(count) of \(file.count) bytes: \(decode(Array(file[..<count])).summary)")
        continue
      }
    }
  }

  // FAULTS 44 (or flagged partial)
  @Test func truncatedFileGivesItsGoodRowsWhenAllowed() throws {
    let file = try Pictures.png(40, 200)
    for target in [nil, DecodeTarget(size: PixelSize(width: 65, height: 65))] {
      for orientation in [1, 6] {
        let turned = Pictures.inserting(Pictures.chunk("eXIf", Pictures.tiff(orientation)), intoPNG: file)
        let options = DecodeOptions(target: target, appliesOrientation: false, allowsPartial: true)
        let reference = decode(turned, options: options)
        let cut = Array(turned[..<(turned.count / 2)])
        let outcome = decode(cut, options: options)
        let image = try #require(outcome.image)
        let good = try #require(image.goodRows)
        #expect(good > 0 && good < image.pixels.size.height)
        let count = good * image.pixels.bytesPerRow
        #expect(outcome.bytes.prefix(count).elementsEqual(reference.bytes.prefix(count)))
        // Pooled memory must not show through.
        if target == nil { #expect(outcome.bytes.dropFirst(count).allSatisfy { $0 == 0 }) }
        var applied = options
        applied.appliesOrientation = true
        #expect(decode(cut, options: applied).image?.goodRows == good)
      }
    }
  }

  @Test func applesVariantIsNamed() throws {
    let file = try Pictures.png(8, 8)
    let apple = Array(file[..<8]) + Pictures.chunk("CgBI", [0x50, 0, 0x20, 6]) + Array(file[8...])
    for chunk in [0, 1] {
      guard case .unsupportedFeature(let text) = decode(apple, chunk: chunk).error else {
        Issue.record("CgBI is not refused")
        return
      }
      #expect(text.contains("CgBI"))
    }
    #expect(probe(apple).error?.code == "unsupportedFeature")
  }

  @Test func animationShowsItsDefaultPicture() throws {
    let file = try Pictures.png(8, 8)
    let control = Pictures.chunk("acTL", Pictures.bigEndian(2) + Pictures.bigEndian(0))
    let frame = Pictures.chunk("fdAT", [UInt8](repeating: 1, count: 500))
    var changed = Pictures.inserting(control, intoPNG: file)
    changed.insert(contentsOf: frame, at: changed.count - 12)
    #expect(decode(changed, chunk: 10).bytes == decode(file).bytes)
  }

  @Test func profileIsCarried() throws {
    let profile = Pictures.profile(byteCount: 3000)
    let file = try PNGEncoder().encode(try Pictures.photo(9, 9), iccProfile: profile)
    for chunk in [0, 1] { #expect(decode(file, chunk: chunk).image?.iccProfile == profile) }
  }
}
