#if Canvas
  import MediaCanvas

  extension Golden {
    static let lists: [Golden] = [
      Golden("list-small@1x") {
        try list(SmallRowRenderer { CanvasCard(scale: 1) }, .vertical, LayoutSize(width: 320, height: 300))
      },
      Golden("list-circular@1x") {
        try list(CircularRenderer { CanvasCard(scale: 1) }, .horizontal, LayoutSize(width: 320, height: 256))
      },
      Golden("list-circular-right-to-left@1x") {
        try list(
          CircularRenderer(direction: .rightToLeft) { CanvasCard(scale: 1) }, .horizontal,
          LayoutSize(width: 320, height: 256), .rightToLeft)
      },
      Golden("list-cover@1x") {
        try list(CoverRenderer { CanvasCard(scale: 1) }, .vertical, LayoutSize(width: 320, height: 420))
      },
    ]

    /// A list that is scrolled by 40 points, of four ads: the first one is loaded.
    @MainActor private static func list<Renderer: NativeAdListRenderer<CardCell>>(
      _ renderer: Renderer, _ orientation: ListOrientation, _ size: LayoutSize,
      _ direction: LayoutDirection = .leftToRight
    ) throws -> PixelBuffer {
      let fixture = CanvasFixture()
      let list = NativeAdList(renderer: renderer, bounds: size)
      list.orientation = orientation
      list.direction = direction
      let first = try fixture.ad(SampleAd(number: 0))
      list.ads = [first]
      fixture.serveAll()
      list.append(
        try (1..<4).map { number in
          var sample = direction == .leftToRight ? SampleAd() : .hebrew
          sample.number = number
          sample.campaign = number == 1 ? campaign : nil
          return try fixture.ad(sample)
        })
      list.contentOffset = 40
      let canvas = try MediaCanvas(size: size, background: CardPalette.light[.background])
      canvas.add(CanvasList(list))
      return try canvas.render()
    }
  }
#endif
