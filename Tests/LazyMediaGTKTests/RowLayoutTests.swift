#if GTK
  import NativeAds
  import Testing

  @testable import LazyMediaGTK

  @Suite struct RowLayoutTests {
    private let bounds = LayoutSize(width: 400, height: 300)

    private func row(
      _ index: Int, of count: Int, _ arrangement: ListArrangement = .vertical,
      item: LayoutSize = LayoutSize(width: 100, height: 50), spacing: Double = 12
    ) -> RowLayout {
      RowLayout(item: item, spacing: spacing, at: index, of: count, in: bounds, arrangement)
    }

    @Test func anItemStandsInTheMiddleBelowItsSpace() {
      let row = row(0, of: 3)
      #expect(row.cellFrame == LayoutRect(x: 150, y: 12, width: 100, height: 50))
      #expect(row.size == LayoutSize(width: 0, height: 62))
    }

    @Test func anItemOfAHorizontalListStandsAfterItsSpace() {
      let row = row(0, of: 3, .horizontal)
      #expect(row.cellFrame == LayoutRect(x: 12, y: 125, width: 100, height: 50))
      #expect(row.size == LayoutSize(width: 112, height: 0))
    }

    @Test func anItemOfAGridStandsInTheMiddleOfItsColumn() {
      #expect(row(4, of: 9, .grid(columns: 2)).cellFrame.x == 50)
    }

    @Test(arguments: [
      (ListArrangement.vertical, 1), (.horizontal, 1), (.grid(columns: 3), 3), (.grid(columns: 0), 1),
    ])
    func theLastLineHasASpaceAfterIt(_ arrangement: ListArrangement, _ columns: Int) {
      for count in 1...7 {
        let isLast = (0..<count).map { index in
          let size = row(index, of: count, arrangement).size
          return (arrangement.isVertical ? size.height - 50 : size.width - 100) == 24
        }
        let lastLine = (count - 1) / columns * columns
        #expect(isLast == (0..<count).map { $0 >= lastLine }, "\(count) in \(columns)")
      }
    }

    @Test(arguments: [Double.nan, -.infinity, -1, .infinity, 1e300, -0.0])
    func whatIsNoSizeIsLaidOutAllTheSame(_ length: Double) {
      for arrangement in [ListArrangement.vertical, .horizontal, .grid(columns: 2)] {
        let row = row(
          0, of: 1, arrangement, item: LayoutSize(width: length, height: length), spacing: length)
        for side in [row.size.width, row.size.height, row.cellFrame.width, row.cellFrame.height] {
          #expect((0...3e6).contains(side))
        }
        #expect(row.cellFrame.x.isFinite && row.cellFrame.y.isFinite)
      }
    }
  }
#endif
