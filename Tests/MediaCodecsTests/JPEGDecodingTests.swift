import Testing

@testable import MediaCodecs

@Suite struct JPEGDecodingTests {
  private static func position(of marker: UInt8, in file: [UInt8], from start: Int = 0) -> Int? {
    (start..<file.count - 1).first { file[$0] == 0xFF && file[$0 + 1] == marker }
  }

  @Test(arguments: [false, true])
  func everyCutGivesTheSameResult(isProgressive: Bool) throws {
    let file = Pictures.inserting(
      Pictures.exif(6),
      into: try Pictures.jpeg(
        120, 90, isProgressive: isProgressive, iccProfile: Pictures.profile(byteCount: 300)))
    for target in [nil, DecodeTarget(size: PixelSize(width: 50, height: 50))] {
      let options = DecodeOptions(target: target)
      let whole = decode(file, options: options)
      #expect(whole.error == nil)
      for chunk in [1, 2, 3, 7, 64, 511, 1000, 4096] {
        let pieces = decode(file, chunk: chunk, options: options)
        #expect(pieces.bytes == whole.bytes)
        #expect(pieces.summary == whole.summary)
      }
    }
  }

  @Test func rowsComeBeforeTheFileIsWhole() throws {
    let file = try Pictures.jpeg(64, 256)
    let decoder = PushDecoder()
    let early = feed(Array(file[..<(file.count / 2)]), to: decoder)
    #expect(early.rows > 64 && early.rows < 256)
    #expect(early.image == nil)
    let late = feed(Array(file[(file.count / 2)...]), to: decoder)
    #expect(late.rows == 256)
    // The end marker is enough: nobody has to say that the file has ended.
    #expect(late.image != nil)
  }

  @Test func infoComesFirstAndTheResultLast() throws {
    let outcome = decode(try Pictures.jpeg(40, 30), chunk: 50)
    guard case .info(let info) = outcome.events.first else {
      Issue.record("the first event is no info")
      return
    }
    #expect(info == ImageInfo(format: .jpeg, storedSize: PixelSize(width: 40, height: 30)))
    guard case .finished = outcome.events.last else {
      Issue.record("the last event is no result")
      return
    }
    #expect(outcome.events.filter { if case .info = $0 { true } else { false } }.count == 1)
  }

  // FAULTS 44
  @Test(arguments: [false, true])
  func truncatedFileIsAnErrorWhereverItEnds(isProgressive: Bool) throws {
    let file = try Pictures.jpeg(64, 48, isProgressive: isProgressive)
    for count in stride(from: 3, to: file.count, by: 5) + [file.count - 2, file.count - 1] {
      let outcome = decode(Array(file[..<count]))
      guard case .truncated = outcome.error else {
        Issue.record("\(count) of \(file.count) bytes: \(outcome.summary)")
        continue
      }
      #expect(outcome.image == nil)
    }
  }

  // FAULTS 44 (or flagged partial)
  @Test func truncatedFileGivesItsGoodRowsWhenAllowed() throws {
    let file = try Pictures.jpeg(64, 256)
    let whole = decode(file)
    for target in [nil, DecodeTarget(size: PixelSize(width: 20, height: 80))] {
      let reference = target == nil ? whole : decode(file, options: DecodeOptions(target: target))
      for part in [0.4, 0.6, 0.9] {
        let options = DecodeOptions(target: target, allowsPartial: true)
        let cut = Array(file[..<Int(Double(file.count) * part)])
        let outcome = decode(cut, options: options)
        let image = try #require(outcome.image)
        let good = try #require(image.goodRows)
        #expect(good > 0 && good < image.pixels.size.height)
        let count = good * image.pixels.bytesPerRow
        #expect(outcome.bytes.prefix(count).elementsEqual(reference.bytes.prefix(count)))
        #expect(!image.warnings.isEmpty)
        #expect(decode(cut, chunk: 3, options: options).bytes == outcome.bytes)
      }
    }
  }

  @Test func partialProgressiveFileGivesACoarsePicture() throws {
    let file = try Pictures.jpeg(64, 64, isProgressive: true)
    let cut = Array(file[..<(file.count * 3 / 4)])
    let outcome = decode(cut, options: DecodeOptions(allowsPartial: true))
    #expect(outcome.image?.goodRows != nil)
    #expect(outcome.image?.pixels.size == PixelSize(width: 64, height: 64))
  }

