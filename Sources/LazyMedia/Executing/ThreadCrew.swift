/// Counts threads that do the same work, and which of them are on their way to look for it: a value, behind its owner's
/// lock.
struct ThreadCrew {
  /// Threads that were started.
  private(set) var started = 0
  /// Of those, such as have not begun to run.
  private var starting = 0
  private var sleeping = 0
  /// Sleepers that were told to wake up and have not yet.
  private var woken = 0

  /// Whether every thread has work: none sleeps, or is about to look.
  var isBusy: Bool { starting == 0 && sleeping == 0 && woken == 0 }

  /// Whether a thread is about to look for work.
  var isComing: Bool { starting > 0 || woken > 0 }

  /// Tells a sleeper to wake up, if there is one; the caller signals it.
  mutating func wake() -> Bool {
    guard sleeping > 0 else { return false }
    sleeping -= 1
    woken += 1
    return true
  }

  /// A thread is started.
  mutating func start() {
    started += 1
    starting += 1
  }

  /// A started thread begins to run.
  mutating func begin() { starting -= 1 }

  /// A thread that found nothing goes to sleep.
  mutating func sleep() { sleeping += 1 }

  /// Whether one that sleeps may wake up; it has then.
  mutating func wakeUp() -> Bool {
    guard woken > 0 else { return false }
    woken -= 1
    return true
  }
}
