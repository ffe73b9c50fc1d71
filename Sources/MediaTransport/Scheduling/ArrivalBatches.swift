/// Numbers what arrives together: all that comes within 10 ms of the first of its batch, such as the cells of one
/// screen, is one batch. Later batches have higher numbers.
package struct ArrivalBatches {
  /// How long a batch takes more, from its first on.
  package static let span = Duration.milliseconds(10)

  private var number: UInt64 = 0
  private var end = MonotonicTime(nanoseconds: .min)

  package init() {}

  /// The batch of what arrives at `time`, from 1.
  package mutating func number(at time: MonotonicTime) -> UInt64 {
    if time > end || number == 0 {
      number += 1
      end = time + Self.span
    }
    return number
  }
}