  @Test func wholeFileIsNotPartialWhenPartsAreAllowed() throws {
    for file in [try Pictures.jpeg(33, 33), try Pictures.jpeg(33, 33, isProgressive: true)] {
      let outcome = decode(file, options: DecodeOptions(allowsPartial: true))
      #expect(outcome.image != nil)
      #expect(outcome.image?.goodRows == nil)
    }
  }

  // FAULTS 44
  @Test func markerInTheMiddleOfTheDataIsAnError() throws {
    let file = try Pictures.jpeg(128, 128, subsampling: .none)
    let scan = try #require(Self.position(of: 0xDA, in: file)) + 14
    // An early end, and a restart that nobody announced.
    for marker in [0xD9, 0xD3] as [UInt8] {
      var damaged = file
      let middle = (scan + file.count) / 2
      damaged.replaceSubrange(middle..<middle + 2, with: [0xFF, marker])
      for chunk in [0, 1] {
        guard case .corrupt = decode(damaged, chunk: chunk).error else {
          Issue.record("\(marker): \(decode(damaged, chunk: chunk).summary)")
          continue
        }
      }
      let part = decode(damaged, options: DecodeOptions(allowsPartial: true))
      let good = try #require(part.image?.goodRows)
      #expect(good > 0 && good < 128)
      #expect(part.bytes.prefix(good * 512).elementsEqual(decode(file).bytes.prefix(good * 512)))
    }
  }

  // FAULTS 44 (cosmetic warnings load)
  @Test func bytesBetweenSegmentsLoadAndAreListed() throws {
    let file = try Pictures.jpeg(32, 32)
    let table = try #require(Self.position(of: 0xDB, in: file))
    let padded = Array(file[..<table]) + [1, 2, 3, 4] + Array(file[table...])
    for chunk in [0, 1] {
      let outcome = decode(padded, chunk: chunk)
      #expect(outcome.bytes == decode(file).bytes)
      #expect(outcome.image?.warnings.contains { $0.contains("extraneous") } == true)
    }
  }

