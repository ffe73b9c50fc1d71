import LazyMedia

/// The rules of a unit: when its ad is replaced, that one request runs at a time, and whom its end is told to.
struct AdUnitMachine {
  /// What a request is for.
  enum Purpose: Equatable {
    /// The program, or the person, wants an ad.
    case load
    /// The ad has done its part.
    case refresh
  }

  /// How the ad is when something happens to it.
  struct Situation {
    var participation: ParticipationState
    var isAtLanding: Bool
  }

  /// Whether the ad is replaced without the program.
  var refreshesAutomatically = true
  /// What the request under way is for; `nil` while there is none.
  private(set) var purpose: Purpose?

  /// An ad is wanted. Returns whether to ask for one.
  mutating func load() -> Bool { begin(.load) }

  /// Something has happened to the current ad. Returns whether to ask for the next.
  mutating func hear(_ event: NativeAdEvent, _ situation: Situation) -> Bool {
    guard refreshesAutomatically, Self.isDone(event, situation) else { return false }
    return begin(.refresh)
  }

  /// The request under way has ended, or is given up. Returns what it was for.
  mutating func end() -> Purpose? {
    defer { purpose = nil }
    return purpose
  }

  private mutating func begin(_ purpose: Purpose) -> Bool {
    guard self.purpose == nil else { return false }
    self.purpose = purpose
    return true
  }

  /// Whether the ad has done its part: the person has taken part, or is back from its page with nothing left to be paid.
  private static func isDone(_ event: NativeAdEvent, _ situation: Situation) -> Bool {
    switch event {
    case .didParticipate: return true
    case .didReturnFromLanding: break
    // The check has outlasted the visit: now it is known that nothing is to be paid.
    case .didReward(.alreadyParticipated), .didReward(.missingReward):
      if situation.isAtLanding { return false }
    default: return false
    }
    #if MUTANTS
      if Mutant.refreshesWhileChecking.isOn, situation.participation == .checking { return true }
    #endif
    switch situation.participation {
    case .none, .participated: return true
    case .available, .checking: return false
    }
  }
}
