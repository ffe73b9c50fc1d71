#if DiskCache
  import Locking
  import OriginServer

  /// What has come to the server, by the mark of its event.
  final class Receipts: Sendable {
    private struct State {
      /// The ids that came with success, one for each time.
      var ids: [String: [String]] = [:]
      var requests = 0
      var refused: Set<String> = []
    }

    private let state = Lock(State())

    /// Takes a request; some are refused once, so that they are tried again.
    func take(_ request: OriginRequest) -> OriginResponse {
      state.withLock { state in
        state.requests += 1
        if state.requests % 7 == 3, state.refused.insert(request.query ?? "").inserted { return .status(503) }
        state.ids[request.query ?? "", default: []].append(request.value(of: "Idempotency-Key") ?? "")
        // Some come at once, some after their sender may be gone.
        return OriginResponse.status(204).with { $0.latency = .milliseconds(state.requests % 5) }
      }
    }

    var ids: [String: [String]] { state.withLock { $0.ids } }
  }
#endif
