#if Canvas
  import LazyMediaTesting
  import MediaCanvas
  import Testing

  /// What a click on a drawn ad means, by where it hits.
  @MainActor @Suite struct AdViewClickTests {
    private let fixture = CanvasFixture()
    private let view = NativeAdView(mediaView: MediaView(), iconView: MediaView())
    private let mirror: CanvasAdView
    private let ad: NativeAd
    private let clicks = Clicks()

    /// Writes down what is clicked and opened.
    private final class Clicks: NativeAdDelegate, LinkOpener {
      private var lines: [String] = []

      nonisolated init() {}

      func open(_ page: LandingPage) {
        lines.append(page.url)
        page.didOpen()
      }
      func nativeAd(_ nativeAd: NativeAd, didReceiveCustomClick component: NativeAdComponent?) {
        lines.append(component?.rawValue ?? "beside")
      }
      func take() -> [String] {
        defer { lines = [] }
        return lines
      }
    }

    init() throws {
      mirror = CanvasAdView(view, frame: LayoutRect(x: 50, y: 50, width: 100, height: 80))
      mirror.place(.media, in: LayoutRect(x: 0, y: 0, width: 100, height: 50))
      mirror.place(.icon, in: LayoutRect(x: 0, y: 40, width: 20, height: 20))
      mirror.place(.title, in: LayoutRect(x: 10, y: 45, width: 60, height: 20))
      let clicks = clicks
      ad = try fixture.ad(options: {
        $0.usesCustomClick = true
        $0.linkOpener = clicks
      })
      ad.delegate = clicks
      view.nativeAd = ad
      fixture.settle()
    }

    private func click(_ x: Double, _ y: Double) -> [String] {
      mirror.click(at: LayoutPoint(x: x, y: y))
      return clicks.take()
    }

    /// The person has been at the landing page, and is back.
    private func visit() {
      ad.performClick()
      ad.didReturnFromLanding()
      _ = clicks.take()
    }

    // D3, D8
    @Test func theForemostOfWhatIsHitReceivesIt() {
      #expect(click(50, 20) == ["media"])
      #expect(click(5, 45) == ["icon"])
      #expect(click(15, 50) == ["title"])
      #expect(click(60, 48) == ["title"])
      #expect(click(80, 70) == ["beside"])
      #expect(click(120, 20) == [])
      #expect(click(-1, 20) == [])
      #expect(click(95, 5) == ["https://advertiser.example.com/privacy"])
    }

    // B13
    @Test func anOverlayReceivesEveryClickAndIsClosedByItsMark() throws {
      view.overlayProvider = { _ in AdOverlay(text: "Thank you", link: "https://shop.example.com/more") }
      visit()
      #expect(click(15, 50) == ["https://shop.example.com/more"])
      #expect(view.overlay != nil)
      ad.didReturnFromLanding()
      #expect(view.overlay == nil)

      visit()
      #expect(click(95, 5) == [])
      #expect(view.overlay == nil)
      #expect(click(15, 50) == ["title"])

      // At the other side where texts run from the right.
      mirror.direction = .rightToLeft
      visit()
      #expect(click(95, 5) == ["https://shop.example.com/more"])
      ad.didReturnFromLanding()
      visit()
      #expect(click(5, 5) == [])
      #expect(view.overlay == nil)
    }

    // B13
    @Test func anOverlayThatLeadsNowhereCanBeClosed() {
      view.overlayProvider = { _ in AdOverlay(text: "Thank you") }
      visit()
      #expect(click(15, 50) == [])
      #expect(view.overlay != nil)
      #expect(click(90, 10) == [])
      #expect(view.overlay == nil)
    }

    // B13
    @Test func theMarkIsDrawnWithTheOverlay() throws {
      view.overlayProvider = { _ in AdOverlay(text: "") }
      let canvas = try MediaCanvas(size: LayoutSize(width: 200, height: 150))
      canvas.add(mirror)
      visit()
      // The overlay's ground is light, the mark's arms are dark.
      let ink = try #require(try canvas.render().bounds { $0.w > 200 && $0.x < 128 })
      #expect(ink.x.lowerBound >= 126 && ink.x.upperBound <= 150)
      #expect(ink.y.lowerBound >= 50 && ink.y.upperBound <= 74)
    }
  }
#endif
