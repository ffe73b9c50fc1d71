import Testing

@testable import NativeAds

@Suite struct ViewabilityStandardTests {
  private func sample(_ milliseconds: Int, _ fraction: Double, loaded: Bool = true, playing: Bool = false)
    -> ViewabilityMachine.Sample
  {
    ViewabilityMachine.Sample(
      time: .milliseconds(milliseconds), visibleFraction: fraction, isMediaLoaded: loaded, isPlaying: playing)
  }

  private func met(
    _ samples: [ViewabilityMachine.Sample],
    by standards: Set<ViewabilityStandard> = Set(ViewabilityStandard.allCases)
  ) -> [ViewabilityStandard] {
    var machine = ViewabilityStandards(standards)
    return samples.flatMap { machine.take($0) }
  }

  // 3A, 3C
  @Test func eachIsMetByItsOwnRule() {
    #expect(met([sample(0, 0.5), sample(999, 0.5)]) == [])
    #expect(met([sample(0, 0.5), sample(1_000, 0.5)]) == [.mrc50])
    #expect(met([sample(0, 1), sample(1_000, 1)]) == [.mrc50, .mrc100])
    #expect(met([sample(0, 0.5, playing: true), sample(1_999, 0.5, playing: true)]) == [.mrc50])
    #expect(met([sample(0, 0.5, playing: true), sample(2_000, 0.5, playing: true)]) == [.mrc50, .video50])
    #expect(met([sample(0, 1), sample(9_000, 1)], by: [.video50]) == [])
    #expect(met([sample(0, 0.99), sample(9_000, 0.99)], by: [.mrc100]) == [])
    // As a scrolled rectangle gives it.
    #expect(met([sample(0, 1.0.nextDown), sample(1_000, 1.0.nextDown)], by: [.mrc100]) == [.mrc100])
  }

  // 3C, G40
  @Test func whatIsNotLoadedAndWhatIsInterruptedDoesNotCount() {
    #expect(met([sample(0, 1, loaded: false), sample(9_000, 1, loaded: false)]) == [])
    #expect(met([sample(0, 1), sample(900, 0.4), sample(950, 1), sample(1_900, 1)]) == [])
    #expect(met([sample(0, .nan), sample(9_000, .nan)]) == [])
  }

  // 3C
  @Test func eachIsMetOnceAndItsMomentIsKnownBefore() {
    var machine = ViewabilityStandards([.mrc50, .video50])
    #expect(machine.nextDeadline == nil)
    _ = machine.take(sample(0, 1, playing: true))
    #expect(machine.nextDeadline == .seconds(1))
    #expect(machine.take(sample(1_000, 1, playing: true)) == [.mrc50])
    #expect(machine.nextDeadline == .seconds(2))
    #expect(machine.take(sample(2_000, 1, playing: true)) == [.video50])
    #expect(machine.nextDeadline == nil)
    #expect(machine.take(sample(9_000, 1, playing: true)) == [])
  }
}
