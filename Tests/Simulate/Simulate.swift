import AdSimulator
import Glibc

/// The command `simulate`.
@main enum Simulate {
  @MainActor static func main() {
    if CommandLine.arguments.dropFirst().first == "slots" {
      exit(SlotCommand.run(CommandLine.arguments.dropFirst(2)))
    }
    let options: SimulateOptions
    do throws(SimulateOptions.Problem) {
      options = try SimulateOptions(CommandLine.arguments.dropFirst())
    } catch {
      print("simulate: \(error.text)\n\(SimulateOptions.usage)")
      exit(2)
    }
    if options.playsMutants { exit(playMutants(options)) }
    if options.isVerbose { return tell(options, from: options.first ?? 0) }
    if let first = options.first { exit(play(options, from: first, count: options.schedules)) }
    print("seed \(options.seed), \(options.schedules) schedules of \(options.steps) steps")
    fflush(nil)
    let clock = ContinuousClock()
    let start = clock.now
    let isClean = options.jobs > 1 ? Jobs.run(options) : play(options, from: 0, count: options.schedules) == 0
    let seconds = max(0.001, Double((clock.now - start) / .milliseconds(1)) / 1000)
    guard isClean else { exit(1) }
    print(
      "0 violations in \(options.schedules) schedules, \(options.schedules * options.steps) steps, "
        + "\(Int(seconds)) s, \(Int(Double(options.schedules) / seconds)) schedules a second")
  }

  /// Tells all that happens in each schedule.
  @MainActor private static func tell(_ options: SimulateOptions, from first: Int) {
    for index in first..<(first + options.schedules) {
      let seed = Search.seed(options.seed, at: index)
      let outcome = Simulation.play(Schedule(seed: seed, steps: options.steps), keepsLines: true)
      print("schedule of seed \(seed)\n\(outcome.lines.joined(separator: "\n"))\nhash \(outcome.hash)")
    }
  }

  @MainActor private static func play(_ options: SimulateOptions, from first: Int, count: Int) -> Int32 {
    guard let finding = Search.run(seed: options.seed, first: first, count: count, steps: options.steps)
    else {
      return 0
    }
    print(finding.report)
    print("replay: simulate --seed \(options.seed) --first \(first + finding.schedules - 1) --schedules 1")
    return 1
  }

  @MainActor private static func playMutants(_ options: SimulateOptions) -> Int32 {
    guard let mutations = Mutations.all else {
      print("a build for release breaks no rules: swift run -c debug simulate --mutants")
      return 2
    }
    var missed: Int32 = 0
    for mutation in mutations {
      let finding = mutation.find(seed: options.seed, within: options.schedules, steps: options.steps)
      if let finding {
        print(
          "\(mutation.name): found after \(finding.schedules) schedules, \(finding.schedule.steps.count) steps: \(finding.violation)"
        )
        if options.isVerbose { print(finding.report) }
      } else {
        print("\(mutation.name): not found in \(options.schedules) schedules")
        missed = 1
      }
    }
    return missed
  }
}
