/// How one load ended, for logs and dashboards; see ``MediaPipeline/reports``.
public struct MediaReport: Sendable {
  /// How a load ends.
  public enum Outcome: Hashable, Sendable {
    /// With its picture.
    case finished
    /// With a failure, of this ``MediaError/code``.
    case failed(code: String)
    /// It was cancelled.
    case cancelled
  }

  /// The URL that was asked for, credentials removed.
  public var url: String
  /// How it ended.
  public var outcome: Outcome
  /// What it cost.
  public var metrics: MediaTaskMetrics
  /// From the moment it was asked for to its end.
  public var elapsed: Duration
}
