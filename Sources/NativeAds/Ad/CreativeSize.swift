/// The pixels of a creative as an ad response gives them, checked: sides in 1...16384, ratio in 0.1...10.
struct CreativeSize: Hashable, Sendable {
  let width: Int
  let height: Int

  /// Most pixels along a side.
  static let largestSide = 16_384

  /// `nil` for a size that no creative has.
  init?(width: Int, height: Int) {
    let sides = 1...Self.largestSide
    guard sides.contains(width), sides.contains(height), width <= 10 * height, height <= 10 * width else {
      return nil
    }
    self.width = width
    self.height = height
  }
}
