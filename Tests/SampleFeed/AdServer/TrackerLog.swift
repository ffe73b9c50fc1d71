/// The trackers that were fetched, the newest up to a limit.
struct TrackerLog {
  private struct Identity: Hashable {
    var event: String
    var ad: Int?
    var unit: String

    init(_ hit: SampleTrackerHit) { (event, ad, unit) = (hit.event, hit.ad, hit.unit) }
  }

  static let maximumHits = 100_000

  private(set) var hits: [SampleTrackerHit] = []
  private var counts: [Identity: Int] = [:]
  /// Hits so far, forgotten ones too.
  private(set) var total = 0
  /// Hits that were not the first of their event, ad and unit.
  private(set) var repeated = 0

  /// Writes a hit down; it is returned with its count.
  mutating func add(_ hit: SampleTrackerHit) -> SampleTrackerHit {
    var hit = hit
    let identity = Identity(hit)
    hit.count = counts[identity, default: 0] + 1
    counts[identity] = hit.count
    total += 1
    if hit.count > 1 { repeated += 1 }
    // Half of them at once, so that each hit is moved but rarely.
    if hits.count == Self.maximumHits {
      for old in hits.prefix(Self.maximumHits / 2) where counts[Identity(old)] == old.count {
        counts[Identity(old)] = nil
      }
      hits.removeFirst(Self.maximumHits / 2)
    }
    hits.append(hit)
    return hit
  }
}
