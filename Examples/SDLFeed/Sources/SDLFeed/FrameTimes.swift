/// How long the frames took: the work of the program, without the wait for the screen.
struct FrameTimes {
  private var times: [Duration] = []

  mutating func add(_ time: Duration) { times.append(time) }

  var count: Int { times.count }

  /// The time that so much of the frames took at most, 0 to 1; zero where there were none.
  func quantile(_ part: Double) -> Duration {
    let sorted = times.sorted()
    guard let last = sorted.last else { return .zero }
    let index = Int((Double(sorted.count) * part).rounded(.up)) - 1
    return sorted.indices.contains(index) ? sorted[index] : last
  }
}
