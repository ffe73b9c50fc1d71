/// Where a video stands.
public enum VideoState: String, Hashable, Sendable {
  /// It can be played, and was not yet.
  case ready
  /// It plays.
  case playing
  /// It was stopped before its end.
  case paused
  /// It has come to its end.
  case completed
  /// It cannot be played.
  case failed
}

/// The rules by which playing a video becomes events: each point once and in order, none skipped when time jumps.
struct VideoPlayback {
  /// What is to be done, in order.
  enum Action: Equatable {
    /// Tell the player to play.
    case play
    /// Tell the player to pause.
    case pause
    /// Tell the player whether the sound is off.
    case setMuted(Bool)
    /// Tell who listens.
    case tell(VideoEvent)
  }

  private static let points: [VideoEvent] = [.start, .firstQuartile, .midpoint, .thirdQuartile, .complete]

  private(set) var state = VideoState.ready
  private(set) var isMuted: Bool
  /// The share that has been played, 0 to 1; 0 while the duration is not known.
  private(set) var playedShare = 0.0
  /// How many of the points have been told.
  private var told = 0

  init(isMuted: Bool) { self.isMuted = isMuted }

  private var hasStarted: Bool { told > 0 }
  /// Whether it has started, and has neither ended nor failed.
  var isUnderWay: Bool { hasStarted && (state == .playing || state == .paused) }

  mutating func play() -> [Action] {
    switch state {
    case .ready, .paused:
      state = .playing
      return hasStarted ? [.tell(.resume), .play] : [.play]
    case .playing, .completed, .failed:
      return []
    }
  }

  /// What is paused before its first picture tells nothing: it has not started.
  mutating func pause() -> [Action] {
    guard state == .playing else { return [] }
    state = .paused
    return hasStarted ? [.pause, .tell(.pause)] : [.pause]
  }

  /// Sound is told of while there is something to hear: not before the start, not after the end.
  mutating func setMuted(_ isMuted: Bool) -> [Action] {
    guard isMuted != self.isMuted else { return [] }
    self.isMuted = isMuted
    return isUnderWay ? [.setMuted(isMuted), .tell(isMuted ? .mute : .unmute)] : [.setMuted(isMuted)]
  }

  /// So much has been played.
  mutating func progress(to time: Duration, of duration: Duration?) -> [Action] {
    guard state == .playing else { return [] }
    var reached = 1
    if let duration, duration > .zero, time > .zero {
      // A part of the whole, so that no absurd duration overflows.
      let quarter = duration / 4
      reached += (1...3).lazy.filter { time >= quarter * $0 }.count
      playedShare = max(playedShare, min(1, time / duration))
    }
    return tell(through: reached)
  }

  /// It has come to its end.
  mutating func end() -> [Action] {
    guard state == .playing || (state == .paused && hasStarted) else { return [] }
    state = .completed
    playedShare = 1
    return tell(through: Self.points.count)
  }

  /// It cannot be played. Returns whether that is news.
  mutating func fail() -> Bool {
    guard state != .completed, state != .failed else { return false }
    state = .failed
    return true
  }

  private mutating func tell(through count: Int) -> [Action] {
    guard count > told else { return [] }
    defer { told = count }
    return Self.points[told..<count].map { .tell($0) }
  }
}
