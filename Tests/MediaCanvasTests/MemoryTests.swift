#if Canvas
  import CMemoryFacts
  import MediaCanvas
  import Testing

  @Suite @MainActor struct MemoryTests {
    @Test func drawingLeavesNothingBehind() throws {
      let fixture = CanvasFixture()
      let surface = CanvasCard(scale: 2)
      let ad = try fixture.ad(SampleAd(campaign: Golden.campaign)) { $0.pixelFormat = .rgba8 }
      let cell = CardCell(surface: surface)
      cell.show(ad, card: CardLayout.single(CardContent(ad), width: 150))
      fixture.serveAll()
      surface.mediaArea.alpha = 0.5
      let canvas = try MediaCanvas(
        size: LayoutSize(width: 150, height: 300), scale: 2, background: Golden.white)
      canvas.add(surface)
      // Fonts and caches are there once all has been drawn.
      for _ in 0..<20 { _ = try canvas.render() }
      let before = cmemoryfacts_heap_bytes()
      let count = 200
      for _ in 0..<count { _ = try canvas.render() }
      let after = cmemoryfacts_heap_bytes()
      // An object of Cairo or Pango that each drawing forgets has more than 32 bytes.
      #expect(after < before + 32 * count, "\(before) bytes, then \(after)")
      withExtendedLifetime(cell) {}
    }
  }
#endif
