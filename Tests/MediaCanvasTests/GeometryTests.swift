#if Canvas
  import MediaCanvas
  import Testing

  @Suite @MainActor struct GeometryTests {
    /// A disk of 20 pixels in the middle of a picture of 101x67.
    private static let disk = TestPicture.picture(PixelSize(width: 101, height: 67), isOpaque: true) { x, y in
      let (u, v) = (x - 50.5, y - 33.5)
      return u * u + v * v < 100 ? TestPicture.color(0, 0, 0) : TestPicture.color(255, 255, 255)
    }

    private nonisolated static let sizes = [
      LayoutSize(width: 37, height: 91), LayoutSize(width: 91, height: 37), LayoutSize(width: 53, height: 53),
      LayoutSize(width: 101, height: 67), LayoutSize(width: 100, height: 67),
      LayoutSize(width: 33.3, height: 47.7),
      LayoutSize(width: 313, height: 211),
    ]

    @Test(arguments: [ContentFit.contain, .cover, .center], sizes)
    func pictureIsNeverDistorted(_ fit: ContentFit, _ size: LayoutSize) throws {
      for scale in [1.0, 1.5, 2, 3] {
        let (width, height) = try diskSize(fit, size, scale)
        #expect(abs(width - height) < 0.5, "\(fit) at \(scale): \(width)x\(height)")
        let (horizontal, vertical) = (size.width * scale / 101, size.height * scale / 67)
        let factor =
          switch fit {
          case .contain: min(horizontal, vertical)
          case .cover: max(horizontal, vertical)
          default: 1.0
          }
        #expect(abs(width - 20 * factor) < 0.04 * 20 * factor + 0.5)
      }
    }

    @Test func onlyFillDistorts() throws {
      let (width, height) = try diskSize(.fill, LayoutSize(width: 202, height: 67), 1)
      #expect(abs(width - 40) < 1 && abs(height - 20) < 0.5)
    }

    /// Width and height of the disk, by how dark the middle row and the middle column are.
    private func diskSize(
      _ fit: ContentFit, _ size: LayoutSize, _ scale: Double
    ) throws -> (Double, Double) {
      let white = PixelColor(red: 255, green: 255, blue: 255)
      let pixels = try render(size, scale: scale, background: white) {
        $0.picture(
          Self.disk, in: LayoutRect(x: 0, y: 0, width: size.width, height: size.height), fit: fit)
      }
      // The mean of the middle lines where there are two.
      func extent(_ length: Int, _ across: Int, _ green: (Int, Int) -> Int) -> Double {
        let middle = [(across - 1) / 2, across / 2]
        return middle.map { line in
          (0..<length).reduce(0.0) { $0 + Double(255 - green($1, line)) / 255 }
        }.reduce(0, +) / 2
      }
      let (width, height) = (pixels.size.width, pixels.size.height)
      return (
        extent(width, height) { pixels.pixel($0, $1).y }, extent(height, width) { pixels.pixel($1, $0).y }
      )
    }

    @Test(arguments: [1.0, 2, 3]) func nothingIsDrawnOutsideOfTheCorners(_ scale: Double) throws {
      let area = CanvasMediaArea(frame: LayoutRect(x: 5, y: 7, width: 50, height: 40), scale: scale)
      area.cornerRadius = 12
      area.contentMode = .cover
      area.show(.image(MediaImage(TestPicture.landscape)))
      let canvas = try MediaCanvas(size: LayoutSize(width: 60, height: 54), scale: scale)
      canvas.add(area)
      let pixels = try canvas.render()
      for y in 0..<pixels.size.height {
        for x in 0..<pixels.size.width {
          let (u, v) = ((Double(x) + 0.5) / scale - 5, (Double(y) + 0.5) / scale - 7)
          // The distance from the shape, below 0 inside.
          let (a, b) = (abs(u - 25) - 13, abs(v - 20) - 8)
          let distance = (max(a, 0) * max(a, 0) + max(b, 0) * max(b, 0)).squareRoot() + min(max(a, b), 0) - 12
          let alpha = pixels.pixel(x, y).w
          if distance * scale > 1 { #expect(alpha == 0, "\(x),\(y)") }
          if distance * scale < -1 { #expect(alpha == 255, "\(x),\(y)") }
        }
      }
    }

    @Test func pictureThatWasDecodedForTheAreaIsDrawnPixelByPixel() throws {
      let picture = TestPicture.scene(PixelSize(width: 80, height: 60), format: .bgra8)
      for fit in ContentFit.allCases {
        let pixels = try render(LayoutSize(width: 40, height: 30), scale: 2) {
          $0.picture(picture, in: LayoutRect(x: 0, y: 0, width: 40, height: 30), fit: fit)
        }
        #expect(PixelDifference(picture, pixels) == nil, "\(fit)")
      }
    }

    @Test func pixelSizeIsThatOfWhatIsDrawn() throws {
      for width in stride(from: 10.0, through: 12, by: 0.125) {
        let area = CanvasMediaArea(frame: LayoutRect(x: 3.3, y: 1.7, width: width, height: 9), scale: 1.5)
        area.contentMode = .fill
        area.show(.image(MediaImage(TestPicture.small)))
        let canvas = try MediaCanvas(size: LayoutSize(width: 30, height: 30), scale: 1.5)
        canvas.add(area)
        let drawn = try #require(try canvas.render().bounds { $0.w > 0 })
        #expect(area.pixelSize == PixelSize(width: drawn.x.count, height: drawn.y.count))
      }
    }

    @Test func textStandsInTheSamePlaceAtEveryScale() throws {
      let text = CardText("Breaks in the same places, wherever it is drawn", maximumLines: 3)
      let bounds = try [1.0, 2, 3].map { scale in
        let pixels = try render(LayoutSize(width: 150, height: 64), scale: scale) {
          $0.text(
            text, in: LayoutRect(x: 8, y: 8, width: 134, height: 48),
            color: PixelColor(red: 0, green: 0, blue: 0))
        }
        let ink = try #require(pixels.bounds { $0.w > 40 })
        return [ink.x.lowerBound, ink.x.upperBound, ink.y.lowerBound, ink.y.upperBound].map {
          Double($0) / scale
        }
      }
      for other in bounds.dropFirst() {
        for (one, another) in zip(bounds[0], other) { #expect(abs(one - another) <= 1) }
      }
    }

    @Test func rightToLeftBeginsAtTheRight() throws {
      func ink(_ direction: LayoutDirection) throws -> Range<Int> {
        let pixels = try render(LayoutSize(width: 100, height: 30)) {
          $0.text(
            CardText("שלום"), in: LayoutRect(x: 10, y: 5, width: 80, height: 20),
            color: PixelColor(red: 0, green: 0, blue: 0), direction: direction)
        }
        return try #require(pixels.bounds { $0.w > 40 }).x
      }
      #expect(try ink(.leftToRight).lowerBound <= 12)
      #expect(try ink(.rightToLeft).upperBound >= 88)
    }

    @Test func textKeepsWithinItsFrame() throws {
      for lines in [1, 2, 9] {
        let pixels = try render(LayoutSize(width: 120, height: 100)) {
          $0.text(
            CardText(String(repeating: "Words without an end ", count: 20), maximumLines: lines),
            in: LayoutRect(x: 10, y: 10, width: 100, height: 36), color: PixelColor(red: 0, green: 0, blue: 0)
          )
        }
        let ink = try #require(pixels.bounds { $0.w > 0 })
        #expect(ink.x.lowerBound >= 9 && ink.x.upperBound <= 111)
        #expect(ink.y.lowerBound >= 9 && ink.y.upperBound <= 47)
      }
    }
  }
#endif
