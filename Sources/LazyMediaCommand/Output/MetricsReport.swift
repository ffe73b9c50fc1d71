import JSON
import LazyMedia

/// What `--stats` prints.
enum MetricsReport {
  /// Those of the pipeline's counts that mean something to a command, by the names under which they are printed.
  private static func members(of metrics: MediaMetrics) -> [(name: String, count: Int, isBytes: Bool)] {
    [
      ("fetches", metrics.fetches, false),
      ("diskHits", metrics.diskHits, false),
      ("sharedHits", metrics.sharedHits, false),
      ("revalidations", metrics.revalidations, false),
      ("resumptions", metrics.resumptions, false),
      ("bytesFetched", metrics.bytesFetched, true),
      ("bytesWasted", metrics.bytesWasted, true),
      ("bytesRecovered", metrics.bytesRecovered, true),
      ("decodes", metrics.decodes, false),
      ("decodesWasted", metrics.decodesWasted, false),
      ("failures", metrics.failures, false),
      ("cancellations", metrics.cancellations, false),
      ("storesSkipped", metrics.storesSkipped, false),
      ("storeFailures", metrics.storeFailures, false),
    ]
  }

  /// One JSON object, or a line for each count; without a line end.
  static func text(of metrics: MediaMetrics, asJSON isJSON: Bool) -> [UInt8] {
    let members = members(of: metrics)
    guard isJSON else {
      let lines = members.map { member in
        Text.rightPadded(member.name, to: 14)
          + Text.leftPadded(member.isBytes ? Text.bytes(member.count) : String(member.count), to: 10)
      }
      return Array(lines.joined(separator: "\n").utf8)
    }
    var object = JSONWriter()
    for member in members { object.add(member.name, member.count) }
    return object.finished()
  }
}
