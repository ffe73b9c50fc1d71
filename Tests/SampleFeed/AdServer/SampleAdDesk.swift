import Locking
import OriginServer

/// Answers the requests of a sample ad server, and keeps count of them. Runs on the origin's thread.
final class SampleAdDesk: Sendable {
  struct State {
    var switches: SampleSwitches
    /// Requests since a rule was made.
    var counts: [SampleEndpoint: Int] = [:]
    var lastAd = 0
    var paid: Set<Int> = []
    var log = TrackerLog()
  }

  let baseURL: String
  let state: Lock<State>
  private let onRequest: (@Sendable (ServedRequest) -> Void)?

  init(baseURL: String, switches: SampleSwitches, onRequest: (@Sendable (ServedRequest) -> Void)?) {
    self.baseURL = baseURL
    self.onRequest = onRequest
    state = Lock(State(switches: switches))
  }

  var hits: [SampleTrackerHit] { state.withLock { $0.log.hits } }
  var hitCounts: (total: Int, repeated: Int) { state.withLock { ($0.log.total, $0.log.repeated) } }
  var adCount: Int { state.withLock { $0.lastAd } }

  var switches: SampleSwitches {
    get { state.withLock { $0.switches } }
    set {
      state.withLock { state in
        // A rule that stays goes on counting.
        for endpoint in SampleEndpoint.allCases
        where state.switches.rules[endpoint] != newValue.rules[endpoint] {
          state.counts[endpoint] = nil
        }
        state.switches = newValue
      }
    }
  }

  func answer(_ request: OriginRequest) -> OriginResponse {
    let endpoint = Self.endpoint(of: request.path)
    let (latency, fault) = begin(endpoint)
    var served = ServedRequest(
      time: request.arrival, endpoint: endpoint, target: request.target, fault: fault)
    var response =
      if request.method != "GET", request.method != "HEAD" {
        OriginResponse.status(405, fields: [OriginField("Allow", "GET, HEAD")])
      } else {
        Self.spoiled(by: fault) ?? content(for: request, fault, &served)
      }
    Self.damage(&response, fault)
    if endpoint != nil { response.latency = latency }
    served.status = fault == .stall ? nil : response.status
    if endpoint == .trackers { served.hit = note(request, status: served.status) }
    onRequest?(served)
    return response
  }

  private static func endpoint(of path: String) -> SampleEndpoint? {
    switch path.split(separator: "/").first {
    case "ads": .ads
    case "media", "icons", "video", "vast": .media
    case "t": .trackers
    case "reward": .reward
    default: nil
    }
  }

  private func begin(_ endpoint: SampleEndpoint?) -> (Duration, SampleFault?) {
    state.withLock { state in
      guard let endpoint, let rule = state.switches.rules[endpoint] else {
        return (state.switches.latency, nil)
      }
      let count = state.counts[endpoint, default: 0] + 1
      state.counts[endpoint] = count
      return (state.switches.latency, count.isMultiple(of: rule.every) ? rule.fault : nil)
    }
  }

  /// The answer of faults that leave nothing of the right one.
  private static func spoiled(by fault: SampleFault?) -> OriginResponse? {
    switch fault {
    case .status(204): OriginResponse(status: 204)
    case .status(let status): .status(status)
    case .stall: .hang
    default: nil
    }
  }

  private static func damage(_ response: inout OriginResponse, _ fault: SampleFault?) {
    switch fault {
    case .truncated:
      if case .bytes(let bytes) = response.body {
        response.fault = .cut(.withinBody(after: bytes.count / 2), ending: .close)
      }
    case .slow: response.pacing = .bytesPerSecond(10_000)
    default: break
    }
  }

  private func note(_ request: OriginRequest, status: Int?) -> SampleTrackerHit {
    let query = QueryItems(request.query)
    let hit = SampleTrackerHit(
      time: request.arrival, event: String(request.path.dropFirst("/t/".count)),
      ad: query["ad"].flatMap { Int($0) }, unit: query["unit"] ?? "",
      key: request.value(of: "Idempotency-Key"), count: 1, status: status, target: request.target)
    return state.withLock { $0.log.add(hit) }
  }
}
