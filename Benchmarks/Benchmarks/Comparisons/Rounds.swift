/// Runs both, the first one first in every other round, so that neither always comes after the other.
func alternating<Left, Right>(
  _ round: Int, _ left: () throws -> Left, _ right: () throws -> Right
) rethrows -> (Left, Right) {
  if round.isMultiple(of: 2) {
    let first = try left()
    return (first, try right())
  }
  let first = try right()
  return (try left(), first)
}

/// Refuses results whose pixels differ: whoever did other work is not compared.
struct EqualPixels {
  private let subject: String
  private var expected: (side: String, checksum: String)?

  init(_ subject: String) { self.subject = subject }

  mutating func add(_ side: String, _ result: ResultLine) throws {
    let checksum = try result.text("checksum")
    if let expected, expected.checksum != checksum {
      throw Failure(
        "\(subject): the pixels of \(side) (\(checksum)) differ from those of \(expected.side) (\(expected.checksum))"
      )
    }
    expected = (side, checksum)
  }
}
