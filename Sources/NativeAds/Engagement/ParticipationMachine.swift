import LazyMedia

/// The rules of taking part: a click begins it, each request for a reward has exactly one result, and what is paid is paid
/// once.
struct ParticipationMachine {
  /// What is to be done, in order.
  enum Action: Equatable {
    /// Tell that the reward is asked for.
    case tellRequested
    /// Tell what became of it.
    case tellResult(RewardResult)
    /// Tell that the person has taken part.
    case tellParticipated
  }

  private(set) var state: ParticipationState

  /// - Parameters:
  ///   - campaign: what the response says; `nil` of an ad that pays for nothing.
  ///   - canBeAsked: whether there is somebody to ask for the reward.
  init(_ campaign: OpenRTBNative.Campaign?, canBeAsked: Bool) {
    if campaign?.status == .completed || campaign?.status == .closed {
      state = .participated
    } else {
      state = campaign?.paysReward == true && canBeAsked ? .available : .none
    }
  }

  /// The ad was clicked. Where that asks for the reward, ``end(_:)`` follows once.
  mutating func click() -> [Action] {
    guard state == .available else { return [] }
    state = .checking
    return [.tellRequested]
  }

  /// The answer has come, or none can.
  mutating func end(_ result: RewardResult) -> [Action] {
    guard state == .checking else { return [] }
    switch result {
    case .success:
      #if MUTANTS
        state = Mutant.paysTwice.isOn ? .available : .participated
      #else
        state = .participated
      #endif
      return [.tellResult(result), .tellParticipated]
    case .alreadyParticipated:
      state = .participated
    case .missingReward:
      state = .none
    default:
      state = .available
    }
    return [.tellResult(result)]
  }
}
