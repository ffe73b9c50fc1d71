import Testing

@testable import MediaCodecs

@Suite struct ImageProbeTests {
  @Test func sizeIsKnownFromTheFirstBytes() throws {
    let jpeg = try Pictures.jpeg(321, 123, isProgressive: true)
    let png = try Pictures.png(321, 123, hasAlpha: true, isInterlaced: true)
    for (file, format) in [(jpeg, ImageFormat.jpeg), (png, .png)] {
      for chunk in [0, 1, 7, 100] {
        let result = probe(file, chunk: chunk)
        #expect(
          result.info
            == ImageInfo(
              format: format, storedSize: PixelSize(width: 321, height: 123), isProgressive: true,
              hasAlpha: format == .png))
        #expect(result.bytesRead < 700)
        #expect(result.bytesRead == probe(file).bytesRead)
      }
    }
  }

  @Test func moreIsNeededUntilItIsKnown() throws {
    let file = try Pictures.jpeg(30, 20)
    var probe = ImageProbe()
    var known: ImageInfo?
    var count = 0
    while known == nil, count < file.count {
      known = try probe.feed(file.span.bytes.extracting(count..<count + 1))
      count += 1
    }
    #expect(known?.storedSize == PixelSize(width: 30, height: 20))
    #expect(probe.position == count)
    #expect(probe.bytesRead < count)
    // Later bytes change nothing.
    #expect(try probe.feed(file.span.bytes) == known)
    #expect(try probe.finish() == known)
    #expect(probe.position == count)
  }

  @Test func segmentsThatNobodyNeedsCanBeSkippedInTheFile() throws {
    let exif = Pictures.segment(
      0xE1, Array("Exif\0\0".utf8) + Pictures.tiff(6) + [UInt8](repeating: 1, count: 40_000))
    let filler = Pictures.segment(0xE2, [UInt8](repeating: 0xFF, count: 60_000))
    let file = Pictures.inserting(filler, exif, filler, into: try Pictures.jpeg(30, 20))
    var probe = ImageProbe()
    var known: ImageInfo?
    var offset = 0
    var read = 0
    while known == nil, offset < file.count {
      let skipped = probe.skippableBytes
      try probe.skip(skipped)
      offset += skipped
      guard offset < file.count else { break }
      known = try probe.feed(file.span.bytes.extracting(offset..<offset + 1))
      offset += 1
      read += 1
    }
    #expect(known?.orientation == .right)
    #expect(known == decode(file).info)
    #expect(probe.bytesRead == read)
    #expect(read < 500)
    #expect(probe.position > 160_000)
  }

  @Test func shortFilesAreTruncated() throws {
    for file in [try Pictures.jpeg(30, 20), try Pictures.png(30, 20)] {
      for count in 9..<30 {
        guard case .truncated = probe(Array(file[..<count])).error else {
          Issue.record("\(count) bytes")
          continue
        }
      }
    }
  }

  @Test func probeAndDecoderTellTheSame() throws {
    let files = [
      Pictures.inserting(Pictures.exif(6), into: try Pictures.jpeg(50, 40)),
      Pictures.inserting(
        Pictures.chunk("eXIf", Pictures.tiff(8)), intoPNG: try Pictures.png(50, 40, hasAlpha: true)),
    ]
    for file in files { #expect(probe(file).info == decode(file).info) }
  }

  @Test func largeChunksBeforeThePictureAreNotWaitedFor() throws {
    let text = Pictures.chunk("tEXt", [UInt8](repeating: 65, count: 1_000_000))
    let file = Pictures.inserting(text, intoPNG: try Pictures.png(50, 40))
    let result = probe(file, chunk: 1000)
    #expect(result.info?.storedSize == PixelSize(width: 50, height: 40))
    #expect(result.bytesRead < 200)
  }

  @Test func failedProbeKeepsItsError() throws {
    var probe = ImageProbe()
    let junk = Array(String(repeating: "no picture ", count: 9).utf8)
    var errors: [CodecError] = []
    for _ in 0..<2 {
      do throws(CodecError) { _ = try probe.feed(junk.span.bytes) } catch { errors.append(error) }
    }
    #expect(errors.count == 2)
    #expect(errors.first == errors.last)
  }
}
