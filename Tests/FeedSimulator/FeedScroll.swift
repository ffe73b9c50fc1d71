import SeededRandom

/// A list that is flung from its beginning and stops at a random place: which cells are seen when. A value, no clock.
public struct FeedScroll: Sendable {
  /// Cells that are seen at once.
  public static let cellsPerScreen = 8
  /// How fast the list moves.
  public static let screensPerSecond = 20
  /// How often it is drawn.
  public static let framesPerSecond = 60

  /// Cells of the list.
  public let itemCount: Int
  /// The first cell that is seen once the list has stopped.
  public let stop: Int

  /// Stops in the last tenth of the list, with four screens still to come; a short list is flung half-way.
  public init(itemCount: Int, seed: UInt64) {
    let last = max(0, itemCount - 5 * Self.cellsPerScreen)
    let first = min(last, itemCount * 9 / 10)
    var random = SeededGenerator(seed: seed)
    self.init(
      itemCount: itemCount, stop: first < last ? Int.random(in: first..<last, using: &random) : last / 2)
  }

  /// Stops at a cell.
  public init(itemCount: Int, stop: Int) {
    self.itemCount = itemCount
    self.stop = stop
  }

  /// The cells that are seen so long after the beginning.
  public func visible(after time: Duration) -> Range<Int> {
    let moved = time / .seconds(1) * Double(Self.screensPerSecond * Self.cellsPerScreen)
    let first = min(stop, Int(max(0, moved)))
    return first..<min(itemCount, first + Self.cellsPerScreen)
  }

  /// When a frame is drawn, counted from the beginning.
  public static func time(ofFrame frame: Int) -> Duration { .seconds(frame) / framesPerSecond }
}
