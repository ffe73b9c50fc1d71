import Testing

@testable import MediaCodecs

/// Every file of `TestImages` against its manifest, whose pixels come from other decoders.
@Suite struct TestImagesTests {
  private static let asStored = DecodeOptions(appliesOrientation: false)
  private static let decodable = TestImages.entries.filter(\.decodes)

  @Test func theManifestHasARowForEveryFile() throws {
    #expect(try TestImages.paths() == Set(TestImages.entries.map(\.path)))
    #expect(TestImages.entries.count >= 300)
    #expect(Set(TestImages.entries.map(\.path)).count == TestImages.entries.count)
  }

  // FAULTS 44, 45, 47, 49, 50
  @Test(arguments: TestImages.entries)
  func aFileEndsAsItsManifestSays(entry: TestImages.Entry) throws {
    let bytes = try entry.bytes()
    let outcome = decode(bytes, options: Self.asStored)
    let inPieces = decode(bytes, chunk: 997, options: Self.asStored)
    #expect(inPieces.summary == outcome.summary)
    #expect(inPieces.bytes == outcome.bytes)
    guard entry.decodes else {
      #expect(outcome.error?.code == entry.errorCode, "\(outcome.summary)")
      #expect(outcome.image == nil)
      if case .unsupportedFormat(let format) = outcome.error { #expect(format.rawValue == entry.format) }
      return
    }
    #expect(outcome.error == nil)
    #expect(outcome.image?.pixels.size == PixelSize(width: entry.width, height: entry.height))
    #expect(outcome.hash == entry.hash, "\(outcome.summary)")
    #expect(outcome.info?.orientation.rawValue == entry.orientation)
    #expect(outcome.info?.format.rawValue == entry.format)
    #expect(outcome.image?.goodRows == nil)
  }

  @Test(arguments: decodable, [0, 1])
  func theProbeTellsSizeAndOrientation(entry: TestImages.Entry, chunk: Int) throws {
    let result = probe(try entry.bytes(), chunk: chunk)
    #expect(result.error == nil)
    #expect(result.info?.storedSize == PixelSize(width: entry.width, height: entry.height))
    #expect(result.info?.orientation.rawValue == entry.orientation)
  }

  // FAULTS 48
  @Test(arguments: decodable.filter { $0.folder == "orientation" })
  func anOrientedPictureIsShownUpright(entry: TestImages.Entry) throws {
    let reference = try #require(Self.decodable.first { $0.path == "orientation/exif-1.jpg" })
    let upright = decode(try reference.bytes()).bytes
    let outcome = decode(try entry.bytes())
    #expect(outcome.image?.pixels.size == PixelSize(width: 60, height: 44))
    let shown = outcome.bytes
    try #require(shown.count == upright.count)
    // Lossy files differ a little; a turned or mirrored F differs by 20 and more.
    let difference = zip(shown, upright).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
    #expect(Double(difference) / Double(shown.count) < 4)
  }

  // An interlaced file has no whole row before its last pass.
  @Test(arguments: ["jpeg-mid-scan.jpg", "progressive-mid-scan.jpg", "png-mid-data.png"])
  func aFileThatEndsEarlyGivesItsGoodRowsWhenAsked(name: String) throws {
    let entry = try #require(TestImages.entries.first { $0.path == "truncated/\(name)" })
    var options = Self.asStored
    options.allowsPartial = true
    let outcome = decode(try entry.bytes(), options: options)
    #expect(outcome.error == nil)
    #expect(outcome.image?.pixels.size == PixelSize(width: 97, height: 61))
    let goodRows = try #require(outcome.image?.goodRows)
    #expect(goodRows >= 0 && goodRows < 61)
  }
}
