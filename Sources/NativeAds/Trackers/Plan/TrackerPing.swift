/// A URL that is to be told of an event, its macros not expanded yet.
package struct TrackerPing: Hashable, Sendable {
  package var event: TrackerEvent
  package var url: String
  /// For `[ERRORCODE]`.
  package var errorCode: Int?

  package init(_ event: TrackerEvent, url: String, errorCode: Int? = nil) {
    self.event = event
    self.url = url
    self.errorCode = errorCode
  }
}
