import Foundation
import Testing

@MainActor @Suite struct BreakerSeeds {
  @Test func many() {
    let from = UInt64(ProcessInfo.processInfo.environment["FROM"] ?? "10000") ?? 0
    let count = UInt64(ProcessInfo.processInfo.environment["COUNT"] ?? "2000") ?? 0
    var bad: [String: [UInt64]] = [:]
    DeliveryWorld.eagerness = 55
    for seed in from..<from + count {
      let world = DeliveryWorld(seed: seed)
      for _ in 0..<(seed % 3 == 0 ? 60 : 300) { world.step() }
      if seed % 3 != 0 { world.settle() }
      world.end()
      for f in Set(world.faults) { bad[f, default: []].append(seed) }
    }
    for (f, s) in bad.sorted(by: { $0.key < $1.key }) { print("FAULT", f, s.count, s.prefix(6)) }
    print("SEEDS", count)
  }
}
