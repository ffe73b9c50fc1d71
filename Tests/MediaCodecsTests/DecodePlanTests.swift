import Testing

@testable import MediaCodecs

@Suite struct DecodePlanTests {
  private func plan(
    _ width: Int, _ height: Int, in box: (Int, Int), _ fit: ContentFit = .contain, upscaling: Bool = false,
    orientation: ImageOrientation = .up, canScale: Bool = true
  ) -> DecodePlan {
    DecodePlan(
      storedSize: PixelSize(width: width, height: height), orientation: orientation,
      target: DecodeTarget(
        size: PixelSize(width: box.0, height: box.1), fit: fit, allowsUpscaling: upscaling),
      canScale: canScale)
  }

  @Test func mediaShownAtHalfSizeComesFromTheCodecAlone() {
    let plan = plan(1200, 627, in: (600, 314))
    #expect(plan.eighths == 4)
    #expect(plan.outputSize == PixelSize(width: 600, height: 314))
    #expect(plan.isWhole)
  }

  @Test func bothFormatsGiveTheSameSize() {
    for (width, height) in [(1200, 627), (1201, 627), (1200, 625), (333, 7), (4000, 3000), (17, 4001)] {
      for box in [(600, 314), (300, 300), (64, 64), (1, 1), (150, 20)] {
        for fit in ContentFit.allCases {
          let jpeg = plan(width, height, in: box, fit)
          let png = plan(width, height, in: box, fit, canScale: false)
          #expect(jpeg.outputSize == png.outputSize, "\(width)x\(height) in \(box) \(fit)")
        }
      }
    }
  }

  @Test func codecScaleIsTheSmallestThatCovers() {
    #expect(plan(4000, 3000, in: (500, 375)).eighths == 1)
    #expect(plan(4000, 3000, in: (501, 376)).eighths == 2)
    #expect(plan(4000, 3000, in: (1000, 750)).eighths == 2)
    #expect(plan(4000, 3000, in: (1500, 1500)).eighths == 4)
    #expect(plan(4000, 3000, in: (2001, 2001)).eighths == 8)
    #expect(plan(4000, 3000, in: (500, 375), canScale: false).eighths == 8)
  }

  // FAULTS: prefetch cancel window (downsample target, "wrong aspect"): the aspect is kept.
  @Test func containKeepsTheAspectInsideTheBox() {
    #expect(plan(1000, 500, in: (100, 100)).outputSize == PixelSize(width: 100, height: 50))
    #expect(plan(500, 1000, in: (100, 100)).outputSize == PixelSize(width: 50, height: 100))
    #expect(plan(10_000, 3, in: (100, 100)).outputSize == PixelSize(width: 100, height: 1))
  }

  @Test func coverFillsTheBoxAndCutsEvenly() {
    let plan = plan(1000, 500, in: (100, 100), .cover, canScale: false)
    #expect(plan.outputSize == PixelSize(width: 100, height: 100))
    #expect(plan.region == DecodePlan.Region(x: 250, y: 0, width: 500, height: 500))
  }

  @Test func fillTakesTheBoxExactly() {
    #expect(plan(1000, 500, in: (77, 99), .fill).outputSize == PixelSize(width: 77, height: 99))
  }

  @Test func nothingIsEnlargedUnlessAsked() {
    for fit in ContentFit.allCases {
      let output = plan(40, 20, in: (100, 10), fit).outputSize
      #expect(output.width <= 40 && output.height <= 20, "\(fit)")
    }
    #expect(plan(40, 20, in: (100, 100)).outputSize == PixelSize(width: 40, height: 20))
    #expect(plan(40, 20, in: (30, 100), .cover).outputSize == PixelSize(width: 30, height: 20))
    #expect(plan(40, 20, in: (100, 100), upscaling: true).outputSize == PixelSize(width: 100, height: 50))
    #expect(
      plan(40, 20, in: (100, 100), .cover, upscaling: true).outputSize == PixelSize(width: 100, height: 100))
  }

  // FAULTS 48
  @Test func boxIsTurnedBeforeTheScaleIsChosen() {
    let plan = plan(4000, 3000, in: (750, 1000), orientation: .right)
    #expect(plan.eighths == 2)
    #expect(plan.outputSize == PixelSize(width: 1000, height: 750))
    #expect(plan.displaySize == PixelSize(width: 750, height: 1000))
  }

  // FAULTS: prefetch cancel window (downsample target {0,0}): refused before anything is decoded.
  @Test func boxWithoutPixelsIsRefused() throws {
    let file = try Pictures.jpeg(16, 16)
    for size in [(0, 0), (0, 10), (10, 0), (-5, 10), (16_385, 10), (10, Int.max), (16_384, 16_384)] {
      let size = PixelSize(width: size.0, height: size.1)
      let outcome = decode(file, options: DecodeOptions(target: DecodeTarget(size: size)))
      #expect(outcome.error == .invalidTarget(size))
      #expect(outcome.events.isEmpty)
    }
  }
}
