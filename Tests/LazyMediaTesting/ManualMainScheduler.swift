public import LazyMedia
import Locking

/// The main actor's turns and timers, played by hand: nothing runs until the test says so, and time passes only
/// when the test lets it.
///
/// Work may be queued and timers may be set from any thread; they run on the main actor, in the order of their
/// coming, timers in the order of their moments.
public final class ManualMainScheduler: MainScheduler {
  private struct Timer {
    let moment: Duration
    let timer: MainTimer
  }

  private struct State {
    var now: Duration
    var queue: [any MainWork] = []
    /// By moment; of the same moment, by their coming.
    var timers: [Timer] = []
  }

  private let state: Lock<State>

  /// Creates a scheduler with nothing to do, whose clock stands at `now`.
  public init(now: Duration = .zero) { state = Lock(State(now: now)) }

  /// The virtual time.
  public var now: Duration { state.withLock { $0.now } }

  /// Work that waits for a turn; timers not counted.
  public var queued: Int { state.withLock { $0.queue.count } }

  /// See ``MainScheduler/enqueue(_:)``.
  public func enqueue(_ work: any MainWork) { state.withLock { $0.queue.append(work) } }

  /// See ``MainScheduler/schedule(_:after:)``.
  public func schedule(_ timer: MainTimer, after delay: Duration) {
    state.withLock { state in
      let moment = state.now + max(.zero, delay)
      let place = state.timers.firstIndex { $0.moment > moment } ?? state.timers.count
      state.timers.insert(Timer(moment: moment, timer: timer), at: place)
    }
  }

  /// Runs one turn: the oldest work, all of its pieces. Returns whether there was one.
  @MainActor @discardableResult
  public func runTurn() -> Bool {
    let work = state.withLock { $0.queue.isEmpty ? nil : $0.queue.removeFirst() }
    guard let work else { return false }
    while work.applyNext() {}
    return true
  }

  /// Runs turns until nothing waits for one, what the turns themselves queue included. Time stands still.
  @MainActor
  public func runAll() {
    while runTurn() {}
  }

  /// Lets `duration` pass: runs what waits, then fires the timers whose moments come, each at its own moment and
  /// followed by what it queued.
  @MainActor
  public func advance(by duration: Duration) {
    let end = now + max(.zero, duration)
    runAll()
    while let timer = nextTimer(until: end) {
      timer.fire()
      runAll()
    }
    state.withLock { $0.now = end }
  }

  /// The moment of the next timer that was not cancelled, for a caller that plays the clock.
  @MainActor
  public var nextMoment: Duration? {
    let timers = state.withLock { $0.timers }
    return timers.first { $0.timer.isPending }?.moment
  }

  private func nextTimer(until end: Duration) -> MainTimer? {
    state.withLock { state in
      guard let first = state.timers.first, first.moment <= end else { return nil }
      state.now = first.moment
      return state.timers.removeFirst().timer
    }
  }
}
