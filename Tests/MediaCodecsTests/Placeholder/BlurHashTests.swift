import SeededRandom
import Testing

@testable import MediaCodecs

@Suite struct BlurHashTests {
  /// From the table of reference hashes of github.com/woltapp/blurhash (Reference/Hashes.csv) and its `Algorithm.md`.
  private static let published = [
    ("00JHjm", 1, 1), ("96JHjmyG", 1, 2), ("3aJHjmVu8_~p", 4, 1), ("LlMF%n00%#MwS|WCWEM{R*bbWBbH", 4, 3),
    (",lMF%n00%#Mwo}S|WCWEM{a$R*bbWBbHflRjofs.R*R+s:ofjsofbFs:jsWCfQjZWVf8j@jsjsoLj[azj?j[", 5, 8),
    (
      ":lMF%n00%#Mwo}wbtRjFS|WCWEM{a$s.WBazR*bbWBbHflaxt7aeRjofs.R*R+axR+WBs:ofjsofbFWBflfjs:jsWCfQjZWC"
        + "bHkCWVf8j@jsjsa|ayj@oLj[azj?j[f6oLay", 8, 8
    ),
  ]

  @Test func publishedHashesAreReadWithTheirComponents() throws {
    for (text, x, y) in Self.published {
      let hash = try BlurHash(text)
      #expect(hash.text == text)
      #expect(hash.componentsX == x && hash.componentsY == y)
    }
    // Digits 22, 15, 64 and 49: 0xC19A8A.
    let color = try BlurHash("LlMF%n00%#MwS|WCWEM{R*bbWBbH").averageColor
    #expect(color == PixelColor(red: 193, green: 154, blue: 138))
    #expect(try BlurHash("00JHjm").averageColor == PixelColor(red: 167, green: 157, blue: 145))
  }

  /// What the reference decoder (C/decode.c) draws in 32 by 24 pixels: four corners, and the middle.
  @Test(arguments: [
    (
      "LEHV6nWB2yk8pyo0adR*.7kCMdnj",
      [[135, 164, 177], [137, 166, 181], [158, 125, 108], [136, 144, 147], [132, 142, 147]]
    ),
    (
      "LlMF%n00%#MwS|WCWEM{R*bbWBbH",
      [[91, 67, 0], [249, 245, 238], [181, 107, 80], [158, 112, 66], [244, 223, 222]]
    ),
    (
      "LGF5]+Yk^6#M@-5c,1J5@[or[Q6.",
      [[176, 118, 163], [225, 84, 129], [107, 126, 130], [170, 161, 89], [142, 97, 99]]
    ),
    (
      published[5].0,
      [[132, 105, 37], [249, 255, 255], [189, 122, 89], [197, 164, 124], [250, 248, 246]]
    ),
  ])
  func pixelsAreThoseOfTheReferenceDecoder(text: String, expected: [[Int]]) throws {
    let pixels = try BlurHash(text).pixels(size: PixelSize(width: 32, height: 24))
    #expect(pixels.isOpaque)
    for (place, color) in zip([(0, 0), (31, 0), (16, 12), (0, 23), (31, 23)], expected) {
      let start = (place.1 * 32 + place.0) * 4
      for channel in 0..<3 {
        #expect(abs(Int(pixels.bytes[start + channel]) - color[channel]) <= 1, "\(place)")
      }
      #expect(pixels.bytes[start + 3] == 255)
    }
  }

  /// What the reference encoder (C/encode.c) makes of the same pixels.
  @Test(arguments: [
    (60, 40, 4, 3, "L$HVC~2Z$5Shl}ayjtf6gcfjfQfj"), (64, 64, 4, 3, "L$HV9[2Z$5Shhpa#jsf8gcfjfQfj"),
    (60, 40, 1, 1, "00HVC~"), (60, 40, 3, 1, "2$HVC~2Z$5"), (40, 60, 3, 4, "T$Heqf2s$6hpayjsgdfifRi~a{js"),
    (1, 1, 4, 3, "L3000UfZfZfZfZfZfZfZfZfZfZfZ"),
    (
      60, 40, 9, 9,
      "|$HVC~2Z$5Sho1bIa|j]a_l}ayjtf6fQf6fQf5fNgcfjfQfjfQfkfQfkfOnma_jtfOfQfOfQfNfLfjfOfQfOfQfNfQfMfToMa}jt"
        + "fRfQfRfQfSfTe;fPfQfPfQfPfQfOfPofa|jtfQfQfQfQfQfNe;fSfQfSfQfSfQfTfP"
    ),
  ])
  func theHashIsThatOfTheReferenceEncoder(width: Int, height: Int, x: Int, y: Int, expected: String) throws {
    for format in PixelFormat.allCases {
      let pixels = try Pictures.photo(width, height, format: format)
      let hash = try BlurHash(encoding: pixels, componentsX: x, componentsY: y)
      #expect(hash.text == expected)
      #expect(try BlurHash(expected) == hash)
    }
  }

