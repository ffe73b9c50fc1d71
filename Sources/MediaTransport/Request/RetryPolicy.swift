/// When a failed transfer is tried again.
public struct RetryPolicy: Hashable, Sendable {
  /// Attempts after the first; 2 by default.
  public var maximumRetries: Int = 2
  /// The first wait; doubled for each further one, then jittered; 250 ms by default.
  public var baseDelay: Duration = .milliseconds(250)
  /// The longest wait that is ever made, `Retry-After` included; 10 s by default.
  public var maximumDelay: Duration = .seconds(10)

  /// Creates the default policy.
  public init() {}

  /// Never tries again.
  public static var never: RetryPolicy {
    var policy = RetryPolicy()
    policy.maximumRetries = 0
    return policy
  }
}
