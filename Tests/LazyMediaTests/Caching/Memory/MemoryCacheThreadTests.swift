import Dispatch
import LazyMediaTesting
import Locking
import MediaCodecs
import SeededRandom
import Testing

@testable import LazyMedia

/// A memory cache in the hands of several threads.
@Suite struct MemoryCacheThreadTests {
  @Test func whatSeveralThreadsDoLeavesTheCountsRight() throws {
    let clock = ManualClock()
    let cache = MemoryCache(byteLimit: 4_000, entryLimit: 60, timeToLive: .seconds(1_000), now: { clock.now })
    let requests = (0..<200).map { MediaRequest.example("\($0).jpg") }
    let pictures = try (1...50).map { try MediaImage.row($0) }
    let broken = Lock(0)
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      var random = SeededGenerator(seed: UInt64(thread))
      var pins: [MemoryCachePin] = []
      for _ in 0..<3_000 {
        let request = requests[Int.random(in: requests.indices, using: &random)]
        switch Int.random(in: 0..<20, using: &random) {
        case 0..<8:
          if let image = cache.image(for: request), let pin = MemoryCachePin(image), pins.count < 8 {
            pins.append(pin)
          }
        case 8..<16:
          let image = cache.insert(pictures[Int.random(in: pictures.indices, using: &random)], for: request)
          if Bool.random(using: &random), pins.count < 8, let pin = MemoryCachePin(image) { pins.append(pin) }
        case 16..<18:
          if !pins.isEmpty { pins.remove(at: Int.random(in: pins.indices, using: &random)) }
        case 18: cache.trim(toBytes: Int.random(in: 0..<4_000, using: &random))
        default: clock.now += .seconds(1)
        }
        if cache.byteCount > 4_000 { broken.withLock { $0 += 1 } }
      }
    }
    #expect(broken.withLock { $0 } == 0)
    #expect(cache.pinnedByteCount == 0)
    #expect(cache.count <= 60)
    // What is counted is what can be found.
    clock.now = .zero
    let found = requests.compactMap { cache.image(for: $0) }
    #expect(found.count == cache.count)
    #expect(found.reduce(0) { $0 + $1.pixels.byteCount } == cache.byteCount)
    cache.removeAll()
    #expect(cache.count == 0)
    #expect(cache.byteCount == 0)
    #expect(requests.allSatisfy { cache.image(for: $0) == nil })
  }
}
