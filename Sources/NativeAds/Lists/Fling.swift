import Glibc

/// How a list comes to rest after it was let go: a value that tells the offset at any time, for film strips and game loops.
///
/// The velocity falls by a constant factor each millisecond.
public struct Fling: Hashable, Sendable {
  /// What remains of the velocity after a millisecond.
  public struct Deceleration: RawRepresentable, Hashable, Sendable {
    /// The factor, above 0 and below 1.
    public let rawValue: Double

    /// Creates a deceleration; `nil` for a factor that is not between 0 and 1.
    public init?(rawValue: Double) {
      guard rawValue > 0, rawValue < 1 else { return nil }
      self.rawValue = rawValue
    }

    private init(_ factor: Double) { rawValue = factor }

    /// 0.998: as lists usually do.
    public static let normal = Deceleration(0.998)
    /// 0.99: for pages.
    public static let fast = Deceleration(0.99)
  }

  /// The offset when it was let go, in points.
  public let start: Double
  /// The offset at rest, in points.
  public let end: Double
  /// How fast the velocity falls.
  public let deceleration: Deceleration

  /// What is left of the way when the list counts as at rest, in points.
  private static let restDistance = 0.5

  /// A list that is let go with a velocity, in points a second. What is no finite number is 0.
  public init(from start: Double, velocity: Double, deceleration: Deceleration = .normal) {
    let distance = velocity / Self.rate(deceleration)
    self.init(from: start, to: start + (distance.isFinite ? distance : 0), deceleration: deceleration)
  }

  /// A list that comes to rest at an offset, such as that of a page. What is no finite number is 0.
  public init(from start: Double, to end: Double, deceleration: Deceleration = .fast) {
    self.start = start.isFinite ? start : 0
    // Two offsets may be farther apart than a number can tell.
    self.end = (end - self.start).isFinite ? end : self.start
    self.deceleration = deceleration
  }

  /// The velocity at the start, in points a second.
  public var velocity: Double { (end - start) * Self.rate(deceleration) }

  /// The time to rest, in seconds: until less than half a point is left.
  public var duration: Double {
    let distance = abs(end - start)
    return distance > Self.restDistance ? log(distance / Self.restDistance) / Self.rate(deceleration) : 0
  }

  /// The offset so many seconds after it was let go: ``end`` from ``duration`` on.
  public func offset(at seconds: Double) -> Double {
    guard seconds > 0 else { return start }
    guard seconds < duration else { return end }
    return end - (end - start) * exp(-seconds * Self.rate(deceleration))
  }

  /// How fast the velocity falls, per second, as an exponent.
  private static func rate(_ deceleration: Deceleration) -> Double { -1_000 * log(deceleration.rawValue) }
}
