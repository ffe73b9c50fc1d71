package import JSON

/// A tracker that was fetched.
public struct SampleTrackerHit: Hashable, Sendable {
  /// When, since the server started.
  public var time: Duration
  /// What it tells of, such as `impression` or `wrapper/firstQuartile`: the path below `/t/`.
  public var event: String
  /// The number of the ad; `nil` where the URL has none.
  public var ad: Int?
  /// The unit that the ad was asked for; empty where the URL has none.
  public var unit: String
  /// The field `Idempotency-Key`: the same of all attempts to deliver one event.
  public var key: String?
  /// Which hit of this event, ad and unit it is, from 1.
  public var count: Int
  /// The status that it was answered with; `nil` of one that was not answered.
  public var status: Int?
  /// Path and query, as sent.
  public var target: String

  /// One JSON object, without a line end. Its member `time` is in milliseconds.
  public var json: [UInt8] {
    var object = JSONWriter()
    addMembers(to: &object)
    return object.finished()
  }

  /// Adds the members of ``json``.
  package func addMembers(to object: inout JSONWriter) {
    object.add("time", Int(time / .milliseconds(1)))
    object.add("event", event)
    object.add("ad", ad)
    object.add("unit", unit)
    object.add("key", key)
    object.add("count", count)
    object.add("status", status)
    object.add("target", target)
  }
}
