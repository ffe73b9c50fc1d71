import AdSimulator
import Testing

@MainActor @Suite(.serialized) struct MutationTests {
  /// The rules that each mutant breaks: found by one of them, not by accident.
  private static let rules: [String: Set<Violation.Rule>] = [
    "ignoresGenerations": [.noWrongPicture, .placeholders],
    "leaksTransfers": [.noLeakedTransfer],
    "failsTwice": [.oneTerminalEvent],
    "removesAnyPlaceholder": [.placeholders],
    "removesEarly": [.placeholders],
    "removesOnFailure": [.placeholders],
    "tellsBeforeChanging": [.legalStates],
    "failsWhenCancelled": [.honestFailure],
    "staysBound": [.noWrongPicture, .placeholders, .noLeakedTransfer, .viewability],
    "forgetsMemoryHits": [.oneTerminalEvent],
    "ignoresCancel": [.noLeakedTransfer, .silenceAfterCancel],
    "fetchesTwice": [.noLeakedTransfer],
    "waitsForMedia": [.handOverFirst, .legalStates, .noLeakedTransfer],
    "tellsInsideCallbacks": [.oneAtATime, .oneTerminalEvent, .placeholders],
    "countsUnloaded": [.viewability],
    "refreshesWhileChecking": [.refresh],
    "losesAdOnFailedRefresh": [.refresh],
    "keepsDuplicates": [.group],
    "paysTwice": [.engagement, .refresh],
    "tracksTwice": [.trackers],
  ]

  @Test func eachBrokenRuleIsFound() throws {
    // Always the same: which rule a mutant breaks first depends on the seed.
    let seed: UInt64 = 1
    // A build for release breaks none.
    guard let mutations = Mutations.all else { return }
    #expect(Set(mutations.map(\.name)) == Set(Self.rules.keys))
    for mutation in mutations {
      let finding = try #require(
        mutation.find(seed: seed, within: 5_000, steps: 50), "\(mutation.name), seed \(seed)")
      let rule = finding.violation.rule
      #expect(Self.rules[mutation.name]?.contains(rule) == true, "\(mutation.name), seed \(seed): \(rule)")
      print(
        "\(mutation.name): found after \(finding.schedules) schedules, \(finding.schedule.steps.count) steps")
    }
  }

  @Test func aFindingIsMinimal() throws {
    guard let mutations = Mutations.all else { return }
    for mutation in mutations {
      let finding = try #require(mutation.find(seed: 1, within: 5_000, steps: 50))
      mutation.breaking {
        #expect(Simulation.play(finding.schedule).violation?.rule == finding.violation.rule)
        for index in finding.schedule.steps.indices {
          var shorter = finding.schedule
          shorter.steps.remove(at: index)
          #expect(
            Simulation.play(shorter).violation?.rule != finding.violation.rule,
            "\(mutation.name), step \(index)")
        }
      }
      // What is found is the broken rule, not the simulator.
      #expect(Simulation.play(finding.schedule).violation == nil, "\(mutation.name)")
    }
  }

  @Test func aFindingTellsItsSeedAndItsSteps() throws {
    guard let mutation = Mutations.all?.first else { return }
    let finding = try #require(mutation.find(seed: 1, within: 5_000, steps: 50))
    #expect(finding.report.contains("\(finding.seed)"))
    for step in finding.schedule.steps { #expect(finding.report.contains("\(step)")) }
  }
}
