/// Makes failing schedules small.
public enum Shrinker {
  /// A schedule that breaks the same rule, of which no step can be left out.
  ///
  /// Takes out halves, then quarters and so on, down to single steps, until none is left that can go.
  @MainActor public static func minimal(_ schedule: Schedule, breaking rule: Violation.Rule) -> Schedule {
    var best = schedule
    let played = Simulation.play(schedule).steps
    if played < best.steps.count {
      var cut = best
      cut.steps.removeLast(best.steps.count - played)
      if breaks(cut, rule) { best = cut }
    }
    var length = max(1, best.steps.count / 2)
    while true {
      var hasChanged = false
      var start = 0
      while start < best.steps.count {
        var shorter = best
        shorter.steps.removeSubrange(start..<min(start + length, best.steps.count))
        if breaks(shorter, rule) {
          best = shorter
          hasChanged = true
        } else {
          start += length
        }
      }
      if length > 1 { length /= 2 } else if !hasChanged { return best }
    }
  }

  @MainActor private static func breaks(_ schedule: Schedule, _ rule: Violation.Rule) -> Bool {
    Simulation.play(schedule).violation?.rule == rule
  }
}
