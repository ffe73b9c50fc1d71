import NativeAds
import Testing

/// The ready renderers, and what a renderer need not say.
@MainActor @Suite struct RendererTests {
  private let fixture = CardFixture()
  private let bounds = LayoutSize(width: 390, height: 844)

  /// As little as a renderer can be. Its cells are of a class that takes part in nothing.
  @MainActor private final class PlainRenderer: NativeAdListRenderer {
    final class Cell {
      var text = ""
    }

    let reuseIdentifier = "plain"
    private(set) var configured: [Int] = []
    private var isConfiguring = false
    private(set) var isNested = false
    var onConfigure: @MainActor () -> Void = {}

    func register(with cells: CellPool<Cell>) { cells.register(reuseIdentifier) { Cell() } }

    func configure(cell: Cell, ad: NativeAd, at index: Int) {
      isNested = isNested || isConfiguring
      isConfiguring = true
      defer { isConfiguring = false }
      cell.text = ad.title ?? ""
      configured.append(index)
      onConfigure()
    }

    func itemSize(in bounds: LayoutSize) -> LayoutSize { LayoutSize(width: bounds.width, height: 100) }
  }

  // M1
  @Test func whatARendererNeedNotSayHasItsDefault() throws {
    let renderer = PlainRenderer()
    #expect(renderer.lineSpacing == 12)
    let ad = try #require(fixture.makeAd(0))
    #expect(renderer.itemSize(in: bounds, for: ad) == renderer.itemSize(in: bounds))
    let pool = CellPool<PlainRenderer.Cell>()
    #expect(renderer.dequeueCell(from: pool, at: 0) == nil)
    renderer.register(with: pool)
    #expect(renderer.dequeueCell(from: pool, at: 0) != nil)
  }

  // M1, M2, M3
  @Test func cellsOfAnyClassAreDequeuedAndConfiguredOnly() {
    let renderer = PlainRenderer()
    let list = NativeAdList(renderer: renderer, bounds: bounds)
    list.orientation = .vertical
    list.ads = fixture.makeAds(0..<20)
    #expect(renderer.configured == Array(0..<8))
    #expect(list.visibleItems.map(\.cell.text) == (0..<8).map { "\($0)" })
    list.contentOffset = 112 * 10
    #expect(renderer.configured == Array(0..<8) + Array(10..<18))
    #expect(list.visibleItems.map(\.cell.text) == (10..<18).map { "\($0)" })
    #expect(list.cells.madeCount == 8)
    // Whatever a renderer does to the list meanwhile, it is called again when it has returned, in the same turn.
    renderer.onConfigure = { [unowned renderer, unowned list] in
      renderer.onConfigure = {}
      list.contentOffset = 0
    }
    list.contentOffset = 112 * 20
    #expect(list.visibleItems.map(\.cell.text) == (0..<8).map { "\($0)" })
    #expect(!renderer.isNested)
  }

  /// Keeps its view, and does nothing when it goes back to the pool.
  @MainActor private final class KeepingCell: NativeAdListCell {
    let view = NativeAdView(iconView: MediaView())
    var adView: NativeAdView? { view }
    var size = LayoutSize.zero

    func prepareForReuse() {}
  }

  @MainActor private struct KeepingRenderer: NativeAdListRenderer {
    let reuseIdentifier = "keeping"

    func register(with cells: CellPool<KeepingCell>) { cells.register(reuseIdentifier) { KeepingCell() } }
    func configure(cell: KeepingCell, ad: NativeAd, at index: Int) { cell.view.nativeAd = ad }
    func itemSize(in bounds: LayoutSize) -> LayoutSize { LayoutSize(width: 100, height: 100) }
  }

  // M3
  @Test func theListTakesCellsOutOfViewThatDoNotThemselves() throws {
    let list = NativeAdList(renderer: KeepingRenderer(), bounds: LayoutSize(width: 100, height: 100))
    list.ads = fixture.makeAds(0..<3)
    let view = try #require(list.visibleItems.first?.cell.view)
    #expect(view.isInWindow)
    #expect(view.visibleFraction == 1)
    list.ads = []
    #expect(!view.isInWindow)
    #expect(view.visibleFraction == 0)
    list.ads = fixture.makeAds(3..<6)
    #expect(list.visibleItems.first?.cell.view === view)
    #expect(view.isInWindow)
    #expect(view.visibleFraction == 1)
    #expect(view.nativeAd === list.ads[0])
  }

  // M11
  @Test func circularCardsAre140By240() {
    let renderer = CircularRenderer { fixture.makeSurface() }
    #expect(renderer.itemSize(in: bounds) == LayoutSize(width: 140, height: 240))
    #expect(renderer.lineSpacing == 12)
  }

  // M11
  @Test func smallRowsAre92HighAnd24Apart() {
    let renderer = SmallRowRenderer { fixture.makeSurface() }
    #expect(renderer.itemSize(in: bounds) == LayoutSize(width: 358, height: 92))
    #expect(renderer.itemSize(in: LayoutSize(width: 20, height: 844)) == LayoutSize(width: 0, height: 92))
    #expect(renderer.lineSpacing == 24)
  }

  // M1, M9, M11
  @Test func coverCardsAre272HighAndWithAProgressBadge300() throws {
    let renderer = CoverRenderer { fixture.makeSurface() }
    #expect(renderer.itemSize(in: bounds) == LayoutSize(width: 358, height: 272))
    for (status, height) in [("started", 300), ("completed", 272), ("closed", 272)] as [(String, Double)] {
      let ad = try #require(fixture.makeAd(0, members: #""ext":{"campaign":{"status":"\#(status)"}}"#))
      #expect(renderer.itemSize(in: bounds, for: ad) == LayoutSize(width: 358, height: height))
    }
    let plain = try #require(fixture.makeAd(0))
    #expect(renderer.itemSize(in: bounds, for: plain).height == 272)
    #expect(renderer.lineSpacing == 12)
  }

  // M2
  @Test func theProgramDecidesWhatIsShown() throws {
    let renderer = CoverRenderer(direction: .rightToLeft) {
      var content = CardContent($0, progress: "Läuft")
      content.title = "Another"
      return content
    } makeSurface: {
      fixture.makeSurface()
    }
    let ad = try #require(fixture.makeAd(0, members: #""ext":{"campaign":{"status":"started"}}"#))
    let cells = CellPool<CardCell>()
    renderer.register(with: cells)
    let cell = try #require(renderer.dequeueCell(from: cells, at: 0))
    cell.size = renderer.itemSize(in: bounds, for: ad)
    renderer.configure(cell: cell, ad: ad, at: 0)
    let card = try #require(fixture.surfaces.first?.card)
    #expect(card.size == LayoutSize(width: 358, height: 300))
    #expect(card.direction == .rightToLeft)
    let texts = card.elements.compactMap {
      if case .text(let text, _) = $0.content { text.string } else { nil }
    }
    #expect(texts.contains("Another"))
    #expect(texts.contains("Läuft"))
  }
}
