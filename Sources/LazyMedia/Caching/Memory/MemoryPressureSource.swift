/// Tells when memory gets short. ``PressureStallMonitor`` asks the kernel; a program may ask something else, a test says
/// it by hand.
public protocol MemoryPressureSource: Sendable {
  /// Calls `onRise`, from any thread, each time memory gets short, until the observation ends.
  func observe(_ onRise: @escaping @Sendable () -> Void) throws(MemoryPressureError)
    -> MemoryPressureObservation
}

/// Goes on for as long as it is held.
public final class MemoryPressureObservation: Sendable {
  private let end: @Sendable () -> Void

  /// Creates an observation that `end` ends; it is called once.
  public init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}

/// Why memory pressure is not watched.
public struct MemoryPressureError: Error, Hashable, Sendable, CustomStringConvertible {
  /// What failed, for people.
  public var description: String

  /// Creates an error.
  public init(_ description: String) { self.description = description }
}
