import LazyMedia
import Testing

@testable import LazyMediaCommand

@Suite struct CanvasTests {
  private func color(_ canvas: Canvas, _ x: Int, _ y: Int) -> [UInt8] {
    Array(canvas.bytes[((y * canvas.size.width + x) * 4)...].prefix(4))
  }

  @Test func aRectangleCoversItsPixelsAndNoOthers() {
    var canvas = Canvas(size: PixelSize(width: 4, height: 3), background: Color(0x102030))
    canvas.fill(PixelRect(x: 1, y: 1, width: 2, height: 1), Color(0xFFFFFF))
    #expect(color(canvas, 1, 1) == [255, 255, 255, 255])
    #expect(color(canvas, 2, 1) == [255, 255, 255, 255])
    #expect(color(canvas, 0, 1) == [16, 32, 48, 255])
    #expect(color(canvas, 3, 1) == [16, 32, 48, 255])
    #expect(color(canvas, 1, 0) == [16, 32, 48, 255])
  }

  @Test func whatLiesOutsideIsCutOff() {
    var canvas = Canvas(size: PixelSize(width: 2, height: 2), background: Color(0))
    canvas.fill(PixelRect(x: -5, y: -5, width: 100, height: 100), radius: 3, Color(0xFFFFFF))
    canvas.fill(PixelRect(x: 5, y: 5, width: 10, height: 10), Color(0xFF0000))
    canvas.fill(PixelRect(x: 0, y: 0, width: -3, height: 1), Color(0xFF0000))
    #expect(color(canvas, 1, 1) == [255, 255, 255, 255])
  }

  @Test func aPictureIsBlendedByItsAlpha() throws {
    var canvas = Canvas(size: PixelSize(width: 3, height: 1), background: Color(0x000000))
    let pixels = try PixelBuffer(size: PixelSize(width: 2, height: 1)) { rows in
      rows.copyBytes(from: [200, 100, 50, 255, 200, 100, 50, 0] as [UInt8])
    }
    canvas.draw(pixels, in: PixelRect(x: 0, y: 0, width: 2, height: 1))
    #expect(color(canvas, 0, 0) == [200, 100, 50, 255])
    #expect(color(canvas, 1, 0) == [0, 0, 0, 255])
  }

  @Test func aSheetShowsLoadedAndFailedCardsDifferently() throws {
    let pixels = try PixelBuffer(size: ContactSheet.mediaSize, isOpaque: true) { rows in
      for offset in stride(from: 0, to: rows.count, by: 4) {
        rows.storeBytes(of: 0xFF00_8000, toByteOffset: offset, as: UInt32.self)
      }
    }
    let good = ContactSheet.Card(media: .init(pixels: pixels, end: .milliseconds(10)))
    let bad = ContactSheet.Card(media: .init(end: .milliseconds(5)))
    let canvas = ContactSheet.draw([good, bad])
    #expect(canvas.size.width == 2 * ContactSheet.mediaSize.width + 20 + 60)
    // Near the middle of the media, beside the cross.
    #expect(color(canvas, 30 + 100, 30 + 80) == [0, 128, 0, 255])
    let red = color(canvas, 350 + 60, 30 + 80)
    #expect(red[0] > red[1] && red[0] > red[2])
  }

  @Test func theBarOfAFailedCardEndsInRedAndThatOfALoadedOneInGreen() throws {
    let pixels = try PixelBuffer(size: PixelSize(width: 1, height: 1), isOpaque: true) { rows in
      rows.storeBytes(of: 0xFF00_0000, as: UInt32.self)
    }
    // Failed with the last byte, so that no time was spent in the part that is red.
    let time = Duration.milliseconds(50)
    let bad = ContactSheet.Card(media: .init(firstByte: time, lastByte: time, end: time))
    let good = ContactSheet.Card(
      media: .init(pixels: pixels, firstByte: time / 5, lastByte: time / 2, end: time))
    let canvas = ContactSheet.draw([bad, good])
    // The bars begin 12 pixels from the card's edge and are as long as they may be: 300 - 52.
    let (y, left, width) = (30 + 157 + 12 + 19 + 5, 30 + 12, 300 - 52)
    #expect(color(canvas, left + 20, y) == [0xB4, 0xBE, 0xCB, 255])
    #expect(color(canvas, left + width - 6, y) == [0xD6, 0x45, 0x3D, 255])
    let second = left + 320
    #expect(color(canvas, second + 20, y) == [0xB4, 0xBE, 0xCB, 255])
    #expect(color(canvas, second + width / 3, y) == [0x3B, 0x82, 0xF6, 255])
    #expect(color(canvas, second + width - 6, y) == [0x22, 0xA5, 0x65, 255])
    // Parts meet at straight edges, over the whole height.
    for row in (y - 5)..<(y + 5) {
      #expect(color(canvas, second + width / 3, row) == [0x3B, 0x82, 0xF6, 255])
    }
  }

  @Test func adsAreTakenFromTheirFoldersOrFromTheFolderItself() throws {
    let folder = TemporaryFolder()
    for name in ["b.jpg", "a.PNG", "notes.txt", ".hidden.jpg"] {
      try AtomicFile.write([], to: folder.path(name))
    }
    #expect(DemoFiles(folder: folder.path("")).media == ["a.PNG", "b.jpg"])
    for path in ["media/m.jpg", "icons/i.png", "truncated/jpeg-mid-scan.jpg"] {
      try Folder.make(folder.path(Folder.parent(of: path)))
      try AtomicFile.write([], to: folder.path(path))
    }
    let files = DemoFiles(folder: folder.path(""))
    #expect(files.media == ["media/m.jpg"])
    #expect(files.icons == ["icons/i.png"])
    #expect(files.damaged == ["truncated/jpeg-mid-scan.jpg"])
  }
}
