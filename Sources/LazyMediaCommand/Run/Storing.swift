import LazyMedia
import Locking

/// Waits for what was fetched to be stored, before the command ends.
enum Storing {
  /// How long an interrupted command still waits.
  static let limit = Duration.seconds(3)

  /// Returns when everything is stored; once the Swift task is cancelled, after `limit` at the latest.
  static func finish(_ pipeline: MediaPipeline, limit: Duration = limit) async {
    let end = End()
    await withTaskCancellationHandler {
      Task.detached {
        await pipeline.finishStoring()
        end.come()
      }
      await end.wait()
    } onCancel: {
      Task.detached {
        try? await Task.sleep(for: limit)
        end.come()
      }
    }
  }

  /// Comes once, from whoever is first.
  private final class End: Sendable {
    private let state = Lock((hasCome: false, waiter: CheckedContinuation<Void, Never>?.none))

    func come() {
      let waiter = state.withLock { state in
        state.hasCome = true
        return state.waiter.take()
      }
      waiter?.resume()
    }

    func wait() async {
      await withCheckedContinuation { continuation in
        let hasCome = state.withLock { state in
          if !state.hasCome { state.waiter = continuation }
          return state.hasCome
        }
        if hasCome { continuation.resume() }
      }
    }
  }
}
