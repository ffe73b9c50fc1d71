import NativeAds
import SeededRandom
import Testing

/// Where the items of a list stand.
@Suite struct ListGeometryTests {
  private let bounds = LayoutSize(width: 390, height: 800)

  private func geometry(
    _ orientation: ListOrientation, _ direction: LayoutDirection = .leftToRight, count: Int = 4,
    size: LayoutSize = LayoutSize(width: 140, height: 240), insets: LayoutInsets = LayoutInsets()
  ) -> ListGeometry {
    var geometry = ListGeometry(
      orientation: orientation, direction: direction, bounds: bounds, lineSpacing: 12, insets: insets)
    for _ in 0..<count { geometry.append(size) }
    return geometry
  }

  @Test func itemsFollowOneAnotherAndStandInTheMiddle() {
    let vertical = geometry(.vertical)
    #expect(vertical.frame(of: 2) == LayoutRect(x: 125, y: 504, width: 140, height: 240))
    #expect(vertical.contentLength == 996)
    #expect(vertical.maximumOffset == 196)
    let horizontal = geometry(.horizontal)
    #expect(horizontal.frame(of: 2) == LayoutRect(x: 304, y: 280, width: 140, height: 240))
    #expect(horizontal.contentSize == LayoutSize(width: 596, height: 800))
  }

  @Test func fromRightToLeftTheFirstItemIsOnTheRight() {
    let geometry = geometry(.horizontal, .rightToLeft)
    #expect(geometry.frame(of: 0).maxX == 596)
    #expect(geometry.viewport(at: 0) == LayoutRect(x: 206, y: 0, width: 390, height: 800))
    #expect(geometry.items(in: geometry.viewport(at: 0)) == 0..<3)
    #expect(geometry.items(in: geometry.viewport(at: geometry.maximumOffset)) == 1..<4)
    // A list that is not full begins at the right side too.
    let short = self.geometry(.horizontal, .rightToLeft, count: 1)
    #expect(short.frame(of: 0).maxX == 390)
  }

  @Test func insetsSurroundTheItems() {
    let insets = LayoutInsets(top: 10, leading: 20, bottom: 30, trailing: 40)
    let vertical = geometry(.vertical, insets: insets)
    #expect(vertical.frame(of: 0) == LayoutRect(x: 115, y: 10, width: 140, height: 240))
    #expect(vertical.contentLength == 1_036)
    let horizontal = geometry(.horizontal, insets: insets)
    #expect(horizontal.frame(of: 0) == LayoutRect(x: 20, y: 270, width: 140, height: 240))
    #expect(horizontal.contentLength == 656)
    let mirrored = geometry(.horizontal, .rightToLeft, insets: insets)
    #expect(mirrored.contentSize.width - mirrored.frame(of: 0).maxX == 20)
  }

  @Test func withoutItemsThereIsNothing() {
    let geometry = geometry(.horizontal, count: 0)
    #expect(geometry.contentLength == 0)
    #expect(geometry.maximumOffset == 0)
    #expect(geometry.items(in: geometry.viewport(at: 0)).isEmpty)
    #expect(geometry.frame(of: 0).size == .zero)
    #expect(geometry.size(of: -1) == .zero)
    #expect(geometry.item(at: LayoutPoint(x: 1, y: 1)) == nil)
  }

  @Test func absurdLengthsCountAsNone() {
    var geometry = ListGeometry(
      orientation: .vertical, bounds: LayoutSize(width: .nan, height: -1), lineSpacing: .nan,
      insets: LayoutInsets(top: -.infinity))
    for size in [
      LayoutSize(width: .nan, height: .nan), LayoutSize(width: -1, height: -1),
      LayoutSize(width: .infinity, height: .infinity), LayoutSize(width: 10, height: 10),
    ] { geometry.append(size) }
    #expect(geometry.contentLength.isFinite)
    #expect(geometry.frame(of: 3).height == 10)
    #expect(geometry.items(in: geometry.viewport(at: .nan)).isEmpty)
    #expect(geometry.items(in: LayoutRect(x: 0, y: .nan, width: 1, height: 1)).isEmpty)
    #expect(geometry.items(in: LayoutRect(x: 0, y: -.infinity, width: 1, height: .infinity)).isEmpty)
  }

  @Test(arguments: ListOrientation.allCases, LayoutDirection.allCases)
  func whatIsFoundByHalvingIsWhatLookingAtEachFinds(orientation: ListOrientation, direction: LayoutDirection)
  {
    for seed in UInt64(0)..<60 {
      var random = SeededGenerator(seed: seed)
      var geometry = ListGeometry(
        orientation: orientation, direction: direction, bounds: bounds,
        lineSpacing: .random(in: 0...20, using: &random),
        insets: LayoutInsets(
          top: .random(in: 0...30, using: &random), leading: .random(in: 0...30, using: &random)))
      for _ in 0..<Int.random(in: 0..<60, using: &random) {
        geometry.append(
          LayoutSize(
            width: .random(in: 1...500, using: &random), height: .random(in: 1...500, using: &random)))
      }
      for _ in 0..<20 {
        let offset = Double.random(in: -100...max(1, geometry.maximumOffset + 100), using: &random)
        let viewport = geometry.viewport(at: offset)
        // Across the direction of scrolling an item may be larger than the list.
        let strip = LayoutRect(
          x: orientation == .horizontal ? viewport.x : -1_000,
          y: orientation == .vertical ? viewport.y : -1_000,
          width: orientation == .horizontal ? viewport.width : 3_000,
          height: orientation == .vertical ? viewport.height : 3_000)
        let expected = (0..<geometry.count).filter { geometry.frame(of: $0).fraction(in: strip) > 1e-9 }
        let found = geometry.items(in: viewport).filter { geometry.frame(of: $0).fraction(in: strip) > 1e-9 }
        #expect(found == expected, "seed \(seed)")
        let point = LayoutPoint(
          x: viewport.x + .random(in: 0...390, using: &random),
          y: viewport.y + .random(in: 0...800, using: &random))
        #expect(
          geometry.item(at: point) == (0..<geometry.count).first { geometry.frame(of: $0).contains(point) },
          "seed \(seed)")
      }
    }
  }
}
