import LazyMediaTesting
import SeededRandom
import Testing

@testable import NativeAds

/// Whatever a program does with cells inside the calls of their surfaces and ads, each cell shows one ad or none, and
/// nothing of another.
@MainActor @Suite struct CardCellReentrancyTests {
  /// Cells whose every callback may do something with any of them.
  @MainActor private final class World {
    let fixture = CardFixture()
    let ads: [NativeAd]
    private(set) var cells: [CardCell] = []
    private let listener: AdListener
    private var random: SeededGenerator
    private var depth = 0
    private(set) var nested = 0

    init(seed: UInt64) {
      listener = AdListener(log: fixture.ads.log)
      random = SeededGenerator(seed: seed)
      ads = fixture.makeAds(0..<6)
      for _ in 0..<3 { cells.append(CardCell(surface: fixture.makeSurface())) }
      fixture.onCall = { [weak self] in self?.react() }
      listener.onEvent = { [weak self] _, _ in self?.react() }
      for ad in ads { ad.delegate = listener }
    }

    private func react() {
      guard depth < 4, random.happens(20) else { return }
      depth += 1
      nested += 1
      act()
      depth -= 1
    }

    private func act() {
      guard let cell = cells.randomElement(using: &random), let ad = ads.randomElement(using: &random) else {
        return
      }
      switch Int.random(in: 0..<10, using: &random) {
      case 0..<3: cell.prepareForReuse()
      case 3:
        if let ad = cell.adView?.nativeAd, let card = cell.card { cell.show(ad, card: card) }
      case 4: ad.retryFailedAssets()
      default:
        let width = Double([100, 140].randomElement(using: &random) ?? 140)
        cell.show(ad, card: CardLayout.circular(CardContent(ad), size: LayoutSize(width: width, height: 240)))
      }
    }

    func step() {
      switch Int.random(in: 0..<6, using: &random) {
      case 0:
        if let url = fixture.ads.activeURLs.randomElement(using: &random) { fixture.serve(url) }
      case 1:
        if random.happens(20), let url = fixture.ads.activeURLs.randomElement(using: &random) {
          fixture.ads.fail(url)
        }
      case 2: _ = fixture.ads.scheduler.runTurn()
      case 3: fixture.ads.executor.runAll()
      default: act()
      }
    }

    func quiet() {
      depth = .max
      fixture.serveAll()
    }

    /// What is wrong with a cell; `nil` where all is well.
    func fault(of index: Int) -> String? {
      let (cell, surface) = (cells[index], fixture.surfaces[index])
      guard let view = cell.adView else { return surface.isBlank && cell.card == nil ? nil : "not blank" }
      guard let ad = view.nativeAd else { return "a view without ad" }
      if surface.card != cell.card { return "another card" }
      if CardLayout.circular(CardContent(ad), size: cell.card?.size ?? .zero) != cell.card {
        return "a card of another ad"
      }
      if surface.icon.placeholders.count > 1 { return "two placeholders" }
      if let number = surface.icon.number, number != ads.firstIndex(where: { $0 === ad }) {
        return "a wrong picture"
      }
      return nil
    }
  }

  @Test(arguments: [0..<150, 150..<300] as [Range<UInt64>])
  func anythingMayBeDoneInsideAnyCallback(seeds: Range<UInt64>) {
    var (shown, nested) = (0, 0)
    for seed in seeds {
      let world = World(seed: seed)
      for step in 0..<80 {
        world.step()
        for index in 0..<3 {
          let fault = world.fault(of: index)
          #expect(fault == nil, "seed \(seed), step \(step)")
        }
      }
      world.quiet()
      for (index, cell) in world.cells.enumerated() {
        #expect(world.fault(of: index) == nil, "seed \(seed)")
        guard let ad = cell.adView?.nativeAd else { continue }
        let icon = world.fixture.surfaces[index].icon
        if ad.iconLoadingState == .loaded {
          shown += 1
          #expect(icon.number != nil, "seed \(seed)")
          #expect(icon.placeholders.isEmpty, "seed \(seed)")
        } else {
          #expect(icon.placeholders.count == 1, "seed \(seed)")
        }
      }
      let bound = world.ads.flatMap(\.boundViews)
      #expect(bound.count == world.cells.count { $0.adView != nil }, "seed \(seed)")
      nested += world.nested
    }
    #expect(shown > seeds.count / 2)
    #expect(nested > 5 * seeds.count)
  }
}
