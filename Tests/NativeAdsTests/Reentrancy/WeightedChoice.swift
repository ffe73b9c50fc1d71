import SeededRandom

/// Cases of which some are chosen more often than others.
protocol WeightedChoice: CaseIterable {
  /// How often the case is chosen, next to the others; one by default.
  var weight: Int { get }
}

extension WeightedChoice {
  var weight: Int { 1 }

  static func random(using random: inout SeededGenerator) -> Self {
    var rest = Int.random(in: 0..<allCases.reduce(0) { $0 + $1.weight }, using: &random)
    for choice in allCases {
      rest -= choice.weight
      if rest < 0 { return choice }
    }
    preconditionFailure("the rest is less than the sum of the weights")
  }
}
