/// How long something has held without a break.
struct Stretch {
  private(set) var length: Duration?

  mutating func note(_ holds: Bool, after elapsed: Duration) {
    length = holds ? length.map { $0 + elapsed } ?? .zero : nil
  }

  /// The time that is missing; `nil` while it does not hold.
  func remaining(of needed: Duration) -> Duration? { length.map { max(.zero, needed - $0) } }
}
