import NativeAds

/// What a person has done with an ad of the simulated program, and what of it must have been told.
@MainActor struct EngagementModel {
  private(set) var participation: ParticipationState
  /// The pages that are open, one over another.
  private(set) var openPages: Set<Int> = []
  /// Those that are being opened, and of them those that the person is back from already.
  private var awaitedPages: Set<Int> = []
  private var pagesLeftEarly: Set<Int> = []
  /// What must have been told, and what was.
  private(set) var due: [String] = []
  private(set) var told: [String] = []
  /// The page that the reward waits for, then the reward that is asked for.
  private var claim: Int?
  private var claims = 0
  private var checkingSince: Duration?

  static let rewardTimeLimit = Duration.seconds(30)

  init(pays: Bool) { participation = pays ? .available : .none }

  mutating func click() -> Int? {
    due.append("click")
    guard participation == .available else { return nil }
    participation = .checking
    due.append("request")
    claims += 1
    claim = claims
    return claim
  }

  /// Whether the person is at a page, or on the way to one.
  var isAway: Bool { !openPages.isEmpty || !awaitedPages.isEmpty }

  mutating func await(_ page: Int) { awaitedPages.insert(page) }

  mutating func open(_ page: Int, _ claim: Int?, now: Duration) {
    awaitedPages.remove(page)
    openPages.insert(page)
    if let claim, claim == self.claim { checkingSince = now }
    if pagesLeftEarly.remove(page) != nil { close(page) }
  }

  mutating func failToOpen(_ page: Int, _ claim: Int?) {
    awaitedPages.remove(page)
    pagesLeftEarly.remove(page)
    due.append("failedToOpen")
    if let claim, claim == self.claim { end(.browserNotLaunched) }
  }

  mutating func close(_ page: Int) {
    if openPages.remove(page) != nil, openPages.isEmpty { due.append("return") }
  }

  mutating func comeBack() {
    if !openPages.isEmpty { due.append("return") }
    openPages = []
    pagesLeftEarly = awaitedPages
  }

  /// The answer to a request for a reward.
  mutating func answer(_ claim: Int, _ result: RewardResult) {
    if claim == self.claim { end(result) }
  }

  /// The time for the answer may be over.
  mutating func expire(now: Duration) {
    if let checkingSince, now >= checkingSince + Self.rewardTimeLimit { end(.connectionTimeout) }
  }

  private mutating func end(_ result: RewardResult) {
    claim = nil
    checkingSince = nil
    due.append("reward \(result.rawValue)")
    switch result {
    case .success:
      participation = .participated
      due.append("participated")
    case .alreadyParticipated: participation = .participated
    case .missingReward: participation = .none
    default: participation = .available
    }
  }

  mutating func tell(_ line: String) { told.append(line) }

  /// What is wrong once nothing waits to be told.
  var fault: String? { told == due ? nil : "told was \(told), due is \(due)" }
}
