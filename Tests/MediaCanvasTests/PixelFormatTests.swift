#if Canvas
  import Testing

  @testable import MediaCanvas

  @Suite @MainActor struct PixelFormatTests {
    @Test func everyFormatGivesTheSamePixels() throws {
      let pixels = try PixelFormat.allCases.flatMap { format in
        try AlphaMode.allCases.map { alphaMode in
          let picture = try TestPicture.icon.converted(to: format, alphaMode: alphaMode)
          return try render(LayoutSize(width: 50, height: 40)) {
            $0.picture(picture, in: LayoutRect(x: 0, y: 0, width: 50, height: 40), fit: .contain)
          }
        }
      }
      for other in pixels.dropFirst() { #expect(PixelDifference(pixels[0], other) == nil) }
    }

    @Test func channelsAndAlphaAreRight() throws {
      let picture = TestPicture.picture(PixelSize(width: 2, height: 1), isOpaque: false) { x, _ in
        TestPicture.color(200, 100, 50, alpha: x < 1 ? 255 : 128)
      }
      let pixels = try render(LayoutSize(width: 2, height: 1)) {
        $0.picture(picture, in: LayoutRect(x: 0, y: 0, width: 2, height: 1), fit: .fill)
      }
      #expect(pixels.format == .bgra8 && pixels.alphaMode == .premultiplied && !pixels.isOpaque)
      #expect(pixels.pixel(0, 0) == SIMD4(200, 100, 50, 255))
      #expect(pixels.pixel(1, 0) == SIMD4(100, 50, 25, 128))
    }

    @Test func whatCairoTakesIsNotCopied() throws {
      var drawable = DrawablePixels()
      let premultiplied = try TestPicture.icon.converted(to: .bgra8, alphaMode: .premultiplied)
      #expect(try drawable.pixels(for: premultiplied) === premultiplied)
      let opaque = TestPicture.scene(PixelSize(width: 4, height: 4), format: .bgra8)
      #expect(try drawable.pixels(for: opaque) === opaque)
    }

    @Test func conversionIsKeptForTheSamePicture() throws {
      var drawable = DrawablePixels()
      let first = try drawable.pixels(for: TestPicture.icon)
      #expect(first !== TestPicture.icon)
      #expect(try drawable.pixels(for: TestPicture.icon) === first)
      #expect(try drawable.pixels(for: TestPicture.small) !== first)
      #expect(try drawable.pixels(for: TestPicture.icon) !== first)
    }

    @Test func backgroundSaysWhetherTheCanvasIsOpaque() throws {
      let color = PixelColor(red: 1, green: 2, blue: 3)
      let pixels = try MediaCanvas(size: LayoutSize(width: 3, height: 2), background: color).render()
      #expect(pixels.isOpaque && pixels.pixel(2, 1) == SIMD4(1, 2, 3, 255))
      let empty = try MediaCanvas(size: LayoutSize(width: 3, height: 2)).render()
      #expect(!empty.isOpaque && empty.pixel(2, 1) == .zero)
    }
  }
#endif
