/// Values of one quantity, one for each round.
struct Sample {
  private(set) var values: [Double] = []

  init(_ values: [Double] = []) { self.values = values }

  mutating func append(_ value: Double) { values.append(value) }

  var minimum: Double { values.min() ?? .nan }
  var maximum: Double { values.max() ?? .nan }
  var median: Double {
    guard !values.isEmpty else { return .nan }
    let sorted = values.sorted()
    let middle = sorted.count / 2
    return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
  }

  /// The value that so many of 1000 do not exceed.
  func permille(_ rank: Int) -> Double {
    let sorted = values.sorted()
    return sorted.isEmpty ? .nan : sorted[min(sorted.count - 1, sorted.count * rank / 1000)]
  }

  /// Quotients of values of the same round: what drifts over a run drifts in both.
  static func / (left: Sample, right: Sample) -> Sample {
    Sample(zip(left.values, right.values).map { $0 / $1 })
  }
}
