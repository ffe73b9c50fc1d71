/// The trackers that were fetched, the newest up to a limit.
struct TrackerLog {
  private struct Identity: Hashable {
    var event: String
    var ad: Int?
    var unit: String

    init(_ hit: SampleTrackerHit) { (event, ad, unit) = (hit.event, hit.ad, hit.unit) }
  }

  static let maximumHits = 100_000
  /// Bytes of the texts of all hits: a target may have as many as a request.
  static let maximumBytes = 64 << 20

  private(set) var hits: [SampleTrackerHit] = []
  private var counts: [Identity: Int] = [:]
  /// Hits so far, forgotten ones too.
  private(set) var total = 0
  /// Hits that were not the first of their event, ad and unit.
  private(set) var repeated = 0
  private var bytes = 0

  /// Writes a hit down; it is returned with its count.
  mutating func add(_ hit: SampleTrackerHit) -> SampleTrackerHit {
    var hit = hit
    let identity = Identity(hit)
    hit.count = counts[identity, default: 0] + 1
    counts[identity] = hit.count
    total += 1
    if hit.count > 1 { repeated += 1 }
    hits.append(hit)
    bytes += hit.byteCount
    // Half of them at once, so that each hit is moved but rarely.
    while hits.count > Self.maximumHits || bytes > Self.maximumBytes { forget(max(1, hits.count / 2)) }
    return hit
  }

  private mutating func forget(_ count: Int) {
    for old in hits.prefix(count) {
      bytes -= old.byteCount
      if counts[Identity(old)] == old.count { counts[Identity(old)] = nil }
    }
    hits.removeFirst(count)
  }
}

extension SampleTrackerHit {
  /// Of its texts.
  fileprivate var byteCount: Int {
    event.utf8.count + unit.utf8.count + (key?.utf8.count ?? 0) + target.utf8.count
  }
}
