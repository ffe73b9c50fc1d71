/// What became of asking for a reward. Raw values are stable, for servers.
public enum RewardResult: String, Error, Hashable, Sendable, CaseIterable {
  /// The reward is paid.
  case success
  /// It was paid before.
  case alreadyParticipated
  /// There is no reward to pay any more.
  case missingReward
  /// The person was not long enough at the landing page.
  case tooShortToParticipate
  /// The server did not answer in time.
  case connectionTimeout
  /// The landing page could not be opened.
  case browserNotLaunched
  /// The server could not be reached.
  case networkError
  /// The server failed (HTTP status 5xx).
  case serverError
  /// The server refused what it was asked (HTTP status 4xx).
  case clientError
  /// Anything else.
  case unknown

  /// Whether the reward is paid now: of ``success`` alone.
  public var isSuccess: Bool { self == .success }
}
