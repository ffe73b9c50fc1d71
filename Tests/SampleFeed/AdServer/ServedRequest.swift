/// A request that a sample ad server has decided how to answer.
public struct ServedRequest: Sendable {
  /// When it came, since the server started.
  public var time: Duration
  /// What kind of answer it was for; `nil` of pages, the log and the switches.
  public var endpoint: SampleEndpoint?
  /// Path and query, as sent.
  public var target: String
  /// The status of the answer; `nil` of one that does not come.
  public var status: Int?
  /// What goes wrong with the answer, on purpose.
  public var fault: SampleFault?
  /// The numbers of the ads in the answer.
  public var ads: [Int] = []
  /// The hit, of a tracker.
  public var hit: SampleTrackerHit?
  /// What was wrong with the request, or what the answer says in a word.
  public var remark: String?
}
