#if GTK
  import NativeAds
  import Testing

  @testable import LazyMediaGTK

  @Suite struct CardTextTests {
    private let frame = LayoutRect(x: 10, y: 20, width: 100, height: 60)

    @Test(arguments: [(1, 15.0), (2, 15), (1, 8)])
    func aTextHasRoomForItsLinesAndNotForOneMore(_ lines: Int, _ lineHeight: Double) {
      let place = frame.place(for: lines, lineHeight: lineHeight, isInMiddle: false)
      #expect(place.height >= Double(lines) * lineHeight && place.height < Double(lines + 1) * lineHeight)
      #expect((place.x, place.y, place.width) == (10, 20, 100))
    }

    @Test func aTextOnAGroundStaysInTheMiddle() {
      let place = frame.place(for: 1, lineHeight: 20, isInMiddle: true)
      #expect(place == LayoutRect(x: 10, y: 35, width: 100, height: 30))
    }

    @Test func aFrameWithRoomForFewerLinesIsTakenWhole() {
      #expect(frame.place(for: 4, lineHeight: 15, isInMiddle: true) == frame)
      #expect(frame.place(for: .max, lineHeight: 15, isInMiddle: false) == frame)
      #expect(frame.place(for: 0, lineHeight: 100, isInMiddle: false) == frame)
    }

    @Test func namesForScreenReadersAreCut() {
      let name = "a" + String(repeating: "\u{301}", count: 500_000)
      #expect(name.accessibleName.unicodeScalars.count == 2_000)
      #expect("A lake".accessibleName == "A lake")
    }
  }
#endif
