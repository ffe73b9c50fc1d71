import MediaCodecs

/// The box of a job, as both sides read it: `WxH`, or `full`.
struct WorkTarget {
  let target: DecodeTarget?

  init(_ text: some StringProtocol) throws {
    guard text != "full" else {
      target = nil
      return
    }
    let sides = text.split(separator: "x").compactMap { Int($0) }
    guard sides.count == 2 else { throw Failure("a target is WxH or full, not \(text)") }
    target = DecodeTarget(size: PixelSize(width: sides[0], height: sides[1]))
  }
}
