/// What an ``OriginServer`` has counted since it started or was last reset.
public struct OriginStatistics: Sendable {
  /// Requests that were read whole.
  public internal(set) var requests = 0
  /// Most paths that are counted apart: whoever asks for ever new ones shall not fill the memory.
  static let maximumPaths = 10_000

  /// Requests by path (without query), of the first 10,000 paths.
  public internal(set) var requestsByPath: [String: Int] = [:]
  /// The requests, in order of arrival, as far as they are recorded.
  public internal(set) var recorded: [OriginRequest] = []
  /// Bytes that were no request (bad syntax, or over a limit).
  public internal(set) var malformedRequests = 0
  /// Requests read but not yet answered to the end.
  public internal(set) var requestsInFlight = 0
  /// Most requests in flight at once.
  public internal(set) var peakRequestsInFlight = 0
  /// Responses sent as scripted, to the end; a scripted truncation or reset counts here.
  public internal(set) var responsesCompleted = 0
  /// Responses that did not come to their end because the client went away.
  public internal(set) var responsesAborted = 0
  /// Connections accepted.
  public internal(set) var connectionsOpened = 0
  /// Connections that are open now, whatever was reset.
  public internal(set) var connectionsOpen = 0
  /// Most connections open at once.
  public internal(set) var peakConnectionsOpen = 0
  /// Bytes handed to the system, heads included.
  public internal(set) var bytesWritten = 0
  /// Of those, bytes of responses that did not come to their end because the client went away.
  public internal(set) var bytesAborted = 0

  /// Creates counts of nothing.
  public init() {}

  /// Requests for a path (without query) so far.
  public func requests(for path: String) -> Int { requestsByPath[path, default: 0] }

  /// Counts that describe the past are set to zero, those of the present stay.
  mutating func reset() {
    let (inFlight, open) = (requestsInFlight, connectionsOpen)
    self = OriginStatistics()
    (requestsInFlight, peakRequestsInFlight) = (inFlight, inFlight)
    (connectionsOpen, peakConnectionsOpen) = (open, open)
  }

  mutating func countRequest(_ request: OriginRequest, recordingUpTo limit: Int) {
    requests += 1
    if requestsByPath.count < Self.maximumPaths || requestsByPath[request.path] != nil {
      requestsByPath[request.path, default: 0] += 1
    }
    requestsInFlight += 1
    peakRequestsInFlight = max(peakRequestsInFlight, requestsInFlight)
    if recorded.count < limit { recorded.append(request) }
  }

  mutating func countConnection() {
    connectionsOpened += 1
    connectionsOpen += 1
    peakConnectionsOpen = max(peakConnectionsOpen, connectionsOpen)
  }
}

extension OriginStatistics: CustomStringConvertible {
  /// The counts in one line.
  public var description: String {
    """
    \(requests) requests (\(requestsInFlight) in flight, \(malformedRequests) malformed), \
    \(responsesCompleted) responses completed, \(responsesAborted) aborted, \
    \(connectionsOpened) connections (\(connectionsOpen) open), \(bytesWritten) bytes written
    """
  }
}
