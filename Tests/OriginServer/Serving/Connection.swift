/// A client's connection. Used on the origin's thread only.
final class Connection {
  enum Phase {
    /// Waits for a request.
    case idle
    /// Sends a response.
    case responding
    /// The response stopped for ever; the client must leave.
    case stalled
    /// Sent all and said so; what the client still sends is thrown away until it closes.
    case lingering
    /// Will be reset once the client's system has taken what was sent.
    case resetting(until: Nanoseconds)
  }

  /// Names it to epoll.
  let id: Int
  /// Counts from 1.
  let number: Int
  let descriptor: Int32
  var parser: RequestParser
  var phase = Phase.idle
  var transmission: Transmission?
  /// The gate it waits at, and its place there.
  var gate: (gate: OriginGate, token: Int)?
  /// The serial number of the timer that counts; others of this connection are void.
  var timer = 0
  /// Events that epoll is asked for.
  var interest: UInt32 = 0
  var requestCount = 0
  /// Whether it stands in the line for the link.
  var isQueuedForLink = false
  var reachedEnd = false

  init(id: Int, number: Int, descriptor: Int32, parser: RequestParser) {
    self.id = id
    self.number = number
    self.descriptor = descriptor
    self.parser = parser
  }
}
