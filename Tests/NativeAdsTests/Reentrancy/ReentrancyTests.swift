import Testing

/// A program does anything inside any callback: of the delegates, the displays, the closures of placeholders, their
/// removal handler, the sources of groups. It binds, unbinds, lets go of ads and views, loads others, retries, cancels.
/// Whatever the seed, no view ever shows a picture of another ad or a second placeholder; once the network has
/// answered, nothing is loading still and views and ads agree on who shows whom; and when the program lets go of all
/// it has, at whatever moment, all of it is freed and no transfer runs on.
@MainActor @Suite struct ReentrancyTests {
  private func world(seed: UInt64, hasFailures: Bool, steps: Int) -> ReentrantWorld {
    let world = ReentrantWorld(seed: seed, hasFailures: hasFailures)
    for _ in 0..<steps { world.step() }
    return world
  }

  // A4, A27, G33
  @Test(arguments: [0..<40, 40..<80, 80..<120], [false, true])
  func anythingMayBeDoneInsideAnyCallback(seeds: Range<UInt64>, hasFailures: Bool) {
    var shown = 0
    for seed in seeds {
      let world = world(seed: seed, hasFailures: hasFailures, steps: 250)
      world.settle()
      world.checkSettled()
      world.end()
      #expect(world.faults == [], "seed \(seed)")
      shown += world.shown
    }
    // The world is busy enough to mean something.
    #expect(shown > 5 * seeds.count)
  }

  // A4
  @Test(arguments: [false, true])
  func nothingOutlivesAProgramThatEndsAmidIt(hasFailures: Bool) {
    var unanswered = 0
    for seed in UInt64(1000)..<1050 {
      let world = world(seed: seed, hasFailures: hasFailures, steps: 80)
      unanswered += world.fixture.activeURLs.count
      world.end()
      #expect(world.faults == [], "seed \(seed)")
    }
    #expect(unanswered > 10)
  }
}
