import Locking

/// Counts what sources under way report, from any thread.
final class ProgressMeter: Sendable {
  private struct State {
    var progress: Progress
    /// By index of the sources under way: bytes received and share done.
    var running: [Int: (bytes: Int, share: Double)] = [:]
  }

  private let state: Lock<State>
  private let start = ContinuousClock.now

  init(total: Int?) {
    state = Lock(State(progress: Progress(total: total)))
  }

  func started(_ index: Int) {
    state.withLock { $0.running[index] = (0, 0) }
  }

  func received(_ bytes: Int, of expected: Int?, index: Int) {
    let share = expected.map { $0 > 0 ? min(1, Double(bytes) / Double($0)) : 1 } ?? 0
    state.withLock { $0.running[index] = (bytes, share) }
  }

  /// - Parameter bytes: all bytes of the source, where known; else those that were reported.
  func finished(_ index: Int, hasFailed: Bool, bytes: Int?) {
    state.withLock { state in
      let reported = state.running.removeValue(forKey: index)?.bytes ?? 0
      state.progress.bytes += bytes ?? reported
      if hasFailed { state.progress.failed += 1 } else { state.progress.loaded += 1 }
    }
  }

  /// The counts at this moment.
  var progress: Progress {
    state.withLock { state in
      var progress = state.progress
      progress.running = state.running.count
      for (bytes, share) in state.running.values {
        progress.bytes += bytes
        progress.runningShare += share
      }
      progress.elapsed = ContinuousClock.now - start
      return progress
    }
  }
}
