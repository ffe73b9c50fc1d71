import Testing

@testable import MediaCodecs

@Suite struct SniffingTests {
  private static func sniff(_ bytes: [UInt8], isComplete: Bool = false) -> ImageFormat.Sniff {
    ImageFormat.sniff(bytes.span.bytes, isComplete: isComplete)
  }

  private static func box(_ brand: String, compatible: [String] = []) -> [UInt8] {
    let body = Array(brand.utf8) + [0, 0, 0, 0] + compatible.flatMap { Array($0.utf8) }
    return Pictures.bigEndian(UInt32(body.count + 8)) + Array("ftyp".utf8) + body
  }

  private static let samples: [(bytes: [UInt8], format: ImageFormat)] = [
    ([0xFF, 0xD8, 0xFF, 0xE0], .jpeg),
    (Pictures.pngSignature, .png),
    (Array("RIFF\u{1}\u{2}\u{3}\u{4}WEBPVP8 ".utf8), .webp),
    (Array("GIF89a".utf8), .gif),
    (box("avif"), .avif), (box("avis"), .avif), (box("mif1", compatible: ["miaf", "avif"]), .avif),
    (box("heic"), .heif), (box("mif1", compatible: ["heic"]), .heif),
    ([0xFF, 0x0A, 1, 2], .jpegXL), ([0, 0, 0, 12] + Array("JXL \r\n".utf8) + [0x87, 0x0A], .jpegXL),
    (Array("BM".utf8) + [UInt8](repeating: 0, count: 12) + [40, 0, 0, 0], .bmp),
    (Array("II".utf8) + [42, 0, 8, 0, 0, 0], .tiff), (Array("MM".utf8) + [0, 42, 0, 0, 0, 8], .tiff),
    ([0, 0, 1, 0, 1, 0, 16, 16], .ico),
    (Array("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), .svg),
    (Array("\u{FEFF}<?xml version='1.0'?>\n<!-- <html> -->\n<svg>".utf8), .svg),
    (Array("<!DOCTYPE svg PUBLIC '-//W3C//DTD SVG 1.1//EN' 'x'><svg>".utf8), .svg),
    (Array("\r\n  <!doctype html>".utf8), .html), (Array("<HTML><head>".utf8), .html),
    (box("isom"), .mp4), (box("mp42"), .mp4), (box("qt  "), .mp4),
    ([0x1A, 0x45, 0xDF, 0xA3, 1], .webm),
  ]

  @Test func formatsAreKnownByContent() {
    for (bytes, format) in Self.samples {
      #expect(Self.sniff(bytes) == .format(format), "\(format)")
    }
    #expect(Set(Self.samples.map(\.format)) == Set(ImageFormat.allCases))
  }

  @Test func shortPrefixesAskForMoreAndNeverGuess() {
    for (bytes, format) in Self.samples {
      for count in 0..<bytes.count {
        let result = Self.sniff(Array(bytes[..<count]))
        #expect(result == .needsMore || result == .format(format), "\(format) from \(count) bytes: \(result)")
      }
    }
  }

  @Test func junkIsNoImage() {
    let junk: [[UInt8]] = [
      Array("hello, world".utf8), Array("{\"error\": 404}".utf8), [0x1F, 0x8B, 8, 0], [0], [0xFF],
      [0xFF, 0x00],
      [UInt8](repeating: 0, count: 64), Array("   ".utf8), Array("<note>".utf8), Array("BMW drives".utf8),
      Array("RIFF1234WAVEfmt ".utf8), Array("<".utf8), Array("<!--".utf8), [0xEF, 0xBB, 0xBF],
    ]
    for bytes in junk {
      guard case .unknown = Self.sniff(bytes, isComplete: true) else {
        Issue.record("\(bytes) is \(Self.sniff(bytes, isComplete: true))")
        continue
      }
      for chunk in [0, 1] {
        #expect(decode(bytes, chunk: chunk).error?.code == "notAnImage")
        #expect(probe(bytes, chunk: chunk).error?.code == "notAnImage")
      }
    }
    #expect(Self.sniff([UInt8](repeating: 0x20, count: 5000)) == .unknown("no data"))
  }

  @Test func nothingAtAllIsEmpty() {
    #expect(decode([]).error == .empty)
    #expect(probe([]).error == .empty)
  }

  // FAULTS 38 (an HTML page is never an image)
  @Test func otherFormatsAreNamedInTheError() {
    for (bytes, format) in Self.samples where !format.isDecodable {
      let padded = bytes + [UInt8](repeating: 0x20, count: 40)
      for chunk in [0, 1, 5] {
        let error = decode(padded, chunk: chunk).error
        #expect(error == .unsupportedFormat(format))
        #expect(error.map { "\($0)" } == "unsupported format: \(format.rawValue)")
        #expect(probe(padded, chunk: chunk).error == .unsupportedFormat(format))
      }
    }
  }

  @Test func errorsHaveStableCodes() {
    let errors: [CodecError] = [
      .empty, .notAnImage("x"), .unsupportedFormat(.gif), .unsupportedFeature("x"), .truncated("x"),
      .corrupt("x"),
      .limitExceeded("x"), .invalidTarget(PixelSize(width: 0, height: 1)), .cancelled, .outOfMemory,
    ]
    #expect(
      errors.map(\.code) == [
        "empty", "notAnImage", "unsupportedFormat", "unsupportedFeature", "truncated", "corrupt",
        "limitExceeded", "invalidTarget", "cancelled", "outOfMemory",
      ])
    #expect(errors.allSatisfy { !$0.description.isEmpty })
  }
}
