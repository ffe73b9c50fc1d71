/// A point that a video has come to, or what was done to it. Raw values are the names of the tracking events of VAST
/// (VAST 4.3, section 3.14.1).
public enum VideoEvent: String, Hashable, Sendable, CaseIterable {
  /// The first picture is shown. Once.
  case start
  /// A quarter has been played. Once.
  case firstQuartile
  /// Half has been played. Once.
  case midpoint
  /// Three quarters have been played. Once.
  case thirdQuartile
  /// It has been played to its end. Once.
  case complete
  /// The sound was turned off.
  case mute
  /// The sound was turned on.
  case unmute
  /// It was stopped before its end.
  case pause
  /// It goes on after a pause.
  case resume
}
