#if Canvas
  import MediaCanvas

  extension Golden {
    static let adChoices: [Golden] = AdChoicesViewPosition.allCases.map { position in
      Golden("adchoices-\(position)@2x") {
        let fixture = CanvasFixture()
        let canvas = try MediaCanvas(size: LayoutSize(width: 140, height: 120), scale: 2, background: white)
        let view = NativeAdView(mediaView: MediaView(), iconView: nil)
        view.mediaView?.contentMode = .cover
        let mirror = CanvasAdView(view, frame: LayoutRect(x: 8, y: 8, width: 124, height: 104), scale: 2)
        mirror.place(.media, in: LayoutRect(x: 0, y: 0, width: 124, height: 66), cornerRadius: 6)
        mirror.place(
          .title, in: LayoutRect(x: 20, y: 70, width: 84, height: 34),
          as: CardText("", isBold: true, maximumLines: 2))
        canvas.add(mirror)
        view.nativeAd = try fixture.ad(SampleAd(hasIcon: false)) {
          $0.preferredAdChoicesViewPosition = position
        }
        fixture.serveAll()
        return try canvas.render()
      }
    }

    /// What covers an ad once the person is back from its landing page.
    static let overlays: [Golden] = [
      Golden("overlay@2x") {
        try overlay(AdOverlay(text: "Thank you for your visit", iconURL: CanvasFixture.iconURL))
      },
      Golden("overlay-dark@2x") { try overlay(AdOverlay(text: "Thank you"), palette: .dark) },
      Golden("overlay-arabic@2x") {
        try overlay(AdOverlay(text: "شكرا لك"), direction: .rightToLeft)
      },
    ]

    @MainActor private static func overlay(
      _ overlay: AdOverlay, palette: CardPalette = .light, direction: LayoutDirection = .leftToRight
    ) throws -> PixelBuffer {
      let fixture = CanvasFixture()
      let canvas = try MediaCanvas(size: LayoutSize(width: 140, height: 120), scale: 2, background: white)
      let view = NativeAdView(mediaView: MediaView(), iconView: nil)
      let mirror = CanvasAdView(
        view, frame: LayoutRect(x: 8, y: 8, width: 124, height: 104), scale: 2, palette: palette,
        direction: direction)
      mirror.place(.media, in: LayoutRect(x: 0, y: 0, width: 124, height: 104))
      canvas.add(mirror)
      let opener = PageOpener()
      let ad = try fixture.ad(SampleAd(hasIcon: false), options: { $0.linkOpener = opener })
      view.nativeAd = ad
      view.overlayProvider = { _ in overlay }
      fixture.serveAll()
      ad.performClick()
      ad.didReturnFromLanding()
      fixture.serveAll()
      return try canvas.render()
    }

    /// Opens every page at once.
    private final class PageOpener: LinkOpener {
      nonisolated init() {}

      func open(_ page: LandingPage) { page.didOpen() }
    }

    /// What the ready renderers draw.
    static let cards: [Golden] =
      [1.0, 2, 3].flatMap { scale in
        Layout.allCases.map { layout in
          Golden("\(layout)@\(Int(scale))x") { try layout.draw(scale: scale) }
        }
      }
      + Layout.allCases.flatMap { layout in
        [
          Golden("\(layout)-loading@2x") { try layout.draw(isLoaded: false) },
          Golden("\(layout)-dark@2x") { try layout.draw(palette: .dark) },
          Golden("\(layout)-badges@2x") { try layout.draw(SampleAd(campaign: Self.campaign)) },
          Golden("\(layout)-arabic@2x") { try layout.draw(.arabic, direction: .rightToLeft) },
          Golden("\(layout)-long@2x") { try layout.draw(.long) },
        ]
      }
      + [Layout.small, .cover].map { layout in
        Golden("\(layout)-hebrew@2x") { try layout.draw(.hebrew, direction: .rightToLeft) }
      }

    static let campaign = #"{"promoRatio":1.5,"status":"started","reward":1250,"currency":"points"}"#
    static let white = PixelColor(red: 255, green: 255, blue: 255)

    /// A ready card.
    enum Layout: String, CaseIterable, Sendable {
      case circular, small, cover, single

      @MainActor func draw(
        _ sample: SampleAd = SampleAd(), scale: Double = 2, palette: CardPalette = .light,
        direction: LayoutDirection = .leftToRight, isLoaded: Bool = true
      ) throws -> PixelBuffer {
        let fixture = CanvasFixture()
        let surface = CanvasCard(scale: scale, palette: palette)
        surface.x = 8
        surface.y = 8
        let ad = try fixture.ad(sample)
        let cell = show(ad, on: surface, palette, direction)
        let size = cell.card?.size ?? .zero
        let canvas = try MediaCanvas(
          size: LayoutSize(width: size.width + 16, height: size.height + 16), scale: scale,
          background: palette[.background])
        canvas.add(surface)
        if isLoaded { fixture.serveAll() }
        return try withExtendedLifetime(cell) { try canvas.render() }
      }

      @MainActor private func show(
        _ ad: NativeAd, on surface: CanvasCard, _ palette: CardPalette, _ direction: LayoutDirection
      ) -> CardCell {
        let bounds = LayoutSize(width: self == .small ? 390 : 312, height: 400)
        switch self {
        case .circular:
          return show(ad, bounds, CircularRenderer(palette: palette, direction: direction) { surface })
        case .small:
          return show(ad, bounds, SmallRowRenderer(palette: palette, direction: direction) { surface })
        case .cover:
          return show(ad, bounds, CoverRenderer(palette: palette, direction: direction) { surface })
        case .single:
          let cell = CardCell(surface: surface)
          cell.defaultPlaceholder = .color(palette[.placeholder])
          cell.show(ad, card: CardLayout.single(CardContent(ad), width: 260, direction: direction))
          return cell
        }
      }

      @MainActor private func show<Renderer: NativeAdListRenderer<CardCell>>(
        _ ad: NativeAd, _ bounds: LayoutSize, _ renderer: Renderer
      ) -> CardCell {
        let cells = CellPool<CardCell>()
        renderer.register(with: cells)
        guard let cell = renderer.dequeueCell(from: cells, at: 0) else {
          preconditionFailure("the renderer has registered its cells")
        }
        cell.size = renderer.itemSize(in: bounds, for: ad)
        renderer.configure(cell: cell, ad: ad, at: 0)
        return cell
      }
    }
  }

  extension SampleAd {
    static let arabic = SampleAd(
      title: "قهوة طازجة كل صباح", body: "حُمِّصت اليوم في Berlin، وتصلك غدًا.", advertiser: "محمصة الصباح",
      callToAction: "اطلب الآن", campaign: #"{"promoRatio":2,"status":"started"}"#)
    static let hebrew = SampleAd(
      title: "קפה טרי בכל בוקר", body: "נקלה היום ב-Berlin, אצלך מחר.", advertiser: "קלייה של בוקר",
      callToAction: "להזמנה", campaign: #"{"promoRatio":2,"status":"started"}"#)
    static let long = SampleAd(
      title: "A title that nobody has shortened, and that goes on when the line has long ended, and the next",
      body:
        "Neither was the text shortened; it too has more words than there is room for, by far, and says so.",
      advertiser: "The Society for Names of Considerable Length, Limited",
      callToAction: "Take a closer look at it")
  }
#endif
