import Foundation
import SeededRandom
import Testing

@testable import MediaCodecs

/// Damaged files must end in a picture or an error: never in a crash, a hang, or memory over the limits.
@Suite struct MutationTests {
  private static func options(_ random: inout SeededGenerator) -> DecodeOptions {
    var options = DecodeOptions()
    options.limits.maximumPixels = 1_000_000
    if random.below(2) == 0 {
      options.target = DecodeTarget(
        size: PixelSize(width: 1 + random.below(80), height: 1 + random.below(80)),
        fit: ContentFit.allCases[random.below(ContentFit.allCases.count)],
        allowsUpscaling: random.below(2) == 0)
    }
    options.pixelFormat = PixelFormat.allCases[random.below(2)]
    options.alphaMode = AlphaMode.allCases[random.below(2)]
    options.makesPreviews = random.below(2) == 0
    options.allowsPartial = random.below(2) == 0
    return options
  }

  @Test func damagedFilesEndInAPictureOrAnError() throws {
    let environment = ProcessInfo.processInfo.environment
    let seed = environment["LAZYMEDIA_SEED"].flatMap(UInt64.init) ?? 20_240_607
    let rounds = environment["LAZYMEDIA_MUTATIONS"].flatMap(Int.init) ?? 1500
    let exif = Pictures.exif(6, thumbnail: 3)
    let seeds = [
      Pictures.inserting(exif, into: try Pictures.jpeg(60, 44)),
      try Pictures.jpeg(60, 44, isProgressive: true, iccProfile: Pictures.profile(byteCount: 200)),
      try Pictures.jpeg(60, 44, subsampling: .horizontal),
      try Pictures.png(60, 44, hasAlpha: true), try Pictures.png(60, 44, isInterlaced: true),
      try PNGEncoder().encode(try Pictures.photo(20, 20), iccProfile: Pictures.profile(byteCount: 200)),
      Pictures.png(
        header: Pictures.header(3, 2, depth: 16, colorType: 2),
        before: [Pictures.chunk("tRNS", [0, 1, 0, 2, 0, 3])], rows: [UInt8](repeating: 0, count: 38)),
    ]
    var random = SeededGenerator(seed: seed)
    var failures = 0
    for round in 0..<rounds {
      let file = random.mutated(seeds[random.below(seeds.count)])
      let options = Self.options(&random)
      let whole = decode(file, options: options)
      #expect((whole.image == nil) == (whole.error != nil), "seed \(seed), round \(round)")
      if whole.error != nil { failures += 1 }
      if case .some(let image) = whole.image {
        #expect(image.pixels.size.isValid)
        #expect((image.goodRows ?? 0) <= max(image.pixels.size.width, image.pixels.size.height))
      }
      _ = probe(file, chunk: 3)
      let pieces = decode(file, chunk: 1 + random.below(200), options: options)
      #expect(pieces.summary == whole.summary, "seed \(seed), round \(round)")
      #expect(pieces.bytes == whole.bytes, "seed \(seed), round \(round)")
    }
    // Some must fail, or nothing was damaged.
    #expect(failures > rounds / 10)
  }
}
