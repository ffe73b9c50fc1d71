import SeededRandom
import Testing

@testable import MediaCodecs

@Suite struct ThumbHashTests {
  /// The flower of github.com/evanw/thumbhash (examples/flower.jpg), and its averages as bindings of the reference
  /// publish them.
  @Test func thePublishedHashHasItsAspectRatioAndAverage() throws {
    let flower = try ThumbHash([
      0x93, 0x4A, 0x06, 0x2D, 0x06, 0x92, 0x56, 0xC3, 0x74, 0x05, 0x58, 0x67, 0xDA, 0x8A, 0xB6, 0x67, 0x94,
      0x90,
      0x51, 0x07, 0x19,
    ])
    #expect(flower.base64 == "k0oGLQaSVsN0BVhn2oq2Z5SQUQcZ")
    #expect(abs(flower.aspectRatio - 0.714285731) < 1e-6)
    // 0.484127015, 0.341269821, 0.0793650597, 1.
    #expect(flower.averageColor == PixelColor(red: 123, green: 87, blue: 20))
  }

  /// Published hashes (that of the flower; the two of the README and the page of github.com/evanw/thumbhash; one with
  /// alpha), and what the reference decoder draws: four corners and the middle.
  @Test(arguments: [
    (
      "k0oGLQaSVsN0BVhn2oq2Z5SQUQcZ", 23, 32, true,
      [[27, 53, 52, 255], [42, 60, 36, 255], [160, 94, 6, 255], [65, 43, 0, 255], [158, 103, 0, 255]]
    ),
    (
      "1QcSHQRnh493V4dIh4eXh1h4kJUI", 23, 32, true,
      [[64, 77, 113, 255], [84, 109, 139, 255], [140, 109, 88, 255], [0, 12, 42, 255], [0, 4, 39, 255]]
    ),
    (
      "3OcRJYB4d3h/iIeHeEh3eIhw+j3A", 32, 23, true,
      [
        [124, 136, 159, 255], [124, 136, 159, 255], [112, 124, 139, 255], [90, 103, 39, 255],
        [86, 99, 46, 255],
      ]
    ),
  ])
  func pixelsAreThoseOfTheReferenceDecoder(
    text: String, width: Int, height: Int, isOpaque: Bool, expected: [[Int]]
  ) throws {
    let hash = try ThumbHash(base64: text)
    #expect(hash.base64 == text)
    let pixels = try hash.pixels()
    #expect(pixels.size == PixelSize(width: width, height: height))
    #expect(pixels.isOpaque == isOpaque)
    let places = [(0, 0), (width - 1, 0), (width / 2, height / 2), (0, height - 1), (width - 1, height - 1)]
    for (place, color) in zip(places, expected) {
      let start = (place.1 * width + place.0) * 4
      for channel in 0..<4 {
        #expect(abs(Int(pixels.bytes[start + channel]) - color[channel]) <= 1, "\(place)")
      }
    }
  }

  @Test func alphaIsDrawn() throws {
    // Transparent on the left, opaque red on the right.
    let source = try PixelBuffer(size: PixelSize(width: 40, height: 20)) { bytes in
      for index in bytes.indices where index / 4 % 40 >= 20 && index % 4 != 1 && index % 4 != 2 {
        bytes[index] = 255
      }
    }
    let hash = try ThumbHash(encoding: source)
    #expect(hash.averageColor.red > 250 && hash.averageColor.green < 16 && hash.averageColor.blue < 16)
    #expect((110...145).contains(hash.averageColor.alpha))
    let drawn = try hash.pixels()
    #expect(!drawn.isOpaque)
    // Five waves by three: two and a half of fifths are rounded up.
    #expect(drawn.size == PixelSize(width: 32, height: 19))
    let middle = drawn.size.height / 2 * drawn.bytesPerRow
    #expect(drawn.bytes[middle + 3] < 40)
    #expect(drawn.bytes[middle + 31 * 4 + 3] > 195)
  }

  /// What the reference encoder (js/thumbhash.js) makes of the same pixels.
  @Test(arguments: [
    (60, 40, false, "YfcJPZqAh4dweHiIiHiHeICACPh4"), (40, 60, false, "YQcKNRqAh3B3h4d3d3h4d3CAB/h4"),
    (33, 33, true, "4heGFRAYc2qQeph3h4BwF/p2EFonXIZ4eA=="),
    (100, 31, true, "ogeGGo4IkKeAmIiQkAj4eJKgc3OHh3c="),
    (7, 100, false, "oQcOOR6AcXiHdnd3cIEI6Hg="),
    (64, 64, false, "YQcKNxpwd3eAh4d3d3d4eHeHBwiHgI8H"),
  ])
  func theHashIsThatOfTheReferenceEncoder(width: Int, height: Int, hasAlpha: Bool, expected: String) throws {
    let pixels = try Pictures.photo(width, height, hasAlpha: hasAlpha)
    let hash = try ThumbHash(encoding: pixels)
    #expect(hash.base64 == expected)
    #expect(try ThumbHash(base64: expected) == hash)
    let swapped = try pixels.converted(to: .bgra8, alphaMode: .straight)
    #expect(try ThumbHash(encoding: swapped) == hash)
  }

  @Test func wavesThatAreNotThereAreStoredAsTheUpperOfTheTwoMiddleSteps() throws {
    // The reference lets rounding noise choose between steps 7 and 8 where a wave is zero: "AgcGPwAI9wiIh4hwj3CI+..."
    #expect(try ThumbHash(encoding: try Pictures.photo(1, 1)).base64 == "AgcGPwAI+AiIiIiAj4CI+AiIgI/4AAAA")
  }

