import LazyMediaTesting
import SeededRandom
import Testing

@testable import LazyMedia

/// The parts of the memory cache, beside what is plainly right.
@Suite struct MemoryCacheIndexTests {
  /// Few hashes, so that many keys share one, and probes run into each other and around the end.
  private func key(_ number: Int) -> DecodeKey {
    let key = MediaRequest.example("\(number).jpg").decodeKey
    return DecodeKey(
      fetch: key.fetch, target: nil, pixelFormat: key.pixelFormat, alphaMode: key.alphaMode,
      appliesOrientation: true, allowsPartial: false, hash: number % 7 * 5 - 3)
  }

  @Test(arguments: 1...20) func keysOfOneHashAreToldApart(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let cache = MemoryCache()
    let picture = try MediaImage.row(1)
    var index = MemoryCacheIndex()
    var model: [Int: MemoryCacheEntry] = [:]
    for _ in 0..<500 {
      let number = Int.random(in: 0..<40, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0:
        let entry = MemoryCacheEntry(picture, for: key(number), expiry: nil, in: cache)
        #expect(index.insert(entry) === model.updateValue(entry, forKey: number))
      case 1:
        if let entry = model.removeValue(forKey: number) { index.remove(entry) }
      default:
        // One that was replaced, or never was in.
        index.remove(MemoryCacheEntry(picture, for: key(number), expiry: nil, in: cache))
      }
      #expect(index.count == model.count)
    }
    for number in 0..<40 { #expect(index.entry(for: key(number)) === model[number]) }
  }

  @Test func ghostsAreRememberedInTheOrderOfTheirLeaving() {
    var ghosts = GhostList()
    for hash in 0..<1_000 { ghosts.append(hash, limit: 10) }
    #expect(ghosts.count == 10)
    #expect(ghosts.remove(989) == false)
    #expect(ghosts.remove(990) == true)
    #expect(ghosts.remove(990) == false)
    // Again, as the newest.
    ghosts.append(991, limit: 10)
    for hash in 2_000..<2_009 { ghosts.append(hash, limit: 10) }
    #expect(ghosts.remove(991) == true)
    ghosts.append(1, limit: 0)
    #expect(ghosts.count == 0)
  }
}
