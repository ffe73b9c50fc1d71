import NativeAds
import Testing

/// Rectangles of layouts.
@Suite struct LayoutRectTests {
  private let rect = LayoutRect(x: 10, y: 20, width: 30, height: 40)

  @Test func aMirrorTurnsItRound() {
    #expect(rect.mirrored(in: 100) == LayoutRect(x: 60, y: 20, width: 30, height: 40))
    #expect(rect.mirrored(in: 100).mirrored(in: 100) == rect)
  }

  @Test func theFractionIsThatOfItsArea() {
    #expect(rect.fraction(in: rect) == 1)
    #expect(rect.fraction(in: LayoutRect(x: 0, y: 0, width: 25, height: 40)) == 0.25)
    #expect(rect.fraction(in: LayoutRect(x: 40, y: 0, width: 25, height: 400)) == 0)
    #expect(LayoutRect(x: 10, y: 20, width: 0, height: 40).fraction(in: rect) == 0)
    #expect(rect.fraction(in: LayoutRect(x: .nan, y: 0, width: 25, height: 40)) <= 1)
  }

  @Test func theRightAndLowerEdgesDoNotBelongToIt() {
    #expect(rect.contains(LayoutPoint(x: 10, y: 20)))
    #expect(!rect.contains(LayoutPoint(x: 40, y: 20)))
    #expect(!rect.contains(LayoutPoint(x: 10, y: 60)))
    #expect(!rect.contains(LayoutPoint(x: .nan, y: 20)))
  }
}
