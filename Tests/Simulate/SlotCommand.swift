import Glibc
import SlotSimulator

/// The command `simulate slots`.
enum SlotCommand {
  static let usage = "usage: simulate slots [--reuses N] [--seed N] [--mutants]"

  /// Returns the code that the process ends with.
  @MainActor static func run(_ arguments: some Sequence<String>) -> Int32 {
    var reuses = 1_000_000
    var seed = UInt64.random(in: 0 ... .max)
    var playsMutants = false
    var rest = arguments.makeIterator()
    while let name = rest.next() {
      switch name {
      case "--mutants": playsMutants = true
      case "--reuses":
        guard let number = rest.next().flatMap({ Int($0) }), number > 0 else { return misuse(name) }
        reuses = number
      case "--seed":
        guard let number = rest.next().flatMap({ UInt64($0) }) else { return misuse(name) }
        seed = number
      default: return misuse(name)
      }
    }
    if playsMutants { return playMutants(seed: seed, reuses: reuses) }
    print("seed \(seed), \(reuses) reuses")
    fflush(nil)
    let clock = ContinuousClock()
    let start = clock.now
    let outcome = SlotSimulation.play(seed: seed, reuses: reuses)
    let seconds = Double((clock.now - start) / .milliseconds(1)) / 1000
    print(
      "\(outcome.wrong) wrong pictures, \(outcome.flashes) flashes in \(outcome.reuses) reuses, "
        + "\(outcome.shown) pictures shown, \(outcome.hits) memory hits, \(seconds) s")
    if let finding = outcome.finding { print(finding) }
    return outcome.isClean ? 0 : 1
  }

  @MainActor private static func playMutants(seed: UInt64, reuses: Int) -> Int32 {
    guard let outcome = SlotMutation.ignoringGenerations(seed: seed, reuses: reuses) else {
      print("a build for release breaks no rules: swift run -c debug simulate slots --mutants")
      return 2
    }
    print("ignoresGenerations: \(outcome.finding.map { "found: \($0)" } ?? "not found")")
    return outcome.wrong > 0 ? 0 : 1
  }

  private static func misuse(_ name: String) -> Int32 {
    print("simulate: what is meant by \(name)?\n\(usage)")
    return 2
  }
}
