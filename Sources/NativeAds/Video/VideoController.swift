/// Plays, pauses and mutes the video of an ad, and tells how far it has come.
///
/// Everything happens on the main actor. Events come one at a time: those that a handler causes follow when it has
/// returned.
@MainActor public final class VideoController {
  /// Hears what happens.
  public var onEvent: (@MainActor (VideoEvent) -> Void)?
  /// Hears that the video cannot be played, and why. At most once.
  public var onFailure: (@MainActor (String) -> Void)?

  /// What plays the video; a toolkit shows it.
  public let player: any VideoPlayer

  /// What the ad hears.
  enum Notice {
    case event(VideoEvent)
    /// So much has been played, of so long a video where that is known.
    case progress(Duration, of: Duration?)
    /// It cannot be played.
    case failure
  }

  /// Hears what happens before the program does.
  private let observer: (@MainActor (Notice) -> Void)?
  private var playback: VideoPlayback
  private var untold: [VideoEvent] = []
  private var isTelling = false

  /// Creates a controller; it becomes the one that hears `player`.
  public convenience init(player: any VideoPlayer) { self.init(player: player, observer: nil) }

  /// - Parameter observer: hears what happens before ``onEvent``, for the ad.
  init(player: any VideoPlayer, observer: (@MainActor (Notice) -> Void)?) {
    self.player = player
    self.observer = observer
    playback = VideoPlayback(isMuted: player.isMuted)
    player.onEvent = { [weak self] in self?.take($0) }
  }

  // MARK: What is known

  /// Where the video stands.
  public var state: VideoState { playback.state }
  /// Whether the video has been played to its end.
  public var isCompleted: Bool { playback.state == .completed }
  /// How much has been played.
  public var currentTime: Duration { max(.zero, player.currentTime) }
  /// How long the video is; 0 while that is not known.
  public var duration: Duration { max(.zero, player.duration ?? .zero) }
  /// The view-through rate: the share of the video that has been played, 0 to 1; 0 while its duration is not known, 1
  /// once it was played to its end.
  public var viewThroughRate: Double {
    var now = playback
    _ = now.progress(to: player.currentTime, of: player.duration)
    return now.playedShare
  }

  // MARK: Control

  /// Plays from the start, or goes on after a pause. Nothing happens while it plays, after its end, and after a failure.
  public func play() { carryOut(playback.play()) }

  /// Stops where it is.
  public func pause() {
    noteProgress()
    carryOut(playback.pause())
  }

  /// Whether the sound is off.
  public var isMuted: Bool { playback.isMuted }

  /// Turns the sound off.
  public func mute() { carryOut(playback.setMuted(true)) }

  /// Turns the sound on.
  public func unmute() { carryOut(playback.setMuted(false)) }

  // MARK: From the player

  private func take(_ event: VideoPlayerEvent) {
    switch event {
    case .progressed: noteProgress()
    case .ended:
      if playback.isUnderWay { observer?(.progress(player.duration ?? currentTime, of: player.duration)) }
      carryOut(playback.end())
    case .failed(let reason):
      guard playback.fail() else { return }
      observer?(.failure)
      onFailure?(reason)
    }
  }

  private func noteProgress() {
    let isPlaying = playback.state == .playing
    carryOut(playback.progress(to: player.currentTime, of: player.duration))
    if isPlaying { observer?(.progress(currentTime, of: player.duration)) }
  }

  private func carryOut(_ actions: [VideoPlayback.Action]) {
    for action in actions {
      switch action {
      case .play: player.play()
      case .pause: player.pause()
      case .setMuted(let isMuted): player.isMuted = isMuted
      case .tell(let event): untold.append(event)
      }
    }
    guard !isTelling else { return }
    isTelling = true
    defer { isTelling = false }
    while !untold.isEmpty {
      let event = untold.removeFirst()
      observer?(.event(event))
      onEvent?(event)
    }
  }
}
