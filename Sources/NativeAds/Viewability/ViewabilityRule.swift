public import LazyMedia

/// When an ad counts as seen (MRC Viewable Ad Impression Measurement Guidelines): how much of it must be in view, for
/// how long without a break.
public struct ViewabilityRule: Hashable, Sendable {
  /// The share of the ad's pixels that must be in view, 0 to 1; exactly so much is enough.
  public var visibleFraction: Double
  /// For how long without a break; exactly so long is enough.
  public var time: Duration
  /// Whether only the time counts in which the video plays.
  public var needsPlaying: Bool

  /// Creates a rule.
  public init(visibleFraction: Double, time: Duration, needsPlaying: Bool) {
    self.visibleFraction = visibleFraction
    self.time = time
    self.needsPlaying = needsPlaying
  }

  /// A picture: half of it for one second.
  public static let display = ViewabilityRule(visibleFraction: 0.5, time: .seconds(1), needsPlaying: false)
  /// A large picture, where it is disclosed that this rule is used: 30% of it for one second.
  public static let largeDisplay = ViewabilityRule(
    visibleFraction: 0.3, time: .seconds(1), needsPlaying: false)
  /// A video: half of it for two seconds of playing.
  public static let video = ViewabilityRule(visibleFraction: 0.5, time: .seconds(2), needsPlaying: true)

  /// Pixels from which on a picture is large: 970 times 250.
  public static let largeDisplayPixels = 242_500

  /// The rule for a picture shown at `size`.
  /// - Parameter usesLargeDisplayRule: whether the rule for large pictures may be used; that must be disclosed.
  public static func display(of size: PixelSize, usesLargeDisplayRule: Bool) -> ViewabilityRule {
    guard usesLargeDisplayRule, size.isValid else { return .display }
    let (pixels, overflow) = size.width.multipliedReportingOverflow(by: size.height)
    return overflow || pixels >= largeDisplayPixels ? .largeDisplay : .display
  }
}
