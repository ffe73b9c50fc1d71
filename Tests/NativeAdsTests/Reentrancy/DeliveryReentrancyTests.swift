import Testing

/// A program does anything inside any callback of units, binders, groups, ads, overlays, the opener of pages, the requester of
/// rewards, the sender of trackers, and the networks. Whatever the seed, each load and each refresh has one end, each request
/// for a reward one result, a view shows the ad of its unit and no other's texts, and all of it is freed when it is let go,
/// even while pages, rewards and networks never answer.
@MainActor @Suite struct DeliveryReentrancyTests {
  // B1, B6, B7, B14, D2
  @Test(arguments: [0..<60, 60..<120, 120..<180])
  func anythingMayBeDoneInsideAnyCallback(seeds: Range<UInt64>) {
    var told = 0
    for seed in seeds {
      let world = DeliveryWorld(seed: seed)
      for _ in 0..<250 { world.step() }
      world.settle()
      told += world.told
      world.end()
      #expect(world.faults == [], "seed \(seed)")
    }
    // The world is busy enough to mean something.
    #expect(told > 2 * seeds.count)
  }

  // B6
  @Test func nothingOutlivesAProgramThatEndsAmidIt() {
    for seed in UInt64(1000)..<1060 {
      let world = DeliveryWorld(seed: seed)
      for _ in 0..<120 { world.step() }
      world.end()
      #expect(world.faults == [], "seed \(seed)")
    }
  }
}
