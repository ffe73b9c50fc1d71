import Locking

extension EventLoop {
  /// What to send for the next request of a connection; `nil` where none has come whole.
  func nextPlan(for connection: Connection) -> ResponsePlan? {
    switch connection.parser.next() {
    case .needsMore: return nil
    case .expectsContinue:
      // Thirty bytes to an idle connection: there is room for them.
      let line = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
      _ = line.withUnsafeBytes {
        Socket.send(connection.descriptor, $0, UnsafeRawBufferPointer(start: nil, count: 0))
      }
      return nextPlan(for: connection)
    case .malformed(let status):
      state.count { statistics in
        statistics.malformedRequests += 1
        statistics.requestsInFlight += 1
      }
      let request = OriginRequest(
        method: "GET", target: "", path: "", query: nil, minorVersion: 1, fields: [], body: [])
      return plan(.status(status), to: request, isLast: true)
    case .request(var request):
      connection.requestCount += 1
      request.connection = connection.number
      request.ordinal = connection.requestCount
      request.arrival = .nanoseconds(Nanoseconds.now - started)
      return plan(for: request)
    }
  }

  private func plan(for request: OriginRequest) -> ResponsePlan {
    let recordLimit = configuration.recordsRequests ? configuration.maximumRecordedRequests : 0
    let (match, limit) = state.guarded.withLock { guarded in
      guarded.statistics.countRequest(request, recordingUpTo: recordLimit)
      return (guarded.routes.match(request), guarded.requestsPerConnection)
    }
    let isLast = limit.map { request.ordinal >= $0 } ?? false
    switch match {
    case nil: return plan(.status(404), to: request, isLast: isLast)
    case .response(let response): return plan(response, to: request, isLast: isLast)
    case .handler(let handler): return plan(handler(request), to: request, isLast: isLast)
    case .folder(let mount, let path):
      guard let file = mount.open(path) else { return plan(.status(404), to: request, isLast: isLast) }
      let response = mount.response(for: file, at: path)
      return ResponsePlan(response, to: request, payload: .file(file), lastOfConnection: isLast)
    }
  }

  private func plan(_ response: OriginResponse, to request: OriginRequest, isLast: Bool) -> ResponsePlan {
    switch response.body {
    case .bytes(let bytes):
      return ResponsePlan(response, to: request, payload: .bytes(bytes), lastOfConnection: isLast)
    case .file(let path):
      guard let file = OpenFile(path: path) else {
        return plan(.status(404), to: request, isLast: isLast)
      }
      return ResponsePlan(response, to: request, payload: .file(file), lastOfConnection: isLast)
    }
  }
}
