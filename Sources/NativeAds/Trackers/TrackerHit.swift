/// One ping of a tracker: a URL that is fetched because something has happened to an ad.
public struct TrackerHit: Hashable, Sendable, Identifiable {
  /// 128 random bits, as 32 hexadecimal digits. Sent with every attempt as `Idempotency-Key`: a server that knows it
  /// already has counted the hit.
  public var id: String
  /// What is fetched, its macros expanded.
  public var url: String
  /// What has happened.
  public var event: TrackerEvent
  /// When, since 1970-01-01 00:00 UTC, in whole milliseconds.
  public var time: Duration
  /// How often it was sent in vain, earlier runs of the program included.
  public var attempts: Int

  /// Creates a hit that was not sent yet.
  public init(id: String, url: String, event: TrackerEvent, time: Duration, attempts: Int = 0) {
    self.id = id
    self.url = url
    self.event = event
    self.time = time
    self.attempts = attempts
  }
}
