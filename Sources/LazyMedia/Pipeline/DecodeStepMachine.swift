/// Decides when a decode job has a step to run, so that at most one is queued or running and none is forgotten.
struct DecodeStepMachine {
  private enum Phase {
    case idle
    case queued
    case running
    /// Woken while it ran: one more step follows.
    case runningWoken
    case ended
  }

  private var phase = Phase.idle

  /// There is something to do. Returns whether a step is to be submitted.
  mutating func wake() -> Bool {
    switch phase {
    case .idle:
      phase = .queued
      return true
    case .running:
      phase = .runningWoken
      return false
    case .queued, .runningWoken, .ended:
      return false
    }
  }

  /// A submitted step starts. Returns whether it may run.
  mutating func begin() -> Bool {
    guard phase == .queued else { return false }
    phase = .running
    return true
  }

  /// A step has run. Returns whether another is to be submitted.
  mutating func end() -> Bool {
    switch phase {
    case .runningWoken:
      phase = .queued
      return true
    case .running:
      phase = .idle
      return false
    case .idle, .queued, .ended:
      return false
    }
  }

  /// Nothing is to run any more. Returns whether this ended it: `true` once.
  mutating func stop() -> Bool {
    defer { phase = .ended }
    return phase != .ended
  }
}
