/// Decides what follows a failed attempt: a value without clock or chance, both are given to it.
struct RetryMachine {
  /// What follows.
  enum Decision: Equatable {
    case retry(after: Duration)
    case giveUp
  }

  /// Why an attempt failed, as far as trying again is concerned.
  enum Failure: Equatable {
    /// Trying again may help: the connection could not be made or broke, or time ran out.
    case transient
    /// The server answered with this status, and perhaps said when to come back.
    case status(Int, retryAfter: Duration?)
    /// Trying again cannot help.
    case permanent
  }

  /// Attempts begun, from 1 once the first began.
  private(set) var attempt = 0
  /// Whether the receiver was told of an answer: from then on nothing can be tried again.
  private(set) var hasDelivered = false
  private let policy: RetryPolicy

  init(policy: RetryPolicy) {
    self.policy = policy
  }

  /// An attempt begins.
  mutating func beginAttempt() { attempt += 1 }

  /// The receiver is told of the answer.
  mutating func beginDelivery() { hasDelivered = true }

  /// What follows a failure.
  ///
  /// - Parameters:
  ///   - random: from 0 up to 1; spreads the waits of many transfers that failed together.
  ///   - remaining: what is left of the total time limit.
  func decide(after failure: Failure, random: Double, remaining: Duration) -> Decision {
    guard !hasDelivered, attempt <= policy.maximumRetries else { return .giveUp }
    var delay = backoff(random: random)
    switch failure {
    case .permanent:
      return .giveUp
    case .transient:
      break
    case .status(let status, let retryAfter):
      guard status == 429 || (500...599).contains(status) else { return .giveUp }
      // To come earlier than the server allows would be refused again, so a wait that is too long is none.
      if let retryAfter {
        guard retryAfter <= policy.maximumDelay else { return .giveUp }
        delay = max(delay, retryAfter)
      }
    }
    return delay < remaining ? .retry(after: delay) : .giveUp
  }

  /// Doubled for every retry, at most the longest wait; of that between a half and the whole.
  private func backoff(random: Double) -> Duration {
    var delay = min(max(policy.baseDelay, .zero), policy.maximumDelay)
    for _ in 0..<max(0, min(attempt - 1, 64)) where delay < policy.maximumDelay {
      delay = min(delay * 2, policy.maximumDelay)
    }
    return delay / 2 + delay / 2 * min(max(random, 0), 1)
  }
}
