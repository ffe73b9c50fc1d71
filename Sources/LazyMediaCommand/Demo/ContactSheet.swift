import LazyMedia

/// Draws native ads as cards: the media, below it the icon, and beside that how long each took.
///
/// There is no text in the picture. A bar's length is time, on one scale for the whole sheet: gray while waiting for
/// the first byte, blue while bytes came, green from the last byte to the finished picture. The dot is green for
/// loaded, red for failed; what failed is shown as red stripes with a cross, and its bar ends in red.
struct ContactSheet {
  /// One picture of a card.
  struct Tile: Sendable {
    /// `nil` if it failed.
    var pixels: PixelBuffer?
    var firstByte = Duration.zero
    var lastByte = Duration.zero
    /// The end, loaded or failed.
    var end = Duration.zero
  }

  /// One ad.
  struct Card: Sendable {
    var media: Tile
    var icon: Tile?
  }

  /// The size that media are shown at: 1.91 to 1, the ratio of native ads' main image.
  static let mediaSize = PixelSize(width: 300, height: 157)
  /// The size that icons are shown at.
  static let iconSize = PixelSize(width: 48, height: 48)
  private static let columns = 4
  private static let gap = 20
  private static let margin = 30
  private static let footer = 72
  private static let radius = 10.0

  /// Draws the cards, row by row.
  static func draw(_ cards: [Card]) -> Canvas {
    let columns = max(1, min(columns, cards.count))
    let rows = max(1, (cards.count + columns - 1) / columns)
    let (width, height) = (mediaSize.width, mediaSize.height + footer)
    var canvas = Canvas(
      size: PixelSize(
        width: columns * (width + gap) - gap + 2 * margin, height: rows * (height + gap) - gap + 2 * margin),
      background: Color(0xEEF1F5))
    let longest = cards.flatMap { [$0.media.end, $0.icon?.end ?? .zero] }.max() ?? .zero
    for (index, card) in cards.enumerated() {
      let place = PixelRect(
        x: margin + index % columns * (width + gap), y: margin + index / columns * (height + gap),
        width: width, height: height)
      draw(card, in: place, longest: max(longest, .milliseconds(1)), on: &canvas)
    }
    return canvas
  }

  private static func draw(
    _ card: Card, in place: PixelRect, longest: Duration, on canvas: inout Canvas
  ) {
    canvas.shadow(of: place, radius: radius, spread: 12, Color(0x1B2A41, alpha: 60))
    canvas.fill(place, radius: radius, Color(0xFFFFFF))
    let media = PixelRect(x: place.x, y: place.y, width: mediaSize.width, height: mediaSize.height)
    // The shape of the card: only the upper corners of the media are round.
    draw(card.media, in: media, shape: place, radius: radius, background: Color(0xE3E7ED), on: &canvas)
    let row = media.y + media.height + 12
    var left = place.x + 12
    if let icon = card.icon {
      let box = PixelRect(x: left, y: row, width: iconSize.width, height: iconSize.height)
      draw(icon, in: box, shape: box, radius: 8, background: Color(0xFFFFFF), on: &canvas)
      left += iconSize.width + 12
    }
    let width = place.x + place.width - 40 - left
    let tiles = [card.media, card.icon].compactMap(\.self)
    for (index, tile) in tiles.enumerated() {
      let y = tiles.count == 1 ? row + 19 : row + 9 + index * 20
      let bar = PixelRect(x: left, y: y, width: width, height: 10)
      drawBar(of: tile, in: bar, longest: longest, on: &canvas)
    }
    let hasFailed = tiles.contains { $0.pixels == nil }
    let dot = PixelRect(x: place.x + place.width - 28, y: row + 16, width: 16, height: 16)
    canvas.fill(dot, radius: 8, hasFailed ? failure : success)
  }

  private static func draw(
    _ tile: Tile, in box: PixelRect, shape: PixelRect, radius: Double, background: Color,
    on canvas: inout Canvas
  ) {
    if let pixels = tile.pixels {
      canvas.fill(box, shape: shape, radius: radius, background)
      canvas.draw(pixels, in: box, shape: shape, radius: radius)
      return
    }
    canvas.stripes(
      box, shape: shape, radius: radius, width: max(6, box.height / 10), Color(0xFBE3E1), Color(0xF7CFCB))
    let (x, y) = (box.x + box.width / 2, box.y + box.height / 2)
    let arm = box.height / 6
    canvas.line(
      from: (x - arm, y - arm), to: (x + arm, y + arm), width: Double(arm) / 3, failure)
    canvas.line(
      from: (x - arm, y + arm), to: (x + arm, y - arm), width: Double(arm) / 3, failure)
  }

  private static func drawBar(
    of tile: Tile, in bar: PixelRect, longest: Duration, on canvas: inout Canvas
  ) {
    canvas.fill(bar, radius: 5, Color(0xE9EDF2))
    func length(_ time: Duration) -> Int {
      max(0, min(bar.width, Int((time / longest * Double(bar.width)).rounded())))
    }
    let (first, last) = (length(tile.firstByte), length(max(tile.lastByte, tile.firstByte)))
    let hasFailed = tile.pixels == nil
    // A failure follows the last byte at once; its mark is seen all the same.
    let end = max(length(max(tile.end, tile.lastByte)), hasFailed ? failureMark : bar.height)
    let failed = hasFailed ? min(last, end - failureMark) : last
    // Square parts, cut to the one rounded shape of them all.
    let shape = PixelRect(x: bar.x, y: bar.y, width: end, height: bar.height)
    let parts = [
      (0..<min(first, failed), Color(0xB4BECB)), (min(first, failed)..<min(last, failed), Color(0x3B82F6)),
      (failed..<end, hasFailed ? failure : success),
    ]
    for (part, color) in parts where !part.isEmpty {
      let rect = PixelRect(x: bar.x + part.lowerBound, y: bar.y, width: part.count, height: bar.height)
      canvas.fill(rect, shape: shape, radius: 5, color)
    }
  }

  /// The least length of the red part of a bar.
  private static let failureMark = 10
  private static let success = Color(0x22A565)
  private static let failure = Color(0xD6453D)
}
