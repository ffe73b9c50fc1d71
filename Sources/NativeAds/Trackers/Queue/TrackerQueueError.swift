/// Why a queue of tracker hits could not do what it was asked for.
public struct TrackerQueueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure, stable for programs.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// Another queue has the folder, of this process or of another one.
    case inUse
    /// The folder cannot be made, read or written.
    case unavailable
    /// It was made by a newer version of this library.
    case newerVersion
    /// No space is left.
    case full
    /// The file is not as it was written. It is made anew when the queue is opened next.
    case damaged
    /// The system failed to read or write.
    case failed
  }

  /// The kind of failure.
  public var code: Code
  /// Text that a person can act on.
  public var message: String

  /// Creates an error.
  public init(_ code: Code, _ message: String) {
    self.code = code
    self.message = message
  }

  /// For example `inUse: another queue has /var/lib/app/trackers`.
  public var description: String { "\(code.rawValue): \(message)" }
}
