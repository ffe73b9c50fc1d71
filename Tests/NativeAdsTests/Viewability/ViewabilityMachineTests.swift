import LazyMedia
import SeededRandom
import Testing

@testable import NativeAds

@Suite struct ViewabilityMachineTests {
  private typealias Event = ViewabilityMachine.Event

  /// A sample: seconds, share in view, whether the media has loaded, whether the video plays.
  private func sample(_ time: Double, _ fraction: Double, loaded: Bool = true, playing: Bool = false)
    -> ViewabilityMachine.Sample
  {
    // Milliseconds, so that a second is exactly a second.
    ViewabilityMachine.Sample(
      time: .milliseconds(Int((time * 1_000).rounded())), visibleFraction: fraction, isMediaLoaded: loaded,
      isPlaying: playing)
  }

  private func events(_ samples: [ViewabilityMachine.Sample], by rule: ViewabilityRule = .display) -> [Event]
  {
    var machine = ViewabilityMachine(rule: rule)
    return samples.flatMap { machine.take($0) }
  }

  private func isViewable(_ samples: [ViewabilityMachine.Sample], by rule: ViewabilityRule = .display) -> Bool
  {
    events(samples, by: rule).contains(.viewable)
  }

  struct Boundary: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Seconds and share in view.
    let samples: [(time: Double, fraction: Double)]
    let isViewable: Bool
  }

  // 3C, G40
  @Test(arguments: [
    Boundary(
      testDescription: "exactly half, exactly a second", samples: [(0, 0.5), (1, 0.5)], isViewable: true),
    Boundary(testDescription: "a millisecond short", samples: [(0, 0.5), (0.999, 0.5)], isViewable: false),
    Boundary(
      testDescription: "a hair under half", samples: [(0, 0.5.nextDown), (60, 0.5.nextDown)],
      isViewable: false),
    Boundary(
      testDescription: "a dip resets", samples: [(0, 1), (0.9, 0.4), (0.95, 1), (1.9, 1)], isViewable: false),
    Boundary(
      testDescription: "a second after a dip", samples: [(0, 1), (0.9, 0.4), (0.95, 1), (1.95, 1)],
      isViewable: true),
    Boundary(
      testDescription: "half a second twice does not add up", samples: [(0, 1), (0.5, 0), (1, 1), (1.5, 1)],
      isViewable: false),
    Boundary(testDescription: "gone when it would count", samples: [(0, 1), (1, 0.49)], isViewable: false),
    Boundary(
      testDescription: "many samples add up", samples: (0...10).map { (Double($0) / 10, 0.7) },
      isViewable: true),
    Boundary(testDescription: "one sample has no length", samples: [(100, 1)], isViewable: false),
    Boundary(
      testDescription: "it need not begin at zero", samples: [(-5, 0.6), (-4, 0.6)], isViewable: true),
  ])
  func aPictureIsSeenByHalfForASecond(boundary: Boundary) {
    #expect(isViewable(boundary.samples.map { sample($0.time, $0.fraction) }) == boundary.isViewable)
  }

  @Test func itIsToldOnce() {
    #expect(
      events([sample(0, 1), sample(1, 1), sample(2, 0), sample(3, 1), sample(9, 1)]).filter {
        $0 == .viewable
      }.count == 1)
  }

  // G40, G42
  @Test func whatWasInViewBeforeTheMediaLoadedDoesNotCount() {
    let before = [sample(0, 1, loaded: false), sample(5, 1, loaded: false)]
    #expect(!isViewable(before + [sample(5.5, 1), sample(6.499, 1)]))
    #expect(isViewable(before + [sample(5.5, 1), sample(6.5, 1)]))
  }

  // G42
  @Test func mediaThatNeverLoadsIsNeverSeen() {
    var machine = ViewabilityMachine(rule: .display)
    for second in 0..<100 {
      #expect(!machine.take(sample(Double(second), 1, loaded: false)).contains(.viewable))
    }
    #expect(machine.click(isMediaLoaded: false) == [])
    #expect(!machine.isViewable)
  }

  // 3C
  @Test func aClickCountsAtOnceAndOnce() {
    var machine = ViewabilityMachine(rule: .video)
    #expect(machine.click(isMediaLoaded: true) == [.viewable])
    #expect(machine.click(isMediaLoaded: true) == [])
    #expect(
      !(machine.take(sample(0, 1, playing: true)) + machine.take(sample(5, 1, playing: true))).contains(
        .viewable))
  }

  // 3C
  @Test func aVideoIsSeenByHalfForTwoSecondsOfPlaying() {
    #expect(!isViewable([sample(0, 1), sample(60, 1)], by: .video))
    #expect(!isViewable([sample(0, 0.5, playing: true), sample(1.999, 0.5, playing: true)], by: .video))
    #expect(isViewable([sample(0, 0.5, playing: true), sample(2, 0.5, playing: true)], by: .video))
    let paused = [sample(0, 1, playing: true), sample(1.5, 1), sample(2, 1, playing: true)]
    #expect(!isViewable(paused + [sample(3.9, 1, playing: true)], by: .video))
    #expect(isViewable(paused + [sample(4, 1, playing: true)], by: .video))
  }

  // 3C
  @Test(arguments: [
    (970, 250, true, ViewabilityRule.largeDisplay), (970, 250, false, .display), (969, 250, true, .display),
    (242_500, 1, true, .largeDisplay), (-970, -250, true, .display), (0, 0, true, .display),
    (Int.max, Int.max, true, .largeDisplay),
  ])
  func aPictureIsLargeFrom242500PixelsOn(width: Int, height: Int, allowed: Bool, rule: ViewabilityRule) {
    #expect(
      ViewabilityRule.display(of: PixelSize(width: width, height: height), usesLargeDisplayRule: allowed)
        == rule)
  }

  @Test func aLargePictureIsSeenByThirtyPercent() {
    #expect(isViewable([sample(0, 0.3), sample(1, 0.3)], by: .largeDisplay))
    #expect(!isViewable([sample(0, 0.3.nextDown), sample(1, 0.3.nextDown)], by: .largeDisplay))
  }

  @Test func whatWasSeenByOneRuleDoesNotCountByAnother() {
    var machine = ViewabilityMachine(rule: .largeDisplay)
    _ = machine.take(sample(0, 0.6))
    machine.rule = .display
    #expect(!machine.take(sample(1, 0.6)).contains(.viewable))
    machine.rule = .display
    #expect(machine.take(sample(2, 0.6)).contains(.viewable))
  }

  // G43
  @Test func interestBeginsWithHalfForASecondAndEndsOnlyWithNothing() {
    let samples = [
      sample(0, 0.5, loaded: false), sample(1, 0.5, loaded: false), sample(2, 0.01, loaded: false),
      sample(3, 0, loaded: false), sample(4, 0, loaded: false),
    ]
    #expect(events(samples) == [.interestBegan, .interestEnded])
    #expect(events([sample(0, 0.5, loaded: false), sample(0.999, 0.5, loaded: false)]) == [])
  }

  // G43
  @Test func interestBeginsAnewAfterItsEnd() {
    let samples = [sample(0, 1), sample(1, 1), sample(2, 0), sample(3, 1), sample(4, 1)]
    #expect(events(samples) == [.viewable, .interestBegan, .interestEnded, .interestBegan])
  }

  @Test func numbersThatAreNoSharesAreTaken() {
    for bad in [Double.nan, -1, -.infinity, .signalingNaN] {
      #expect(events([sample(0, bad), sample(5, bad)]) == [])
      #expect(events([sample(0, 1), sample(1, 1), sample(2, bad)]).last == .interestEnded)
    }
    for full in [2, Double.infinity] { #expect(isViewable([sample(0, full), sample(1, full)])) }
  }

  @Test func timeThatRunsBackwardsAddsNothingAndBlocksNothing() {
    #expect(!isViewable([sample(10, 1), sample(0, 1), sample(0.999, 1)]))
    #expect(isViewable([sample(10, 1), sample(0, 1), sample(1, 1)]))
  }

  // MARK: When to sample again

  @Test func theNextMomentIsThatAtWhichSomethingWouldBeTold() {
    var machine = ViewabilityMachine(rule: .video)
    #expect(machine.nextDeadline == nil)
    _ = machine.take(sample(10, 0.4, playing: true))
    #expect(machine.nextDeadline == nil)
    _ = machine.take(sample(10, 0.6, playing: true))
    // Interest comes first, then the video's two seconds.
    #expect(machine.nextDeadline == .seconds(11))
    _ = machine.take(sample(10.5, 0.6, playing: true))
    #expect(machine.nextDeadline == .seconds(11))
    #expect(machine.take(sample(11, 0.6, playing: true)) == [.interestBegan])
    #expect(machine.nextDeadline == .seconds(12))
    #expect(machine.take(sample(12, 0.6, playing: true)) == [.viewable])
    #expect(machine.nextDeadline == nil)
  }

  @Test func ownersThatSampleAtChangesAndDeadlinesMissNothing() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<200 {
      // What holds from each tenth of a second on.
      let shares = [0, 0.4, 0.5, 1.0]
      let fractions = (0..<60).map { _ in shares.randomElement(using: &random) ?? 0 }
      var timeline: [Double] = []
      for fraction in fractions {
        timeline += [Double](repeating: fraction, count: Int.random(in: 1...9, using: &random))
      }
      // The plain form: eleven moments in a row with half in view.
      var run = 0
      var expected: Int?
      for (tick, fraction) in timeline.enumerated() {
        run = fraction >= 0.5 ? run + 1 : 0
        if run == 11, expected == nil { expected = tick }
      }
      var machine = ViewabilityMachine(rule: .display)
      var actual: Int?
      var last: Double?
      for (tick, fraction) in timeline.enumerated() {
        let now = Duration.milliseconds(tick * 100)
        guard fraction != last || machine.nextDeadline == now else { continue }
        last = fraction
        if machine.take(sample(Double(tick) / 10, fraction)).contains(.viewable) { actual = tick }
      }
      #expect(actual == expected)
    }
  }
}
