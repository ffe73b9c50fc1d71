import LazyMedia

/// Reads a document of which all is wanted at once.
enum WholeDocument {
  /// Its bytes. Throws a `TransportError`, or that the Swift task was cancelled.
  static func bytes(
    at url: String, limit: Int, timeout: Duration, over transport: any Transport
  ) async throws -> [UInt8] {
    var request = TransportRequest(url: url, maximumBytes: limit)
    request.timeouts.total = timeout
    let fetch = BodyFetch(request, transport: transport)
    let (results, continuation) = AsyncStream.makeStream(of: Result<BodyFetch.Body, TransportError>.self)
    fetch.start {
      continuation.yield($0)
      continuation.finish()
    }
    for await result in results { return try result.get().bytes }
    fetch.cancel()
    throw CancellationError()
  }
}
