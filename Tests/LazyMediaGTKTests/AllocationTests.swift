#if GTK
  import NativeAds
  import Testing

  @testable import LazyMediaGTK

  /// What GTK is given in whole numbers: no card and no renderer of a program makes it trap.
  @Suite struct AllocationTests {
    @Test func aFrameIsRoundedByItsEdges() {
      let frame = LayoutRect(x: 0.6, y: -1.2, width: 10, height: 2.4).allocation
      #expect((frame.x, frame.y, frame.width, frame.height) == (1, -1, 10, 2))
    }

    @Test func aWidgetAsksForNoLessThanItsSize() {
      #expect(LayoutSize(width: 10.1, height: 3).wholePoints == (11, 3))
    }

    @Test(arguments: [Double.nan, .infinity, -.infinity, 1e300, -1e300])
    func whatIsNoLengthIsTakenAllTheSame(_ length: Double) {
      for frame in [
        LayoutRect(x: length, y: length, width: length, height: length),
        LayoutRect(x: 0, y: 0, width: length, height: length),
        LayoutRect(x: length, y: -length, width: 5, height: 5),
      ] {
        let taken = frame.allocation
        #expect((-1_000_000...1_000_000).contains(taken.x) && (-1_000_000...1_000_000).contains(taken.y))
        #expect((0...2_000_000).contains(taken.width) && (0...2_000_000).contains(taken.height))
      }
      let size = LayoutSize(width: length, height: length).wholePoints
      #expect((0...1_000_000).contains(size.width) && (0...1_000_000).contains(size.height))
    }
  }
#endif
