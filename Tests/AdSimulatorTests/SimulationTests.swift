import AdSimulator
import Testing

@MainActor @Suite struct SimulationTests {
  // G8-G14, G28-G42, A1-A12, A15, A25-A28
  @Test func aFreshSeedBreaksNoRule() {
    let options = SimulationOptions.fromEnvironment
    print("simulating \(options.schedules) schedules, LAZYMEDIA_SIMULATE_SEED=\(options.seed)")
    let finding = Search.run(seed: options.seed, count: options.schedules, steps: options.steps)
    #expect(finding == nil, "\(finding?.report ?? "")")
  }

  @Test func longSchedulesBreakNoRule() {
    let options = SimulationOptions.fromEnvironment
    let finding = Search.run(seed: options.seed, count: options.schedules / 20, steps: 400)
    #expect(finding == nil, "seed \(options.seed): \(finding?.report ?? "")")
  }

  @Test(arguments: [1, 2, 3])
  func oneSeedGivesOneRun(seed: UInt64) {
    for index in 0..<20 {
      let schedule = Schedule(seed: Search.seed(seed, at: index), steps: 100)
      let (first, second) = (Simulation.play(schedule), Simulation.play(schedule, keepsLines: true))
      #expect(first.hash == second.hash)
      #expect(first.steps == second.steps)
    }
  }

  @Test func otherSeedsGiveOtherRuns() {
    let hashes = (0..<50).map { Simulation.play(Schedule(seed: $0, steps: 50)).hash }
    #expect(Set(hashes).count == hashes.count)
  }
}