  // FAULTS 44 (cosmetic warnings load)
  @Test func unknownAdobeTransformLoadsAndIsListed() throws {
    let adobe = Pictures.segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, 2])
    let file = try Pictures.jpeg(32, 32)
    // The JFIF segment would settle the color space.
    #expect(file[3] == 0xE0)
    let bare = Array(file[..<2]) + Array(file[20...])
    let outcome = decode(Pictures.inserting(adobe, into: bare))
    #expect(outcome.image != nil)
    #expect(outcome.image?.warnings.contains { $0.contains("Adobe") } == true)
  }

  // FAULTS 45
  @Test func thumbnailInsideExifIsNotTakenForThePicture() throws {
    let thumbnail = try Pictures.jpeg(16, 12)
    let picture = try Pictures.jpeg(80, 60, isProgressive: true)
    let exif = Pictures.segment(
      0xE1, Array("Exif\0\0".utf8) + Pictures.tiff(1) + thumbnail)
    let file = Pictures.inserting(exif, into: picture)
    let known = probe(file, chunk: 1)
    #expect(known.info?.storedSize == PixelSize(width: 80, height: 60))
    #expect(known.info?.isProgressive == true)
    let outcome = decode(file, chunk: 13, options: DecodeOptions(makesPreviews: true))
    #expect(outcome.info?.isProgressive == true)
    #expect(outcome.previews.count > 1)
    #expect(outcome.bytes == decode(picture).bytes)
  }

  // FAULTS 45 (a large preamble must not stop previews)
  @Test func largePreambleDoesNotStopPreviews() throws {
    let filler = Pictures.segment(0xE2, [UInt8](repeating: 0xFF, count: 65_000))
    let file = Pictures.inserting(
      filler, filler, filler, into: try Pictures.jpeg(80, 60, isProgressive: true))
    let outcome = decode(file, chunk: 100, options: DecodeOptions(makesPreviews: true))
    #expect(outcome.previews.count > 1)
    #expect(outcome.error == nil)
  }

  // FAULTS: memory (preview cap)
  @Test func previewsAreFewAndOnlyMadeWhenAsked() throws {
    let file = try Pictures.jpeg(80, 60, isProgressive: true)
    let asked = decode(file, chunk: 1, options: DecodeOptions(makesPreviews: true))
    #expect((2...DecodeContext.maximumPreviews).contains(asked.previews.count))
    #expect(decode(file, chunk: 1).previews.isEmpty)
    // All there at once: nobody needs a coarse form of what is already there.
    #expect(decode(file, options: DecodeOptions(makesPreviews: true)).previews.isEmpty)
    #expect(asked.bytes == decode(file).bytes)
    let baseline = try Pictures.jpeg(80, 60)
    #expect(decode(baseline, chunk: 1, options: DecodeOptions(makesPreviews: true)).previews.isEmpty)
  }

  /// A progressive file with its last scan repeated.
  private static func scanBomb(_ width: Int, _ height: Int, scans: Int) throws -> [UInt8] {
    let file = try Pictures.jpeg(width, height, isProgressive: true)
    var starts: [Int] = []
    var offset = 2
    while offset < file.count - 1 {
      if file[offset] == 0xFF, file[offset + 1] == 0xDA { starts.append(offset) }
      offset += 1
    }
    let last = try #require(starts.last)
    let scan = Array(file[last..<file.count - 2])
    return Array(file[..<(file.count - 2)]) + (0..<scans).flatMap { _ in scan } + [0xFF, 0xD9]
  }

  // FAULTS 47
  @Test func scansOverTheLimitAreRefused() throws {
    let file = try Self.scanBomb(8, 8, scans: 600)
    for chunk in [0, 1000] {
      guard
        case .limitExceeded(let text) = decode(
          file, chunk: chunk, options: DecodeOptions(allowsPartial: true)
        ).error
      else {
        Issue.record("the scans are decoded")
        return
      }
      #expect(text.contains("500"))
    }
  }

  // FAULTS 47
  @Test func workOfManyLargeScansIsRefused() throws {
    var options = DecodeOptions(allowsPartial: true)
    options.limits.maximumPixels = 20_000
    let file = try Self.scanBomb(128, 128, scans: 100)
    guard case .limitExceeded(let text) = decode(file, options: options).error else {
      Issue.record("the scans are decoded")
      return
    }
    #expect(text.contains("blocks"))
    #expect(decode(try Pictures.jpeg(128, 128, isProgressive: true), options: options).error == nil)
  }

  // FAULTS 47 (249)
  @Test func sizesOverTheLimitsAreRefusedBeforeMemoryIsTaken() throws {
    let file = try Pictures.jpeg(64, 64, isProgressive: true)
    let frame = try #require(Self.position(of: 0xC2, in: file))
    func sized(_ width: Int, _ height: Int) -> [UInt8] {
      var copy = file
      copy.replaceSubrange(
        frame + 5..<frame + 9,
        with: [UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)])
      return copy
    }
    for (width, height) in [(65_535, 65_535), (16_385, 1), (1, 16_385), (8001, 8001)] {
      let pool = PixelBufferPool(byteLimit: 1 << 30)
      let outcome = decode(sized(width, height), pool: pool)
      guard case .limitExceeded = outcome.error else {
        Issue.record("\(width)x\(height): \(outcome.summary)")
        continue
      }
      #expect(pool.cachedBytes == 0)
      #expect(probe(sized(width, height)).error == outcome.error)
    }
    for (width, height) in [(0, 64), (64, 0), (0, 0)] {
      guard case .corrupt = decode(sized(width, height)).error else {
        Issue.record("\(width)x\(height) is not refused")
        continue
      }
    }
  }

  @Test func filesOverTheByteLimitAreRefused() throws {
    let file = try Pictures.jpeg(64, 64)
    var options = DecodeOptions()
    options.limits.maximumBytes = file.count - 1
    for chunk in [0, 1, 100] {
      guard case .limitExceeded = decode(file, chunk: chunk, options: options).error else {
        Issue.record("\(file.count) bytes are taken")
        continue
      }
    }
    options.limits.maximumBytes = file.count
    #expect(decode(file, options: options).error == nil)
  }

  @Test func unsupportedKindsAreNamed() throws {
    let file = try Pictures.jpeg(16, 16)
    let frame = try #require(Self.position(of: 0xC0, in: file))
    func changed(marker: UInt8 = 0xC0, precision: UInt8 = 8) -> [UInt8] {
      var copy = file
      copy[frame + 1] = marker
      copy[frame + 4] = precision
      return copy
    }
    for chunk in [0, 1] {
      #expect(decode(changed(precision: 12), chunk: chunk).error == .unsupportedFeature("12-bit JPEG"))
      #expect(decode(changed(marker: 0xC3), chunk: chunk).error == .unsupportedFeature("lossless JPEG"))
      #expect(decode(changed(marker: 0xC5), chunk: chunk).error == .unsupportedFeature("hierarchical JPEG"))
    }
    #expect(probe(changed(precision: 12)).error == .unsupportedFeature("12-bit JPEG"))
  }

  // FAULTS 49 (the profile is carried)
  @Test func profileIsCarriedAndInvalidOnesAreDropped() throws {
    let profile = Pictures.profile(byteCount: 100_000)
    let outcome = decode(try Pictures.jpeg(24, 24, iccProfile: profile), chunk: 999)
    #expect(outcome.image?.iccProfile == profile)
    let plain = try Pictures.jpeg(24, 24)
    let head = Array("ICC_PROFILE\0".utf8)
    let broken = [
      Pictures.segment(0xE2, head + [1, 2] + profile.prefix(1000)),
      Pictures.segment(0xE2, head + [3, 2] + profile.prefix(1000)),
      Pictures.segment(0xE2, head + [1, 1] + profile.prefix(1000)),
    ]
    for segment in broken {
      let outcome = decode(Pictures.inserting(segment, into: plain))
      #expect(outcome.image != nil)
      #expect(outcome.image?.iccProfile == nil)
      #expect(outcome.image?.warnings.contains { $0.contains("ICC") } == true)
    }
  }

  @Test func metadataOverTheLimitAreRefused() throws {
    var options = DecodeOptions()
    options.limits.maximumMetadataBytes = 50_000
    let file = try Pictures.jpeg(24, 24, iccProfile: Pictures.profile(byteCount: 60_000))
    guard case .limitExceeded = decode(file, options: options).error else {
      Issue.record("the profile is kept")
      return
    }
  }

  @Test func nothingHappensAfterTheEnd() throws {
    let file = try Pictures.jpeg(16, 16)
    let decoder = PushDecoder()
    #expect(feed(file, to: decoder).image != nil)
    let again = feed(file, to: decoder, isLast: true)
    #expect(again.events.isEmpty && again.error == nil)
  }

  @Test func nothingHappensAfterAnError() throws {
    let decoder = PushDecoder()
    #expect(
      feed(Array(String(repeating: "neither here nor there ", count: 5).utf8), to: decoder).error?.code
        == "notAnImage")
    let again = feed(try Pictures.jpeg(16, 16), to: decoder, isLast: true)
    #expect(again.events.isEmpty && again.error == nil)
  }

  @Test func bytesAfterTheEndMarkerAreIgnored() throws {
    let file = try Pictures.jpeg(16, 16)
    #expect(decode(file + [UInt8](repeating: 0xFF, count: 5000), chunk: 100).bytes == decode(file).bytes)
  }

  @Test func unusuallyLongMarkersThatTrickleInAreDecoded() throws {
    // One segment with the same tables many times over: libjpeg reads it from its start or not at all.
    let file = try Pictures.jpeg(32, 32)
    let table = try #require(Self.position(of: 0xC4, in: file))
    let length = Int(file[table + 2]) << 8 | Int(file[table + 3])
    let body = Array(file[table + 4..<table + 2 + length])
    let long = Pictures.segment(0xC4, (0..<(20_000 / body.count)).flatMap { _ in body })
    let changed = Array(file[..<table]) + long + Array(file[table...])
    #expect(decode(changed, chunk: 1).bytes == decode(file).bytes)
    #expect(decode(changed, chunk: 1000).bytes == decode(file).bytes)
  }
}
