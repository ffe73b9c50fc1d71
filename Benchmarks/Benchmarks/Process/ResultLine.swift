/// A line of `name=value` words, as workers and `media-limit` print them.
struct ResultLine {
  private var values: [Substring: Substring] = [:]

  init(_ line: some StringProtocol) {
    for word in line.split(separator: " ") {
      let parts = word.split(separator: "=", maxSplits: 1)
      guard parts.count == 2 else { continue }
      values[Substring(parts[0])] = Substring(parts[1])
    }
  }

  func text(_ name: String) throws -> String {
    guard let value = values[Substring(name)] else { throw Failure("a worker's answer lacks \(name)") }
    return String(value)
  }

  func number(_ name: String) throws -> Double {
    guard let value = Double(try text(name)) else { throw Failure("a worker's \(name) is no number") }
    return value
  }
}
