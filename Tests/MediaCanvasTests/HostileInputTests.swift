#if Canvas
  import Testing

  @testable import MediaCanvas

  @Suite @MainActor struct HostileInputTests {
    @Test(arguments: [0, 0.99, 3.01, -1, .nan, .infinity] as [Double])
    func scaleFactorOtherThanOneToThreeIsRefused(_ scale: Double) {
      let error = #expect(throws: CanvasError.self) {
        try MediaCanvas(size: LayoutSize(width: 10, height: 10), scale: scale)
      }
      #expect(error?.code == "invalidScale")
    }

    @Test(arguments: [0, -5, .nan, 0.4] as [Double]) func sideWithoutAPixelIsRefused(_ side: Double) {
      for size in [LayoutSize(width: side, height: 10), LayoutSize(width: 10, height: side)] {
        let error = #expect(throws: CanvasError.self) { try MediaCanvas(size: size) }
        #expect(error?.code == "invalidSize")
      }
    }

    @Test func memoryIsBounded() throws {
      for size in [
        LayoutSize(width: 16_385, height: 1), LayoutSize(width: 1, height: .infinity),
        LayoutSize(width: 16_000, height: 16_000), LayoutSize(width: 1e300, height: 1e300),
      ] {
        #expect(throws: CanvasError.tooLarge(size, scale: 1)) { try MediaCanvas(size: size) }
      }
      #expect(throws: CanvasError.tooLarge(LayoutSize(width: 9_000, height: 1), scale: 2)) {
        try MediaCanvas(size: LayoutSize(width: 9_000, height: 1), scale: 2)
      }
      #expect(try MediaCanvas(size: LayoutSize(width: 16_384, height: 1)).render().size.width == 16_384)
    }

    private nonisolated static let texts = [
      "", " ", "\0", "a\0b", "\u{7}\u{1B}[31m\r\n\t", "\u{2028}\u{2029}\u{85}", "\u{FFFE}\u{FFFF}\u{10FFFF}",
      String(repeating: "a", count: 100_000), String(repeating: "word ", count: 20_000),
      "e" + String(repeating: "\u{301}", count: 100_000), String(repeating: "\u{202E}", count: 100_000) + "x",
      String(repeating: "\u{2067}", count: 1_000) + "שלום", String(repeating: "\n", count: 100_000),
      String(repeating: "👨‍👩‍👧‍👦", count: 10_000), "\u{200B}\u{200E}\u{200F}",
      String(repeating: "ﷺ", count: 10_000),
    ]

    @Test(arguments: texts) func anyTextIsDrawn(_ string: String) throws {
      for fonts in CanvasFonts.allCases {
        for (lines, size) in [(1, 14.0), (Int.max, 1), (2, 1e300)] {
          _ = try render(LayoutSize(width: 100, height: 40), fonts: fonts) { painter in
            for direction in LayoutDirection.allCases {
              painter.text(
                CardText(string, fontSize: size, maximumLines: lines),
                in: LayoutRect(x: 0, y: 0, width: 100, height: 40),
                color: PixelColor(red: 0, green: 0, blue: 0),
                direction: direction)
            }
          }
        }
      }
      #expect(DrawableText.string(string).unicodeScalars.count <= DrawableText.limit + 1)
    }

    @Test func whatHasNoPlaceIsNotDrawn() throws {
      let numbers = [Double.nan, .infinity, -.infinity, 1e300, -1e300, 1e7, -1e7, 0, -1]
      let pixels = try render(LayoutSize(width: 20, height: 20)) { painter in
        let black = PixelColor(red: 0, green: 0, blue: 0)
        for number in numbers {
          for rect in [
            LayoutRect(x: number, y: 30, width: 5, height: 5),
            LayoutRect(x: 30, y: number, width: 5, height: 5),
            LayoutRect(x: 0, y: 0, width: number, height: 5),
            LayoutRect(x: 0, y: 0, width: 5, height: number),
          ] {
            painter.fill(rect, black, cornerRadius: 3)
            painter.picture(TestPicture.small, in: rect, fit: .cover, cornerRadius: 3)
            painter.text(CardText("text"), in: rect, color: black)
            painter.adChoicesMark(in: rect)
          }
        }
      }
      #expect(pixels.bounds { $0.w > 0 } == nil)
    }

    @Test func numbersThatAreNoneChangeNoPixelOutsideOfTheFrame() throws {
      for number in [Double.nan, .infinity, -.infinity, -3] {
        let pixels = try render(LayoutSize(width: 20, height: 20)) { painter in
          let frame = LayoutRect(x: 5, y: 5, width: 10, height: 10)
          painter.fill(frame, PixelColor(red: 0, green: 0, blue: 0), cornerRadius: number)
          painter.text(
            CardText("text", fontSize: number, maximumLines: 1), in: frame,
            color: PixelColor(red: 0, green: 0, blue: 0))
          painter.text(
            CardText("text", maximumLines: -1), in: frame, color: PixelColor(red: 0, green: 0, blue: 0))
          painter.picture(TestPicture.small, in: frame, fit: .cover, alpha: number)
        }
        let drawn = try #require(pixels.bounds { $0.w > 0 })
        #expect(drawn.x == 5..<15 && drawn.y == 5..<15)
      }
    }

    @Test func painterThatIsKeptDrawsNothingLater() throws {
      var kept: CanvasPainter?
      let frame = LayoutRect(x: 0, y: 0, width: 10, height: 10)
      _ = try render(LayoutSize(width: 10, height: 10)) { kept = $0 }
      let painter = try #require(kept)
      painter.fill(frame, PixelColor(red: 0, green: 0, blue: 0))
      painter.text(CardText("text"), in: frame, color: PixelColor(red: 0, green: 0, blue: 0))
      painter.picture(TestPicture.small, in: frame, fit: .fill)
      painter.adChoicesMark(in: frame)
      #expect(painter.failure == nil)
      let area = CanvasMediaArea(frame: frame)
      area.show(.image(MediaImage(TestPicture.small)))
      area.draw(on: painter)
    }

    @Test func areaWithoutASizeHasNoPixels() {
      for number in [Double.nan, .infinity, 0, -1, 1e300] {
        let frame = LayoutRect(x: 0, y: 0, width: number, height: 10)
        #expect(CanvasMediaArea(frame: frame).pixelSize == nil)
      }
      let frame = LayoutRect(x: 0, y: 0, width: 10, height: 10)
      #expect(CanvasMediaArea(frame: frame, scale: .nan).pixelSize == nil)
      #expect(CanvasMediaArea(frame: frame, scale: 2).pixelSize == PixelSize(width: 20, height: 20))
    }
  }
#endif
