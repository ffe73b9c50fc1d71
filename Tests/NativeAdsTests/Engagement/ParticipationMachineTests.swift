import Testing

@testable import NativeAds

/// The rules of taking part, without an ad.
@Suite struct ParticipationMachineTests {
  private static func machine(
    status: OpenRTBNative.Campaign.Status? = nil, reward: Double? = 10, canBeAsked: Bool = true
  ) -> ParticipationMachine {
    var campaign = OpenRTBNative.Campaign()
    campaign.status = status
    campaign.reward = reward
    return ParticipationMachine(campaign, canBeAsked: canBeAsked)
  }

  /// What is left after each result, and what is told of it.
  private static let ends: [(RewardResult, ParticipationState, participates: Bool)] = [
    (.success, .participated, true), (.alreadyParticipated, .participated, false),
    (.missingReward, .none, false), (.tooShortToParticipate, .available, false),
    (.connectionTimeout, .available, false), (.browserNotLaunched, .available, false),
    (.networkError, .available, false), (.serverError, .available, false), (.clientError, .available, false),
    (.unknown, .available, false),
  ]

  // B8, B15
  @Test func eachResultEndsTheCheckOnce() {
    #expect(Self.ends.map(\.0) == RewardResult.allCases)
    for (result, state, participates) in Self.ends {
      var machine = Self.machine()
      #expect(machine.click() == [.tellRequested])
      #expect(machine.state == .checking)
      #expect(
        machine.end(result) == [.tellResult(result)] + (participates ? [.tellParticipated] : []), "\(result)")
      #expect(machine.state == state, "\(result)")
      #expect(result.isSuccess == (result == .success))
      for late in RewardResult.allCases { #expect(machine.end(late) == []) }
      #expect(machine.state == state, "\(result)")
      #expect(machine.click() == (state == .available ? [.tellRequested] : []), "\(result)")
    }
  }

  @Test func aClickWhileItIsBeingCheckedAsksForNothing() {
    var machine = Self.machine()
    _ = machine.click()
    #expect(machine.click() == [])
    #expect(machine.state == .checking)
  }

  // B8
  @Test func whereThereIsNothingToPayNothingIsAskedFor() {
    var machines = [
      ParticipationMachine(nil, canBeAsked: true), Self.machine(reward: nil), Self.machine(canBeAsked: false),
      Self.machine(reward: 0),
    ]
    for index in machines.indices {
      #expect(machines[index].state == .none)
      #expect(machines[index].click() == [])
      #expect(machines[index].end(.success) == [])
    }
    for status in [OpenRTBNative.Campaign.Status.completed, .closed] {
      var machine = Self.machine(status: status)
      #expect(machine.state == .participated)
      #expect(machine.click() == [])
    }
    #expect(Self.machine(status: .inProgress).state == .available)
  }
}
