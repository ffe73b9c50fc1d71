public import LazyMedia

/// A player without pictures and sound: its time is that of a clock. For programs without a screen, and for tests.
///
/// It tells its progress every 250 ms and at each quarter of its duration, through timers of a main scheduler.
@MainActor public final class ClockVideoPlayer: VideoPlayer {
  /// Nobody hears it.
  public var isMuted = false
  /// How long it is; of unknown duration it never ends.
  public let duration: Duration?
  /// See ``VideoPlayer/onEvent``.
  public var onEvent: (@MainActor (VideoPlayerEvent) -> Void)?

  private let now: @Sendable () -> Duration
  private let scheduler: any MainScheduler
  private var played = Duration.zero
  /// When it began to play; `nil` while it does not.
  private var began: Duration?
  private var hasEnded = false
  private var timer: MainTimer?

  private static let interval = Duration.milliseconds(250)
  /// A timer that fires a moment early must not make a loop without end.
  private static let shortestDelay = Duration.milliseconds(1)

  /// Creates a player that stands at its start.
  /// - Parameters:
  ///   - duration: how long it is; below 0 counts as 0.
  ///   - now: the time since some fixed moment, of the same clock that `scheduler` goes by.
  ///   - scheduler: where its timers run.
  public init(duration: Duration?, now: @escaping @Sendable () -> Duration, scheduler: any MainScheduler) {
    self.duration = duration.map { max(.zero, $0) }
    self.now = now
    self.scheduler = scheduler
  }

  /// See ``VideoPlayer/currentTime``.
  public var currentTime: Duration {
    let time = played + max(.zero, began.map { now() - $0 } ?? .zero)
    return duration.map { min(time, $0) } ?? time
  }

  /// See ``VideoPlayer/play()``.
  public func play() {
    guard began == nil, !hasEnded else { return }
    began = now()
    tick()
  }

  /// See ``VideoPlayer/pause()``.
  public func pause() {
    guard began != nil else { return }
    stop()
  }

  private func stop() {
    played = currentTime
    began = nil
    timer.take()?.cancel()
  }

  private func tick() {
    let time = currentTime
    onEvent?(.progressed)
    // The handler may have paused it, and started it anew.
    guard began != nil, timer?.isPending != true else { return }
    if let duration, time >= duration {
      hasEnded = true
      stop()
      onEvent?(.ended)
    } else {
      let delay = max(Self.shortestDelay, min(Self.interval, nextQuarter(after: time) ?? Self.interval))
      timer = scheduler.schedule(after: delay) { [weak self] in self?.tick() }
    }
  }

  /// The time until the next quarter of the duration.
  private func nextQuarter(after time: Duration) -> Duration? {
    guard let duration else { return nil }
    let quarter = duration / 4
    let next = (1...3).lazy.map { quarter * $0 }.first { $0 > time } ?? duration
    return next - time
  }
}
