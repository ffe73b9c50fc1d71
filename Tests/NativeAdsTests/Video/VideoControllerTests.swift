import LazyMediaTesting
import NativeAds
import Testing

@Suite(.timeLimit(.minutes(2))) @MainActor struct VideoControllerTests {
  /// A player that does what the test says.
  private final class ScriptedPlayer: VideoPlayer {
    var isMuted = true
    var currentTime = Duration.zero
    var duration: Duration? = .seconds(8)
    var onEvent: (@MainActor (VideoPlayerEvent) -> Void)?
    var calls: [String] = []

    func play() { calls.append("play") }
    func pause() { calls.append("pause") }

    func progress(to seconds: Double) {
      currentTime = .seconds(seconds)
      onEvent?(.progressed)
    }
  }

  private func controller(_ player: ScriptedPlayer) -> (VideoController, () -> [VideoEvent]) {
    let controller = VideoController(player: player)
    var events: [VideoEvent] = []
    controller.onEvent = { events.append($0) }
    return (controller, { events })
  }

  /// A player by the clock, and the clock.
  private func clock(_ duration: Duration?) -> (ManualMainScheduler, VideoController, () -> [VideoEvent]) {
    let scheduler = ManualMainScheduler(now: .seconds(100))
    let player = ClockVideoPlayer(duration: duration, now: { scheduler.now }, scheduler: scheduler)
    let controller = VideoController(player: player)
    var events: [VideoEvent] = []
    controller.onEvent = { events.append($0) }
    return (scheduler, controller, { events })
  }

  @Test func aVideoStartsWithItsFirstPictureNotWhenItIsToldToPlay() {
    let player = ScriptedPlayer()
    let (controller, events) = controller(player)
    #expect(controller.state == .ready)
    controller.play()
    #expect(player.calls == ["play"])
    #expect(events() == [])
    player.progress(to: 0)
    #expect(events() == [.start])
    #expect(controller.state == .playing)
  }

  @Test func aPauseTellsFirstWhatWasPlayedUntilThen() {
    let player = ScriptedPlayer()
    let (controller, events) = controller(player)
    controller.play()
    player.progress(to: 0)
    player.currentTime = .seconds(4)
    controller.pause()
    #expect(events() == [.start, .firstQuartile, .midpoint, .pause])
    #expect(player.calls == ["play", "pause"])
    controller.play()
    #expect(events().last == .resume)
    #expect(controller.viewThroughRate == 0.5)
  }

  @Test func theRateOfViewIsUpToDateBetweenReports() {
    let player = ScriptedPlayer()
    let (controller, events) = controller(player)
    #expect(controller.viewThroughRate == 0)
    controller.play()
    player.progress(to: 0)
    player.currentTime = .seconds(2)
    #expect(controller.viewThroughRate == 0.25)
    // Asking tells nobody anything.
    #expect(events() == [.start])
    #expect(controller.currentTime == .seconds(2))
    #expect(controller.duration == .seconds(8))
  }

  @Test func theDurationIsZeroWhileUnknown() {
    let player = ScriptedPlayer()
    player.duration = nil
    player.currentTime = .seconds(-1)
    let (controller, _) = controller(player)
    #expect(controller.duration == .zero)
    #expect(controller.currentTime == .zero)
    #expect(controller.viewThroughRate == 0)
    controller.play()
    player.onEvent?(.ended)
    #expect(controller.viewThroughRate == 1)
    #expect(controller.isCompleted)
  }

  @Test func theSoundIsThePlayers() {
    let player = ScriptedPlayer()
    let (controller, events) = controller(player)
    #expect(controller.isMuted)
    controller.play()
    player.progress(to: 0)
    controller.unmute()
    controller.unmute()
    #expect(!player.isMuted)
    controller.mute()
    #expect(player.isMuted)
    #expect(events() == [.start, .unmute, .mute])
  }

  @Test func aFailureIsToldOnce() {
    let player = ScriptedPlayer()
    let (controller, events) = controller(player)
    var failures: [String] = []
    controller.onFailure = { failures.append($0) }
    controller.play()
    player.onEvent?(.failed("no decoder"))
    player.onEvent?(.failed("again"))
    player.onEvent?(.ended)
    controller.play()
    #expect(failures == ["no decoder"])
    #expect(events() == [])
    #expect(controller.state == .failed)
    #expect(player.calls == ["play"])
  }

  @Test func whatAHandlerCausesFollowsWhatCameBefore() {
    let player = ScriptedPlayer()
    let controller = VideoController(player: player)
    var events: [VideoEvent] = []
    controller.onEvent = { event in
      if event == .firstQuartile { controller.pause() }
      events.append(event)
    }
    controller.play()
    player.progress(to: 4)
    #expect(events == [.start, .firstQuartile, .midpoint, .pause])
    controller.onEvent = nil
  }

  @Test func aControllerGoesWhileItsPlayerStays() {
    let player = ScriptedPlayer()
    var controller: VideoController? = VideoController(player: player)
    weak let gone = controller
    controller?.play()
    controller = nil
    #expect(gone == nil)
    player.progress(to: 4)
  }

  // MARK: By the clock

  @Test func aClockTellsEachQuarterAtItsMoment() {
    let (scheduler, controller, events) = clock(.milliseconds(1_000))
    controller.play()
    #expect(events() == [.start])
    let quarters: [VideoEvent] = [.firstQuartile, .midpoint, .thirdQuartile, .complete]
    for quarter in quarters {
      scheduler.advance(by: .milliseconds(249))
      #expect(events().last != quarter)
      scheduler.advance(by: .milliseconds(1))
      #expect(events().last == quarter)
    }
    #expect(controller.isCompleted)
    #expect(scheduler.nextMoment == nil)
    #expect(controller.currentTime == .seconds(1))
  }

  @Test func aQuarterThatIsNoMultipleOfTheIntervalIsToldAtItsMomentToo() {
    let (scheduler, controller, events) = clock(.milliseconds(1_480))
    controller.play()
    scheduler.advance(by: .milliseconds(369))
    #expect(events() == [.start])
    scheduler.advance(by: .milliseconds(1))
    #expect(events() == [.start, .firstQuartile])
  }

  @Test func aPausedClockStandsStill() {
    let (scheduler, controller, events) = clock(.seconds(8))
    controller.play()
    scheduler.advance(by: .seconds(3))
    controller.pause()
    scheduler.advance(by: .seconds(60))
    #expect(controller.currentTime == .seconds(3))
    #expect(events() == [.start, .firstQuartile, .pause])
    #expect(scheduler.nextMoment == nil)
    controller.play()
    scheduler.advance(by: .seconds(5))
    #expect(
      events() == [.start, .firstQuartile, .pause, .resume, .midpoint, .thirdQuartile, .complete])
  }

  @Test func aHandlerMayPauseAndPlayAgainAtOnceWithoutASecondTimer() {
    let scheduler = ManualMainScheduler()
    let player = ClockVideoPlayer(duration: .seconds(8), now: { scheduler.now }, scheduler: scheduler)
    var reports = 0
    player.onEvent = { [weak player] _ in
      reports += 1
      if reports == 1 {
        player?.pause()
        player?.play()
      }
    }
    player.play()
    #expect(reports == 2)
    scheduler.advance(by: .seconds(1))
    #expect(reports == 6)
  }

  @Test func aVideoOfNoLengthEndsAtOnceAndOneOfUnknownLengthNever() {
    let (_, empty, events) = clock(.seconds(-1))
    empty.play()
    #expect(events() == [.start, .firstQuartile, .midpoint, .thirdQuartile, .complete])
    let (scheduler, endless, heard) = clock(nil)
    endless.play()
    scheduler.advance(by: .seconds(100))
    #expect(heard() == [.start])
    #expect(endless.currentTime == .seconds(100))
  }

  @Test func aPlayerThatIsLetGoLeavesNoWork() {
    let scheduler = ManualMainScheduler()
    var player: ClockVideoPlayer? = ClockVideoPlayer(
      duration: .seconds(8), now: { scheduler.now }, scheduler: scheduler)
    weak let gone = player
    player?.play()
    player = nil
    #expect(gone == nil)
    scheduler.advance(by: .seconds(10))
    #expect(scheduler.nextMoment == nil)
  }
}
