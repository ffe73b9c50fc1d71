#if Redis
  /// When a server that could not be reached is tried again: after one second, then twice as long each time, half a
  /// minute at most.
  struct RedisPause {
    private var length: Duration = .zero
    private(set) var end: ContinuousClock.Instant?

    static let shortest: Duration = .seconds(1)
    static let longest: Duration = .seconds(30)

    /// Whether to leave the server alone.
    func isOn(at now: ContinuousClock.Instant) -> Bool { end.map { now < $0 } ?? false }

    mutating func failed(at now: ContinuousClock.Instant) {
      // Others that failed at the same time do not make it longer.
      guard !isOn(at: now) else { return }
      length = min(Self.longest, max(Self.shortest, length * 2))
      end = now + length
    }

    mutating func succeeded() { self = RedisPause() }
  }
#endif
