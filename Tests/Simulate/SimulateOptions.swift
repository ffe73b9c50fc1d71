/// What the command was asked for.
struct SimulateOptions {
  struct Problem: Error {
    var text: String
  }

  static let usage = """
    usage: simulate [--schedules N] [--steps N] [--seed N] [--jobs N] [--first N] [--mutants] [--verbose]
           simulate slots [--reuses N] [--seed N] [--mutants]
    """

  var schedules = 20_000
  var steps = 50
  var seed = UInt64.random(in: 0 ... .max)
  var jobs = 2
  /// The place of the first schedule; then all are played here, quietly.
  var first: Int?
  var playsMutants = false
  var isVerbose = false

  init(_ arguments: some Sequence<String>) throws(Problem) {
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      func number<Number: FixedWidthInteger>(atLeast least: Number) throws(Problem) -> Number {
        guard let text = rest.next(), let value = Number(text), value >= least else {
          throw Problem(text: "\(name) needs a number of at least \(least)")
        }
        return value
      }
      switch name {
      case "--schedules": schedules = try number(atLeast: 1)
      case "--steps": steps = try number(atLeast: 1)
      case "--seed": seed = try number(atLeast: 0)
      case "--jobs": jobs = try number(atLeast: 1)
      case "--first": first = try number(atLeast: 0)
      case "--mutants": playsMutants = true
      case "--verbose": isVerbose = true
      default: throw Problem(text: "unknown option \(name)")
      }
    }
  }
}
