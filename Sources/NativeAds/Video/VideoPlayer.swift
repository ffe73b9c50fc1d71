/// Plays one video for a ``VideoController``. A toolkit implements it with its player; without one there is
/// ``ClockVideoPlayer``.
@MainActor public protocol VideoPlayer: AnyObject {
  /// Starts, or goes on. Nothing happens while it plays, and after its end.
  func play()
  /// Stops where it is. Nothing happens while it does not play.
  func pause()
  /// Whether the sound is off.
  var isMuted: Bool { get set }
  /// How much has been played.
  var currentTime: Duration { get }
  /// How long it is; `nil` while that is not known.
  var duration: Duration? { get }
  /// Called on the main actor, also from inside ``play()``. Set by the controller.
  var onEvent: (@MainActor (VideoPlayerEvent) -> Void)? { get set }
}

/// What a player tells.
public enum VideoPlayerEvent: Hashable, Sendable {
  /// It plays, and ``VideoPlayer/currentTime`` has moved on: for the first time with its first picture, then every
  /// quarter of a second or so.
  case progressed
  /// It has come to its end. Once.
  case ended
  /// It cannot play, or not any further; the text says why. Last.
  case failed(String)
}
