#if GTK
  import MediaCodecs
  import NativeAds
  import Testing

  @testable import LazyMediaGTK

  @Suite struct PictureFrameTests {
    private let area = LayoutSize(width: 200, height: 100)
    private let picture = PixelSize(width: 300, height: 300)

    @Test func aPictureKeepsItsShape() {
      #expect(
        ContentFit.contain.frame(of: picture, in: area, scale: 1)
          == LayoutRect(x: 50, y: 0, width: 100, height: 100))
      #expect(
        ContentFit.cover.frame(of: picture, in: area, scale: 1)
          == LayoutRect(x: 0, y: -50, width: 200, height: 200))
      #expect(
        ContentFit.fill.frame(of: picture, in: area, scale: 1)
          == LayoutRect(x: 0, y: 0, width: 200, height: 100))
    }

    @Test func aCenteredPictureHasItsPixels() {
      let frame = ContentFit.center.frame(of: picture, in: area, scale: 2)
      #expect(frame == LayoutRect(x: 25, y: -25, width: 150, height: 150))
    }

    /// Half a pixel aside a picture would be drawn blurred.
    @Test func aPictureBeginsOnAWholePixel() {
      let odd = PixelSize(width: 201, height: 99)
      #expect(ContentFit.center.frame(of: odd, in: area, scale: 1).x == -1)
      #expect(ContentFit.center.frame(of: odd, in: area, scale: 2).x == 50)
    }

    @Test func aPictureWithoutPixelsIsNowhere() {
      let none = PixelSize(width: 0, height: 5)
      #expect(ContentFit.cover.frame(of: none, in: area, scale: 1).size == .zero)
    }
  }
#endif
