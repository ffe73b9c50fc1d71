/// The scale of time that all rows of a report share.
struct ReportScale: Equatable, Sendable {
  /// Where it ends.
  let end: Duration
  /// Parts that it is divided into.
  let ticks: Int

  /// Ends where the last ad ended. Where few ads took far longer than the others, which would shrink to nothing beside
  /// them, it ends at twice the time within which nine of ten were done.
  init(ends: [Duration]) {
    let sorted = ends.sorted()
    let last = sorted.last ?? .zero
    let ninth = sorted.isEmpty ? .zero : sorted[(sorted.count - 1) * 9 / 10]
    let wanted = max(.milliseconds(1), last > 4 * ninth && ninth > .zero ? 2 * ninth : last)
    // The next of 1, 2, 4, 5, 8 and 10 times a power of ten, which can be divided into four or five.
    var unit = Duration.milliseconds(1)
    while 10 * unit < wanted { unit *= 10 }
    let factor = [1, 2, 4, 5, 8, 10].first { $0 * unit >= wanted } ?? 10
    end = factor * unit
    ticks = factor == 5 || factor == 10 ? 5 : 4
  }

  /// Where a moment lies, 0 to 1.
  func place(of time: Duration) -> Double { min(1, max(0, time / end)) }

  /// The moment at a division, as text; the first one tells the unit.
  func label(of tick: Int) -> String {
    let (unit, name): (Duration, String) = end < .seconds(1) ? (.milliseconds(1), "ms") : (.seconds(1), "s")
    return Text.decimal(end * tick / ticks / unit) + (tick == 0 ? " \(name)" : "")
  }
}

extension Int {
  fileprivate static func * (left: Int, right: Duration) -> Duration { right * left }
}