  @Test func aPictureOfOneColorComesBackInThatColor() throws {
    for color in [[0, 0, 0], [255, 255, 255], [12, 200, 77], [255, 0, 0]] as [[UInt8]] {
      let pixels = try PixelBuffer(size: PixelSize(width: 9, height: 5), isOpaque: true) { bytes in
        for index in bytes.indices { bytes[index] = index % 4 == 3 ? 255 : color[index % 4] }
      }
      let hash = try BlurHash(encoding: pixels, componentsX: 1, componentsY: 1)
      #expect(hash.averageColor == PixelColor(red: color[0], green: color[1], blue: color[2]))
      let drawn = try hash.pixels(size: PixelSize(width: 3, height: 3)).bytes
      for index in drawn.indices { #expect(drawn[index] == (index % 4 == 3 ? 255 : color[index % 4])) }
    }
  }

  @Test func alphaIsBlendedOverWhite() throws {
    let clear = try PixelBuffer(size: PixelSize(width: 4, height: 4)) { _ in }
    #expect(try BlurHash(encoding: clear).averageColor == PixelColor(red: 255, green: 255, blue: 255))
    let straight = try BlurHash(encoding: try Pictures.photo(30, 20, hasAlpha: true))
    let multiplied = try BlurHash(
      encoding: try Pictures.photo(30, 20, hasAlpha: true).converted(to: .bgra8, alphaMode: .premultiplied))
    #expect(straight == multiplied)
  }

  @Test func whatIsNoHashIsRefusedWithItsReason() {
    func reason(_ text: String) -> PlaceholderHashError? {
      do throws(PlaceholderHashError) {
        _ = try BlurHash(text)
        return nil
      } catch {
        return error
      }
    }
    #expect(reason("") == .wrongLength(actual: 0, expected: 6))
    #expect(reason("00JHj") == .wrongLength(actual: 5, expected: 6))
    #expect(reason("00JHjm0") == .wrongLength(actual: 7, expected: 6))
    #expect(reason("LlMF%n00%#MwS|WCWEM{R*bbWBb") == .wrongLength(actual: 27, expected: 28))
    #expect(reason(String(repeating: "L", count: 100_000)) == .wrongLength(actual: 100_000, expected: 28))
    #expect(reason("0\"JHjm") == .invalidCharacter(offset: 1))
    #expect(reason(" 0JHjm") == .invalidCharacter(offset: 0))
    #expect(reason("00JH\u{e9}") == .invalidCharacter(offset: 4))
    // Ten rows of components; a color over 24 bits; a wave beyond 19 steps a channel.
    #expect(reason("}" + String(repeating: "0", count: 5)) == .invalidValue(offset: 0))
    #expect(reason("00~~~~") == .invalidValue(offset: 2))
    #expect(reason("10JHjm~~") == .invalidValue(offset: 6))
  }

  @Test func componentsAndSizesHaveBounds() throws {
    let pixels = try Pictures.photo(8, 8)
    for (x, y) in [(0, 3), (3, 0), (10, 1), (1, 10), (-1, 1), (.max, .max)] {
      #expect(throws: PlaceholderHashError.invalidComponents(x: x, y: y)) {
        try BlurHash(encoding: pixels, componentsX: x, componentsY: y)
      }
    }
    let hash = try BlurHash("00JHjm")
    for (width, height) in [(0, 1), (1, 0), (-1, 4), (257, 1), (1, 257), (.max, .max), (.min, .min)] {
      let size = PixelSize(width: width, height: height)
      #expect(throws: CodecError.invalidTarget(size)) { try hash.pixels(size: size) }
    }
    #expect(try hash.pixels(size: PixelSize(width: 256, height: 256)).byteCount == 256 * 256 * 4)
  }

  @Test func junkIsAHashOrAnErrorAndWhatIsAHashCanBeDrawn() throws {
    var random = SeededGenerator(seed: 83)
    let alphabet = Array(
      "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz#$%*+,-.:;=?@[]^_{|}~".utf8)
    var drawn = 0
    for _ in 0..<4000 {
      let x = 1 + random.below(9)
      let y = 1 + random.below(9)
      var text = (0..<(4 + 2 * x * y)).map { _ in alphabet[random.below(83)] }
      text[0] = alphabet[x - 1 + (y - 1) * 9]
      // Small values are more often allowed.
      if random.below(2) == 0 { for index in stride(from: 2, to: text.count, by: 2) { text[index] = 0x30 } }
      if random.below(4) == 0 { text = random.mutated(text) }
      guard let hash = try? BlurHash(String(decoding: text, as: UTF8.self)) else { continue }
      drawn += 1
      let pixels = try hash.pixels(size: PixelSize(width: 1 + random.below(8), height: 1 + random.below(8)))
      #expect(pixels.isOpaque)
      #expect(try BlurHash(hash.text) == hash)
    }
    #expect(drawn > 1000)
  }
}
