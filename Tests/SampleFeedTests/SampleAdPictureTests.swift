import MediaCodecs
import Testing

@testable import SampleFeed

@Suite struct SampleAdPictureTests {
  private func pixel(_ pixels: PixelBuffer, x: Int, y: Int) -> [UInt8] {
    pixels.withUnsafeBytes { Array($0[(y * pixels.bytesPerRow + x * 4)...].prefix(4)) }
  }

  @Test func picturesHaveTheirSizeAndAreOpaque() throws {
    let media = try SampleAdPicture.media(1)
    #expect(media.size == PixelSize(width: 1_200, height: 627))
    #expect(try SampleAdPicture.icon(1).size == PixelSize(width: 80, height: 80))
    for (x, y) in [(0, 0), (1_199, 0), (0, 626), (1_199, 626), (600, 313)] {
      #expect(pixel(media, x: x, y: y)[3] == 255)
    }
  }

  @Test func neighboursAndAdsThatFollowSoonHaveOtherColors() throws {
    let corners = try (0..<360).map { try pixel(SampleAdPicture.icon($0), x: 0, y: 0) }
    for (index, corner) in corners.enumerated().dropFirst() {
      let difference = zip(corner, corners[index - 1]).map { abs(Int($0) - Int($1)) }.reduce(0, +)
      #expect(difference > 30, "\(index)")
    }
  }

  @Test func theNumberStandsInTheMiddleInWhiteDots() throws {
    let icon = try SampleAdPicture.icon(8)
    // The dots of an 8: all but two.
    let step = 80 * 0.4 / 5
    for dot in 0..<15 {
      let x = Int(40 + (Double(dot % 3) - 1) * step)
      let y = Int(40 + (Double(dot / 3) - 2) * step)
      let isWhite = pixel(icon, x: x, y: y) == [255, 255, 255, 255]
      #expect(isWhite == ![4, 10].contains(dot), "\(dot)")
    }
  }

  @Test func longNumbersStayInside() throws {
    for number in [0, 10, 123_456_789] {
      let icon = try SampleAdPicture.icon(number)
      for y in 0..<80 { #expect(pixel(icon, x: 0, y: y) != [255, 255, 255, 255]) }
    }
  }

  @Test func partsOfPixelsAreMixed() throws {
    let pixels = try PixelBuffer(size: PixelSize(width: 8, height: 1)) { rows in
      let painter = SpanPainter(rows: rows, size: PixelSize(width: 8, height: 1))
      painter.fill(0, from: 1.5, to: 4.25, .white)
      painter.fill(0, from: 6.25, to: 6.5, .white)
      painter.fill(0, from: -5, to: 0.5, .white)
      painter.fill(1, from: 0, to: 8, .white)
      painter.fill(0, from: 7, to: 99, .white)
    }
    #expect((0..<8).map { pixel(pixels, x: $0, y: 0)[0] } == [127, 127, 255, 255, 63, 0, 63, 255])
  }
}
