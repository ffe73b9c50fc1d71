/// Keeps tracker hits beyond the life of the program, for a ``TrackerSender``. ``SQLiteTrackerQueue`` is one.
///
/// All calls block. They come one at a time from the main actor and one at a time from a background thread, so that two
/// may run at once.
public protocol TrackerQueue: AnyObject, Sendable {
  /// Keeps hits, all or none; called on the main actor.
  /// - Returns: what had to go for them, the oldest first, where there would be too many.
  func insert(_ hits: [TrackerHit]) throws(TrackerQueueError) -> [TrackerHit]
  /// Lets go of some hits and keeps the number of attempts of others, all or none. Those that are not there do not matter.
  func update(removing ids: [TrackerHit.ID], keeping hits: [TrackerHit]) throws(TrackerQueueError)
  /// What is kept, the oldest first.
  func storedHits() throws(TrackerQueueError) -> [TrackerHit]
}
