#if Canvas
  import MediaCanvas
  import Testing

  @Suite @MainActor struct DisplayTests {
    @Test func emptyCardIsNotDrawn() throws {
      let surface = CanvasCard()
      surface.show(
        Card(
          size: LayoutSize(width: 20, height: 20),
          elements: [
            CardElement(
              role: .background, frame: LayoutRect(x: 0, y: 0, width: 20, height: 20), content: .fill(.accent)
            )
          ]))
      let canvas = try MediaCanvas(size: LayoutSize(width: 20, height: 20))
      canvas.add(surface)
      #expect(try canvas.render().pixel(10, 10).w == 255)
      surface.show(nil)
      #expect(try canvas.render().bounds { $0.w > 0 } == nil)
      #expect(surface.mediaDisplay.pixelSize == nil)
    }

    // B4
    @Test func creativeAndIconKeepTheirRatioInPlacesOfAnother() throws {
      let fixture = CanvasFixture()
      let view = NativeAdView(mediaView: MediaView(), iconView: MediaView())
      let mirror = CanvasAdView(view, frame: LayoutRect(x: 0, y: 0, width: 200, height: 100))
      mirror.place(.media, in: LayoutRect(x: 0, y: 0, width: 100, height: 100))
      mirror.place(.icon, in: LayoutRect(x: 100, y: 25, width: 100, height: 50))
      let canvas = try MediaCanvas(size: LayoutSize(width: 200, height: 100))
      canvas.add(mirror)
      view.nativeAd = try fixture.ad()
      fixture.serveAll()
      let pixels = try canvas.render()
      // 1200 by 628, as wide as its place: 52 pixels high. Read in the middle, where no mark is.
      let column = (0..<100).filter { pixels.pixel(50, $0).w > 0 }
      #expect((52...54).contains(column.count))
      #expect(column.first.map { (22...24).contains($0) } == true)
      #expect(pixels.pixel(1, 50).w > 0 && pixels.pixel(98, 50).w > 0)
      // A ring of the height of its place, and as wide.
      let row = (100..<200).filter { pixels.pixel($0, 50).w > 0 }
      #expect(row.first.map { (125...128).contains($0) } == true)
      #expect(row.last.map { (171...174).contains($0) } == true)
    }

    @Test func cardIsCutOffAtItsEdges() throws {
      let surface = CanvasCard()
      surface.x = 4
      surface.show(
        Card(
          size: LayoutSize(width: 10, height: 10),
          elements: [
            CardElement(
              role: .background, frame: LayoutRect(x: -50, y: -50, width: 100, height: 100),
              content: .fill(.accent))
          ]))
      let canvas = try MediaCanvas(size: LayoutSize(width: 20, height: 20))
      canvas.add(surface)
      let drawn = try #require(try canvas.render().bounds { $0.w > 0 })
      #expect(drawn.x == 4..<14 && drawn.y == 0..<10)
      canvas.remove(surface)
      #expect(canvas.items.isEmpty)
    }

    @Test func mediaAreaIsTheSameBeforeAndAfterLoading() throws {
      let fixture = CanvasFixture()
      let surface = CanvasCard(scale: 2)
      let ad = try fixture.ad()
      let cell = CardCell(surface: surface)
      cell.show(ad, card: CardLayout.single(CardContent(ad), width: 200))
      let (frame, size) = (surface.mediaArea.frame, surface.mediaArea.pixelSize)
      #expect(surface.mediaArea.placeholder != nil)
      fixture.serveAll()
      #expect(ad.mediaLoadingState == .loaded && surface.mediaArea.placeholder == nil)
      guard case .image(let image) = surface.mediaArea.content else {
        Issue.record("no picture")
        return
      }
      #expect(surface.mediaArea.frame == frame && surface.mediaArea.pixelSize == size)
      // It was decoded for the area, for Cairo.
      #expect(image.size.width == size?.width && image.pixels.format == .bgra8)
    }

    @Test func placeholderThatWasReplacedTakesNoOtherAway() {
      let area = CanvasMediaArea()
      let slot = MediaSlot(display: area, pipeline: CanvasFixture().pipeline)
      slot.showPlaceholder()
      let first = area.placeholder
      slot.showPlaceholder()
      #expect(area.placeholder != nil && area.placeholder !== first)
      if let first { area.uninstall(first) }
      #expect(area.placeholder === slot.placeholderView)
      slot.removePlaceholder()
      #expect(area.placeholder == nil)
    }

    @Test func viewShowsTheTextsOfItsAd() throws {
      let fixture = CanvasFixture()
      let view = NativeAdView(mediaView: MediaView(), iconView: MediaView())
      let mirror = CanvasAdView(view, frame: LayoutRect(x: 10, y: 10, width: 80, height: 60))
      mirror.place(.icon, in: LayoutRect(x: 0, y: 0, width: 16, height: 16))
      mirror.place(.title, in: LayoutRect(x: 0, y: 20, width: 80, height: 18))
      let canvas = try MediaCanvas(size: LayoutSize(width: 100, height: 80))
      canvas.add(mirror)
      #expect(try canvas.render().bounds { $0.w > 0 } == nil)
      view.nativeAd = try fixture.ad()
      fixture.serveAll()
      let drawn = try #require(try canvas.render().bounds { $0.w > 100 })
      // From the icon and the title at the left to the AdChoices mark at the right.
      #expect(drawn.x.lowerBound <= 12 && drawn.x.upperBound == 90 && drawn.y.lowerBound == 10)
      view.nativeAd = nil
      #expect(try canvas.render().bounds { $0.w > 0 } == nil)
    }

    @Test func systemFontsDrawWhatTheBundledFontHas() throws {
      let pixels = try render(LayoutSize(width: 100, height: 30), fonts: .system) {
        $0.text(
          CardText("Letters"), in: LayoutRect(x: 0, y: 0, width: 100, height: 30),
          color: PixelColor(red: 0, green: 0, blue: 0))
      }
      let ink = try #require(pixels.bounds { $0.w > 40 })
      #expect(ink.x.count > 40 && ink.x.count < 60)
    }
  }
#endif
