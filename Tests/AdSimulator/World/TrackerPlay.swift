import MediaTransport
import MediaTransportTesting

/// The servers of trackers: which hits have come. Some of them fail at first.
@MainActor final class TrackerPlay {
  nonisolated private static let prefix = "http://tracker.example/"

  /// Where the trackers of the ad of a number begin.
  nonisolated static func url(of number: Int) -> String { "\(prefix)\(number)/" }

  /// The ids of the hits of each URL.
  private(set) var hits: [String: Set<String>] = [:]
  private var running: [ScriptedTransfer] = []
  private var answers = 0

  /// Whether a transfer is one of a tracker.
  static func isTracker(_ transfer: ScriptedTransfer) -> Bool { transfer.request.url.hasPrefix(prefix) }

  func note(_ transfer: ScriptedTransfer) {
    let id = transfer.request.headers.first { $0.name == "Idempotency-Key" }?.value ?? ""
    hits[transfer.request.url, default: []].insert(id)
    running.append(transfer)
  }

  /// All that are under way are answered.
  func answer() {
    let transfers = running
    running = []
    for transfer in transfers where transfer.isActive {
      answers += 1
      if answers % 5 == 0 { transfer.fail(.connectionFailed) } else { transfer.complete([]) }
    }
  }

  /// How many different hits of an ad have come to the tracker of an event.
  func count(_ event: String, of number: Int) -> Int { hits[Self.url(of: number) + event]?.count ?? 0 }
}