  @Test func aLargePictureIsMadeSmallerFirst() throws {
    let large = try ThumbHash(encoding: try Pictures.photo(600, 400))
    let small = try ThumbHash(
      encoding: try Pictures.photo(600, 400).reduced(toFit: PixelSize(width: 100, height: 100)))
    #expect(large == small)
    #expect(abs(large.aspectRatio - 7.0 / 5) < 1e-9)
    // One row and one column: the shorter side stays one pixel.
    #expect(
      try ThumbHash(encoding: try Pictures.photo(3000, 1)).pixels().size == PixelSize(width: 32, height: 5))
    #expect(
      try ThumbHash(encoding: try Pictures.photo(1, 3000)).pixels().size == PixelSize(width: 5, height: 32))
  }

  @Test func aPictureOfOneColorComesBackNearIt() throws {
    for color in [[0, 0, 0], [255, 255, 255], [12, 200, 77], [250, 130, 10]] as [[UInt8]] {
      let pixels = try PixelBuffer(size: PixelSize(width: 9, height: 5), isOpaque: true) { bytes in
        for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : color[index % 4] }
      }
      let drawn = try ThumbHash(encoding: pixels).pixels().bytes
      let worst = drawn.indices.map { abs(Int(drawn[$0]) - Int($0 % 4 == 3 ? 255 : color[$0 % 4])) }.max()
      #expect((worst ?? 255) <= 8)
    }
  }

  @Test func base64IsReadInBothAlphabetsWithAndWithoutPadding() throws {
    let hash = try ThumbHash(base64: "3OcRJYB4d3h/iIeHeEh3eIhw+j3A")
    #expect(try ThumbHash(base64: "3OcRJYB4d3h_iIeHeEh3eIhw-j3A") == hash)
    let padded = try ThumbHash(base64: "ogeGGo4IkKeAmIiQkAj4eJKgc3OHh3c=")
    #expect(try ThumbHash(base64: "ogeGGo4IkKeAmIiQkAj4eJKgc3OHh3c") == padded)
  }

  @Test func whatIsNoHashIsRefusedWithItsReason() throws {
    func reason(_ bytes: [UInt8]) -> PlaceholderHashError? {
      do throws(PlaceholderHashError) {
        _ = try ThumbHash(bytes)
        return nil
      } catch {
        return error
      }
    }
    func reason(base64 text: String) -> PlaceholderHashError? {
      do throws(PlaceholderHashError) {
        _ = try ThumbHash(base64: text)
        return nil
      } catch {
        return error
      }
    }
    let flower = try ThumbHash(base64: "k0oGLQaSVsN0BVhn2oq2Z5SQUQcZ").bytes
    let clear = try ThumbHash(base64: "4heGFRAYc2qQeph3h4BwF/p2EFonXIZ4eA==").bytes
    for count in flower.indices {
      #expect(
        reason(Array(flower.prefix(count))) == .wrongLength(actual: count, expected: count < 5 ? 5 : 21))
    }
    for count in clear.indices {
      let expected = count < 5 ? 5 : count == 5 ? 6 : clear.count
      #expect(reason(Array(clear.prefix(count))) == .wrongLength(actual: count, expected: expected))
    }
    #expect(reason(flower + [0]) == .wrongLength(actual: 22, expected: 21))
    var flat = flower
    flat[3] &= ~7
    #expect(reason(flat) == .invalidValue(offset: 3))

    #expect(reason(base64: "") == .wrongLength(actual: 0, expected: 5))
    #expect(
      reason(base64: String(repeating: "A", count: 100_000)) == .wrongLength(actual: 100_000, expected: 64))
    #expect(reason(base64: "k0oG QaSVsN0BVhn2oq2Z5SQUQcZ") == .invalidCharacter(offset: 4))
    #expect(reason(base64: "k0oGLQaSVsN0BVhn2oq2Z5SQUQ\u{e9}") == .invalidCharacter(offset: 26))
    #expect(reason(base64: "k0oGL") == .invalidCharacter(offset: 4))
    #expect(reason(base64: "k0oGLR") == .invalidCharacter(offset: 5))
    #expect(reason(base64: "k0oGLQ=") == .invalidCharacter(offset: 6))
    #expect(reason(base64: "k0oGLQ===") == .invalidCharacter(offset: 7))
    #expect(reason(base64: "====") == .invalidCharacter(offset: 0))
  }

  @Test func junkIsAHashOrAnErrorAndWhatIsAHashCanBeDrawn() throws {
    var random = SeededGenerator(seed: 32)
    let samples = try ["4heGFRAYc2qQeph3h4BwF/p2EFonXIZ4eA==", "k0oGLQaSVsN0BVhn2oq2Z5SQUQcZ"].map {
      try ThumbHash(base64: $0).bytes
    }
    var drawn = 0
    for round in 0..<4000 {
      var bytes = (0..<random.below(40)).map { _ in random.byte() }
      if round % 2 == 0 {
        bytes = random.mutated(samples[round / 2 % 2])
      } else if bytes.count > 5, let head = ThumbHashHead(bytes) {
        // As long as the head asks for.
        bytes =
          bytes.prefix(head.byteCount) + (0..<max(0, head.byteCount - bytes.count)).map { _ in random.byte() }
      }
      guard let hash = try? ThumbHash(bytes) else { continue }
      drawn += 1
      let size = try hash.pixels().size
      #expect(max(size.width, size.height) == 32 && min(size.width, size.height) >= 5)
      #expect(try ThumbHash(base64: hash.base64) == hash)
    }
    #expect(drawn > 1000)
    for length in 0..<70 {
      let text = String(decoding: (0..<length).map { _ in UInt8(32 + random.below(96)) }, as: UTF8.self)
      #expect(throws: PlaceholderHashError.self) { try ThumbHash(base64: text) }
    }
  }
}
