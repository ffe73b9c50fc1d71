#if Canvas
  import MediaCanvas
  import Testing

  @Suite @MainActor struct GoldenTests {
    @Test(arguments: Golden.all) func isDrawnAsBefore(_ golden: Golden) throws {
      let pixels = try golden.draw().converted(to: .rgba8, alphaMode: .straight)
      if GoldenFolder.isRecording {
        var encoder = PNGEncoder()
        encoder.compressionLevel = 9
        GoldenFolder.write(try encoder.encode(pixels), golden.name)
      }
      let file = try #require(GoldenFolder.read(golden.name), "record it, and look at it")
      let difference = PixelDifference(try GoldenFolder.decode(file), pixels)
      #expect(difference == nil, "\(golden.name)")
    }

    @Test func everyFileIsCompared() {
      #expect(GoldenFolder.names == Set(Golden.all.map(\.name)))
      #expect(Golden.all.count == Set(Golden.all.map(\.name)).count)
    }

    @Test func oneWrongPixelIsNoticed() throws {
      let golden = try #require(Golden.all.first)
      let pixels = try golden.draw().converted(to: .rgba8, alphaMode: .straight)
      let wrong = try PixelBuffer(size: pixels.size, isOpaque: pixels.isOpaque) { bytes in
        pixels.withUnsafeBytes { bytes.copyMemory(from: $0) }
        bytes[bytes.count - 2] ^= 1
      }
      #expect(PixelDifference(pixels, pixels) == nil)
      let difference = try #require(PixelDifference(pixels, wrong))
      #expect(difference.count == 1)
      #expect(difference.first == PixelSize(width: pixels.size.width - 1, height: pixels.size.height - 1))
    }

    @Test func drawingAgainGivesTheSameBytes() throws {
      let first = try Golden.Layout.single.draw(SampleAd(campaign: Golden.campaign))
      let second = try Golden.Layout.single.draw(SampleAd(campaign: Golden.campaign))
      #expect(PixelDifference(first, second) == nil)
    }
  }

  /// Where two pictures of the same format differ.
  struct PixelDifference: Equatable {
    /// Pixels that differ; all where the sizes do.
    var count: Int
    /// The place of the first, or the sizes' difference.
    var first: PixelSize

    /// `nil` where nothing differs.
    init?(_ one: PixelBuffer, _ other: PixelBuffer) {
      guard one.size == other.size else {
        self.init(
          count: max(one.byteCount, other.byteCount) / 4,
          first: PixelSize(
            width: other.size.width - one.size.width, height: other.size.height - one.size.height))
        return
      }
      let wrong = one.withUnsafeBytes { one in
        other.withUnsafeBytes { other in
          (0..<one.count / 4).filter {
            one.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)
              != other.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self)
          }
        }
      }
      guard let first = wrong.first else { return nil }
      let width = one.size.width
      self.init(count: wrong.count, first: PixelSize(width: first % width, height: first / width))
    }

    private init(count: Int, first: PixelSize) {
      self.count = count
      self.first = first
    }
  }
#endif
