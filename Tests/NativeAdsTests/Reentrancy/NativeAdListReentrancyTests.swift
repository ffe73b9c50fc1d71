import SeededRandom
import Testing

@testable import NativeAds

/// Callbacks that change the list which calls them.
@MainActor @Suite struct NativeAdListReentrancyTests {
  /// A list whose callbacks may change it.
  @MainActor private final class World {
    let fixture = CardFixture()
    let all: [NativeAd]
    let list: NativeAdList<CircularRenderer>
    private let listener: AdListener
    private var random: SeededGenerator
    private var depth = 0
    private(set) var nested = 0

    init(seed: UInt64) {
      listener = AdListener(log: fixture.ads.log)
      random = SeededGenerator(seed: seed)
      let fixture = fixture
      all = fixture.makeAds(0..<12)
      list = NativeAdList(
        renderer: CircularRenderer { fixture.makeSurface() }, bounds: LayoutSize(width: 390, height: 300))
      fixture.onCall = { [weak self] in self?.react() }
      listener.onEvent = { [weak self] _, _ in self?.react() }
      for ad in all { ad.delegate = listener }
      list.onChange = { [weak self] in self?.react() }
    }

    private func react() {
      guard depth < 4, random.happens(15) else { return }
      depth += 1
      nested += 1
      act()
      depth -= 1
    }

    private func act() {
      switch Int.random(in: 0..<8, using: &random) {
      case 0: list.ads = Array(all.shuffled(using: &random).prefix(.random(in: 0...12, using: &random)))
      case 1: list.append(Array(all.shuffled(using: &random).prefix(2)))
      case 2:
        list.bounds = LayoutSize(
          width: .random(in: 0...500, using: &random), height: .random(in: 0...400, using: &random))
      case 3: list.orientation = list.orientation == .vertical ? .horizontal : .vertical
      case 4: list.direction = list.direction == .leftToRight ? .rightToLeft : .leftToRight
      case 5: list.click(at: LayoutPoint(x: .random(in: 0...400, using: &random), y: 100))
      default: list.contentOffset += .random(in: -300...300, using: &random)
      }
    }

    func step() {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: if let url = fixture.ads.activeURLs.randomElement(using: &random) { fixture.serve(url) }
      case 1: fixture.ads.settle()
      default: act()
      }
    }

    func quiet() {
      depth = .max
      fixture.serveAll()
    }

    /// What is wrong with the list; `nil` where all is well.
    var fault: String? {
      var geometry = ListGeometry(
        orientation: list.orientation, direction: list.direction, bounds: list.bounds, lineSpacing: 12)
      for _ in list.ads { geometry.append(CardLayout.circularSize) }
      if geometry != list.geometry { return "another geometry" }
      if list.contentOffset < 0 || list.contentOffset > geometry.maximumOffset {
        return "offset beyond the end"
      }
      let viewport = geometry.viewport(at: list.contentOffset)
      let items = list.visibleItems
      if items.map(\.index) != Array(geometry.items(in: viewport)) { return "others are seen" }
      if Set(items.map { ObjectIdentifier($0.cell) }).count != items.count { return "a cell twice" }
      for item in items {
        guard let view = item.cell.adView, view.nativeAd === list.ads[item.index] else { return "another ad" }
        if !view.isInWindow { return "not in a window" }
        if view.visibleFraction != geometry.frame(of: item.index).fraction(in: viewport) {
          return "another fraction"
        }
        guard let surface = item.cell.surface as? NumberSurface else { return "another surface" }
        if let number = surface.icon.number, number != all.firstIndex(where: { $0 === view.nativeAd }) {
          return "a wrong picture"
        }
      }
      let used = Set(items.map { ObjectIdentifier($0.cell.surface) })
      let isLeftOver = fixture.surfaces.contains { !used.contains(ObjectIdentifier($0)) && !$0.isBlank }
      if isLeftOver { return "a cell that shows on" }
      return nil
    }
  }

  // M3
  @Test(arguments: [0..<120, 120..<240] as [Range<UInt64>])
  func whateverCallbacksDoTheListIsRightAfterwards(seeds: Range<UInt64>) {
    var (nested, seen) = (0, 0)
    for seed in seeds {
      let world = World(seed: seed)
      for step in 0..<60 {
        world.step()
        let fault = world.fault
        #expect(fault == nil, "seed \(seed), step \(step)")
      }
      world.quiet()
      #expect(world.fault == nil, "seed \(seed)")
      nested += world.nested
      seen += world.list.visibleItems.count
    }
    #expect(nested > 5 * seeds.count)
    #expect(seen > seeds.count / 2)
  }

  @Test func aCallbackThatScrollsForEverDoesNotHang() {
    let fixture = CardFixture()
    let list = NativeAdList(
      renderer: CircularRenderer { fixture.makeSurface() }, bounds: LayoutSize(width: 390, height: 300))
    var calls = 0
    list.onChange = {
      calls += 1
      list.contentOffset = list.contentOffset == 10 ? 20 : 10
    }
    list.ads = fixture.makeAds(0..<10)
    #expect(calls == 100)
    list.onChange = nil
    list.contentOffset = 152
    #expect(list.visibleItems.map(\.index) == [1, 2, 3])
  }
}
