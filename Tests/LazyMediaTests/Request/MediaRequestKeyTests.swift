import LazyMediaTesting
import MediaCodecs
import MediaTransport
import SeededRandom
import Testing

@testable import LazyMedia

/// The keys of requests and their hashes.
@Suite struct MediaRequestKeyTests {
  private typealias Change = @Sendable (inout MediaRequest) -> Void

  /// All that is part of the identity, one after another.
  private static let changes: [Change] = [
    { $0.url = "http://origin.example/other.jpg" },
    { $0.target = DecodeTarget(size: PixelSize(width: 10, height: 20)) },
    { $0.target?.fit = .cover },
    { $0.pixelFormat = .bgra8 },
    { $0.alphaMode = .premultiplied },
    { $0.appliesOrientation = false },
    { $0.allowsPartial = true },
    { $0.headers = [HTTPField("Accept", "image/png")] },
    { $0.headers.append(HTTPField("X-Token", "a")) },
    { $0.identifier = "id" },
  ]

  @Test(arguments: 1...50) func equalRequestsHashEqualHoweverTheyWereMade(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let count = Int.random(in: 0...Self.changes.count, using: &random)
    let changes = Self.changes.prefix(count)
    var first = MediaRequest.example()
    for change in changes { change(&first) }
    // The same through a detour: others before, which the last ones take back.
    var second = MediaRequest.example("elsewhere.jpg")
    for change in Self.changes.shuffled(using: &random) { change(&second) }
    second.url = first.url
    second.target = first.target
    for path in [\MediaRequest.appliesOrientation, \.allowsPartial].shuffled(using: &random) {
      second[keyPath: path] = first[keyPath: path]
    }
    second.identifier = first.identifier
    second.headers = first.headers
    second.alphaMode = first.alphaMode
    second.pixelFormat = first.pixelFormat
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(first.decodeKey == second.decodeKey)
    #expect(first.decodeKey.hashValue == second.decodeKey.hashValue)
    #expect(first.fetchKey.hashValue == second.fetchKey.hashValue)
    #expect(first.decodeKey.isStoredKey(of: second))
  }

  @Test func eachPartOfTheIdentityMakesAnotherKey() {
    var keys: [DecodeKey] = []
    var request = MediaRequest.example()
    for change in [{ _ in }] + Self.changes {
      change(&request)
      #expect(!keys.contains { $0 == request.decodeKey || $0.isStoredKey(of: request) })
      #expect(!keys.contains { $0.hash == request.decodeHash })
      keys.append(request.decodeKey)
    }
  }

  @Test func whatIsNoPartOfTheIdentityMakesTheSameKey() {
    let request = MediaRequest.example()
    var other = request
    other.priority = .veryHigh
    other.makesPreviews = true
    other.keepsData = true
    other.maximumBytes = 1
    other.usesMemoryCache = false
    #expect(other != request)
    #expect(other.decodeKey == request.decodeKey)
    #expect(other.fetchKey == request.fetchKey)
  }

  // FAULTS 39
  @Test func anIdentifierStandsForAnyURL() {
    let first = MediaRequest.example("a.jpg?token=1") { $0.identifier = "a" }
    let second = MediaRequest.example("a.jpg?token=2") { $0.identifier = "a" }
    #expect(first.decodeKey == second.decodeKey)
    #expect(first.decodeKey.isStoredKey(of: second))
    #expect(first.decodeHash == second.decodeHash)
  }

  @Test(arguments: CachePolicy.allCases) func aPolicyMakesAnotherJobButNoOtherStoredKey(_ policy: CachePolicy)
  {
    let normal = MediaRequest.example()
    let other = MediaRequest.example { $0.cachePolicy = policy }
    #expect((other.decodeKey == normal.decodeKey) == (policy == .normal))
    #expect((other.fetchKey == normal.fetchKey) == (policy == .normal))
    #expect(other.decodeKey.stored == normal.decodeKey)
    #expect(other.fetchKey.stored == normal.fetchKey)
    #expect(normal.decodeKey.isStoredKey(of: other))
    #expect(other.decodeKey.isStoredKey(of: normal) == (policy == .normal))
  }
}
