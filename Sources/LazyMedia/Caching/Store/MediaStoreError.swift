/// Why a store could not do what it was asked for. A load goes on without the store then.
public struct MediaStoreError: Error, Hashable, Sendable {
  /// The kind of failure, stable for programs.
  public enum Code: String, Hashable, Sendable, CaseIterable {
    /// It cannot be opened or reached.
    case unavailable
    /// It was made by a newer version of this library.
    case newerVersion
    /// No space is left.
    case full
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
}

extension MediaStoreError: CustomStringConvertible {
  /// For example `full: no space is left on the device`.
  public var description: String { "\(code.rawValue): \(message)" }
}
