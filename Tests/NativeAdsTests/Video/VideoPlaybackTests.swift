import Testing

@testable import NativeAds

@Suite struct VideoPlaybackTests {
  private let duration = Duration.seconds(8)

  private func playing() -> VideoPlayback {
    var playback = VideoPlayback(isMuted: false)
    _ = playback.play()
    return playback
  }

  private func events(_ actions: [VideoPlayback.Action]) -> [VideoEvent] {
    actions.compactMap { if case .tell(let event) = $0 { event } else { nil } }
  }

  @Test func eachQuarterIsToldAtItsMomentAndNotBefore() {
    var playback = playing()
    let table: [(milliseconds: Int, events: [VideoEvent])] = [
      (0, [.start]), (1_999, []), (2_000, [.firstQuartile]), (3_999, []), (4_000, [.midpoint]), (5_999, []),
      (6_000, [.thirdQuartile]), (7_999, []), (8_000, []), (9_000, []),
    ]
    for (milliseconds, expected) in table {
      let told = events(playback.progress(to: .milliseconds(milliseconds), of: duration))
      #expect(told == expected, "at \(milliseconds) ms")
    }
    #expect(events(playback.end()) == [.complete])
    #expect(playback.state == .completed)
  }

  @Test func aJumpSkipsNoPoint() {
    var playback = playing()
    #expect(
      events(playback.progress(to: .seconds(7), of: duration)) == [
        .start, .firstQuartile, .midpoint, .thirdQuartile,
      ])
  }

  @Test func anEndThatComesFirstTellsAllPointsBeforeIt() {
    var playback = playing()
    #expect(events(playback.end()) == [.start, .firstQuartile, .midpoint, .thirdQuartile, .complete])
    #expect(playback.playedShare == 1)
    #expect(events(playback.end()) == [])
  }

  @Test func timeThatRunsBackwardsTellsNothingTwice() {
    var playback = playing()
    _ = playback.progress(to: .seconds(5), of: duration)
    #expect(events(playback.progress(to: .seconds(1), of: duration)) == [])
    #expect(events(playback.progress(to: .seconds(5), of: duration)) == [])
    #expect(playback.playedShare == 0.625)
  }

  @Test func withoutADurationOnlyStartAndEndTellPoints() {
    for unknown in [nil, Duration.zero, .seconds(-1)] {
      var playback = playing()
      #expect(events(playback.progress(to: .seconds(1_000), of: unknown)) == [.start])
      #expect(playback.playedShare == 0)
      #expect(events(playback.end()) == [.firstQuartile, .midpoint, .thirdQuartile, .complete])
    }
  }

  @Test func absurdTimesAreTaken() {
    let absurd = Duration(secondsComponent: .max, attosecondsComponent: 0)
    var playback = playing()
    #expect(events(playback.progress(to: .seconds(-5), of: absurd)) == [.start])
    #expect(events(playback.progress(to: absurd, of: absurd)).count == 3)
    #expect(playback.playedShare == 1)
  }

  @Test func pauseAndResumeAreToldOnlyOfAVideoThatHasStarted() {
    var playback = playing()
    #expect(playback.pause() == [.pause])
    #expect(playback.play() == [.play])
    _ = playback.progress(to: .zero, of: duration)
    #expect(playback.pause() == [.pause, .tell(.pause)])
    #expect(playback.pause() == [])
    #expect(playback.play() == [.tell(.resume), .play])
    #expect(playback.play() == [])
  }

  @Test func whatIsPausedDoesNotProgressButMayEnd() {
    var playback = playing()
    _ = playback.progress(to: .zero, of: duration)
    _ = playback.pause()
    #expect(playback.progress(to: .seconds(4), of: duration) == [])
    #expect(events(playback.end()).last == .complete)
  }

  @Test func soundIsToldBetweenStartAndEndOnlyWhenItChanges() {
    var playback = VideoPlayback(isMuted: true)
    #expect(playback.setMuted(true) == [])
    #expect(playback.setMuted(false) == [.setMuted(false)])
    _ = playback.play()
    _ = playback.progress(to: .zero, of: duration)
    #expect(playback.setMuted(true) == [.setMuted(true), .tell(.mute)])
    #expect(playback.setMuted(false) == [.setMuted(false), .tell(.unmute)])
    _ = playback.end()
    #expect(playback.setMuted(true) == [.setMuted(true)])
  }

  @Test func nothingFollowsTheEndOrAFailure() {
    var completed = playing()
    _ = completed.end()
    #expect(completed.fail() == false)
    var failed = playing()
    #expect(failed.fail() == true)
    #expect(failed.fail() == false)
    for var playback in [completed, failed] {
      #expect(playback.play() == [])
      #expect(playback.pause() == [])
      #expect(playback.progress(to: .seconds(8), of: duration) == [])
      #expect(playback.end() == [])
    }
    #expect(failed.state == .failed)
  }

  @Test func beforeItIsPlayedItNeitherProgressesNorEnds() {
    var playback = VideoPlayback(isMuted: false)
    #expect(playback.progress(to: .seconds(4), of: duration) == [])
    #expect(playback.end() == [])
    #expect(playback.pause() == [])
    #expect(playback.state == .ready)
  }

  // 3B
  @Test func eventsHaveTheNamesOfVAST() {
    #expect(
      VideoEvent.allCases.map(\.rawValue) == [
        "start", "firstQuartile", "midpoint", "thirdQuartile", "complete", "mute", "unmute", "pause",
        "resume",
      ])
  }
}
