import Locking

/// Counts what a pipeline does, and tells of each load that ends.
final class MetricsMeter: Sendable {
  private struct State {
    var metrics = MediaMetrics()
    var readers: [UInt64: AsyncStream<MediaReport>.Continuation] = [:]
    var nextReader: UInt64 = 0
  }

  private let state = Lock(State())

  deinit {
    for reader in state.withLock({ $0.readers }).values { reader.finish() }
  }

  /// Reports that a slow reader may be behind; older ones are dropped.
  private static let backlog = 1_024

  var metrics: MediaMetrics { state.withLock { $0.metrics } }

  func count(_ change: (inout MediaMetrics) -> Void) { state.withLock { change(&$0.metrics) } }

  /// Counts and tells the end of a load.
  func ended(_ outcome: MediaReport.Outcome, _ report: (MediaReport.Outcome) -> MediaReport) {
    let readers = state.withLock { state in
      switch outcome {
      case .finished: break
      case .failed: state.metrics.failures += 1
      case .cancelled: state.metrics.cancellations += 1
      }
      return Array(state.readers.values)
    }
    guard !readers.isEmpty else { return }
    let report = report(outcome)
    for reader in readers { reader.yield(report) }
  }

  /// Reports from now on.
  func reports() -> AsyncStream<MediaReport> {
    let (stream, reader) = AsyncStream.makeStream(
      of: MediaReport.self, bufferingPolicy: .bufferingNewest(Self.backlog))
    let id = state.withLock { state in
      state.nextReader += 1
      state.readers[state.nextReader] = reader
      return state.nextReader
    }
    reader.onTermination = { [weak self] _ in
      _ = self?.state.withLock { $0.readers.removeValue(forKey: id) }
    }
    return stream
  }
}
