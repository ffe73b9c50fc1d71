/// What a ratio is to be.
enum Goal {
  case atMost(Double)
  case atLeast(Double)

  func isMet(by ratio: Double) -> Bool {
    switch self {
    case .atMost(let bound): ratio <= bound
    case .atLeast(let bound): ratio >= bound
    }
  }

  var text: String {
    switch self {
    case .atMost(let bound): "<= \(bound.fixed(2))"
    case .atLeast(let bound): ">= \(bound.fixed(2))"
    }
  }
}

/// One quantity of two sides, measured in the same rounds.
struct Comparison {
  let quantity: String
  let unit: String
  var left = Sample()
  var right = Sample()
  var goal: Goal?

  init(_ quantity: String, _ unit: String, goal: Goal? = nil) {
    self.quantity = quantity
    self.unit = unit
    self.goal = goal
  }

  mutating func append(_ left: Double, _ right: Double) {
    self.left.append(left)
    self.right.append(right)
  }

  /// Of each round; its median is what a goal is held against.
  var ratio: Sample { left / right }
}

/// Comparisons of the same two sides.
struct ComparisonTable {
  let title: String
  let left: String
  let right: String
  var comparisons: [Comparison]

  init(_ title: String, left: String = "ours", right: String = "limit", _ comparisons: [Comparison]) {
    self.title = title
    self.left = left
    self.right = right
    self.comparisons = comparisons
  }

  func print(asJSON: Bool) throws {
    if asJSON {
      for comparison in comparisons { try Report.answer(json(comparison)) }
    } else {
      try Report.answer(text)
    }
  }

  private var text: String {
    let rounds = comparisons.map(\.left.values.count).max() ?? 0
    var lines: [[String]] = [["", left, right, "ratio", "goal"]]
    for comparison in comparisons {
      var verdict = ""
      if let goal = comparison.goal {
        verdict = "\(goal.text) \(goal.isMet(by: comparison.ratio.median) ? "pass" : "MISS")"
      }
      let ratio = comparison.ratio
      lines.append([
        comparison.quantity + (comparison.unit.isEmpty ? "" : ", \(comparison.unit)"),
        comparison.left.summary, comparison.right.summary,
        "\(ratio.median.fixed(3)) [\(ratio.minimum.fixed(2))..\(ratio.maximum.fixed(2))]", verdict,
      ])
    }
    let widths = (0..<5).map { column in lines.map { $0[column].count }.max() ?? 0 }
    var text = "\(title): medians [min..max] of \(rounds) rounds\n"
    for line in lines {
      var row = "  "
      for (column, cell) in line.enumerated() {
        row += cell + String(repeating: " ", count: widths[column] - cell.count + 2)
      }
      while row.last == " " { row.removeLast() }
      text += row + "\n"
    }
    return text
  }

  private func json(_ comparison: Comparison) -> String {
    var fields = [
      "\"benchmark\":\(title.quoted)", "\"quantity\":\(comparison.quantity.quoted)",
      "\"unit\":\(comparison.unit.quoted)", "\"rounds\":\(comparison.left.values.count)",
      "\(left.quoted):\(comparison.left.json)", "\(right.quoted):\(comparison.right.json)",
      "\"ratio\":\(comparison.ratio.json)",
    ]
    if let goal = comparison.goal {
      fields += ["\"goal\":\(goal.text.quoted)", "\"passes\":\(goal.isMet(by: comparison.ratio.median))"]
    }
    return "{\(fields.joined(separator: ","))}"
  }
}

extension Sample {
  fileprivate var summary: String { "\(median.readable) [\(minimum.readable)..\(maximum.readable)]" }

  fileprivate var json: String {
    let parts = [("median", median), ("min", minimum), ("max", maximum)].map { name, value in
      "\"\(name)\":\(value.isFinite ? "\(value)" : "null")"
    }
    return "{\(parts.joined(separator: ","))}"
  }
}

extension String {
  /// As JSON; titles hold no control characters.
  fileprivate var quoted: String {
    var text = "\""
    for character in self {
      if character == "\"" || character == "\\" { text.append("\\") }
      text.append(character)
    }
    return text + "\""
  }
}
