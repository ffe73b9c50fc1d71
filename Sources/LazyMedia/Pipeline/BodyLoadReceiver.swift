import MediaTransport

/// Takes what a ``BodyLoad`` brings: at most one head, the bytes that follow it, then one end; or a whole body at once.
/// One call at a time, on threads that must not be blocked.
protocol BodyLoadReceiver: AnyObject, Sendable {
  /// The bytes so far; what comes is put here.
  var body: BodyBuffer { get }
  /// The head of an answer.
  func loadDidReceive(_ response: TransportResponse)
  /// The body begins with what an earlier transfer left.
  func loadDidResume(from kept: BodyBuffer)
  /// The next bytes.
  func loadDidReceive(_ bytes: RawSpan)
  /// The whole body, from a store. Last.
  func loadDidFind(_ kept: MediaBody, level: MediaStoreLevel)
  /// What came so far is void: the file has changed meanwhile. Returns who takes the new one; `nil` where nobody does.
  func loadDidStartOver(_ load: BodyLoad) -> (any BodyLoadReceiver)?
  /// The body is whole. Last.
  func loadDidFinish(_ summary: TransportSummary)
  /// The bytes did not come. Last.
  func loadDidFail(_ error: TransportError)
}
