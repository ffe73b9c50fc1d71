/// What a tracker is told of. Raw values are stable, for queues and logs; those of videos are the names of VAST.
public enum TrackerEvent: String, Hashable, Sendable, CaseIterable {
  /// The impression (``NativeAdEvent/didBecomeViewable``); of a VAST document, the first event of its video.
  case impression
  /// Half of the ad was seen for a second (OpenRTB Native 1.2, event type 2).
  case viewableMRC50
  /// All of it was seen for a second (event type 3).
  case viewableMRC100
  /// Half of the video was seen for two seconds of playing (event type 4).
  case viewableVideo50
  /// The same, of a VAST document (`Viewable` of `ViewableImpression`).
  case viewable
  /// The ad was clicked.
  case click
  /// The video, or the document that leads to it, is of no use.
  case error

  /// A point that the video has come to, or what was done to it: see ``VideoEvent``; `creativeView` comes with the first of
  /// them.
  case creativeView, start, firstQuartile, midpoint, thirdQuartile, complete, mute, unmute, pause, resume
  /// The video has come to the offset of a tracker.
  case progress

  init(_ event: VideoEvent) {
    self =
      switch event {
      case .start: .start
      case .firstQuartile: .firstQuartile
      case .midpoint: .midpoint
      case .thirdQuartile: .thirdQuartile
      case .complete: .complete
      case .mute: .mute
      case .unmute: .unmute
      case .pause: .pause
      case .resume: .resume
      }
  }

  init(_ standard: ViewabilityStandard) {
    self =
      switch standard {
      case .mrc50: .viewableMRC50
      case .mrc100: .viewableMRC100
      case .video50: .viewableVideo50
      }
  }
}
