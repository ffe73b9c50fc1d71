import Glibc
import SlotSimulator
import Testing

/// Recycled slots by the ten thousand; `LAZYMEDIA_SLOT_REUSES` sets how many, `LAZYMEDIA_SIMULATE_SEED` the seed.
@MainActor @Suite(.serialized) struct SlotReuseTests {
  private func number<Number: FixedWidthInteger>(_ name: String) -> Number? {
    getenv(name).flatMap { Number(String(cString: $0)) }
  }

  // FAULTS 1, 2, 3, 5, 18
  @Test func noReuseShowsAWrongPictureAndNoMemoryHitFlashes() {
    let seed: UInt64 = number("LAZYMEDIA_SIMULATE_SEED") ?? .random(in: 0 ... .max)
    let reuses: Int = number("LAZYMEDIA_SLOT_REUSES") ?? 50_000
    let outcome = SlotSimulation.play(seed: seed, reuses: reuses)
    #expect(outcome.wrong == 0, "\(outcome.finding ?? "")")
    #expect(outcome.flashes == 0, "\(outcome.finding ?? "")")
    // A run in which little is shown would show little.
    #expect(outcome.shown > reuses / 3, "seed \(seed)")
    #expect(outcome.hits > reuses / 10, "seed \(seed)")
    #expect(outcome.shown - outcome.hits > reuses / 20, "seed \(seed)")
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func aSlotThatIgnoresWhoseTurnItIsIsFound(seed: UInt64) {
    // A build for release breaks no rules.
    guard let outcome = SlotMutation.ignoringGenerations(seed: seed, reuses: 20_000) else { return }
    #expect(outcome.wrong > 0)
    #expect(outcome.finding?.contains("seed \(seed)") == true)
    #expect(SlotSimulation.play(seed: seed, reuses: outcome.reuses).isClean)
  }

  @Test func oneSeedGivesOneRun() {
    let runs = (0..<2).map { _ in SlotSimulation.play(seed: 7, reuses: 2_000) }
    #expect(runs[0].shown == runs[1].shown)
    #expect(runs[0].hits == runs[1].hits)
    #expect(runs[0].shown != SlotSimulation.play(seed: 8, reuses: 2_000).shown)
  }
}
