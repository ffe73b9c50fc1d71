/// Plays one schedule after the other until a rule is broken.
public enum Search {
  /// A schedule that breaks a rule.
  public struct Finding: Sendable {
    /// How many schedules were played, this one included.
    public var schedules: Int
    /// The seed of the schedule.
    public var seed: UInt64
    /// The schedule, as short as it can be.
    public var schedule: Schedule
    /// The rule that it breaks.
    public var violation: Violation
    /// What happens in it, in words.
    public var lines: [String]

    /// The violation and all that led to it.
    public var report: String {
      """
      schedule of seed \(seed) breaks a rule: \(violation)
      the same in \(schedule.steps.count) steps, of which none can be left out:
      \(lines.joined(separator: "\n"))
      """
    }
  }

  /// The seed of the schedule at a place in a run of them.
  public static func seed(_ seed: UInt64, at index: Int) -> UInt64 { seed &+ UInt64(index) &* 0x9E37_79B9 }

  /// Plays `count` schedules of `seed`, from that at `first` on. Returns the first that breaks a rule, made small.
  @MainActor public static func run(seed: UInt64, first: Int = 0, count: Int, steps: Int) -> Finding? {
    for index in first..<(first + count) {
      let own = self.seed(seed, at: index)
      let schedule = Schedule(seed: own, steps: steps)
      guard let violation = Simulation.play(schedule).violation else { continue }
      let minimal = Shrinker.minimal(schedule, breaking: violation.rule)
      let outcome = Simulation.play(minimal, keepsLines: true)
      return Finding(
        schedules: index - first + 1, seed: own, schedule: minimal,
        violation: outcome.violation ?? violation, lines: outcome.lines)
    }
    return nil
  }
}
